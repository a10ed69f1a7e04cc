/** A line of the specification and the test that fails when it is broken: the file, and the title or its beginning. */
export interface Rule {
  id: string;
  line: string;
  file: string;
  test: string;
}

const table: Record<string, [file: string, line: string, test: string][]> = {
  'R3.1': [
    ['lifecycle/paths', 'the states of a session', 'R3.1 every state of the plan machine can be reached'],
    ['lifecycle/paths', 'the states of a step', 'R3.1 every state of the step machine can be reached'],
    ['runner/engine', 'from the goal to the end', 'R3.1, R3.2 a goal is planned, each step thinks and acts'],
    ['runner/engine', 'blocked only when recovery finds nothing', 'R7.4 steps that can never run are told to recovery'],
  ],
  'R3.2': [['runner/rules-lifecycle', 'two strict layers', 'R3.2 thoughts act and end steps only']],
  'R3.3': [
    [
      'runner/rules-lifecycle',
      'the plan is asked for once, with goal, time and tools',
      'R3.3 the plan is asked for once',
    ],
    ['runner/rules-lifecycle', 'guidance', 'R3.3 what the person types while a plan runs'],
    ['runner/rules-lifecycle', 'a new task after the end', 'R3.3 what is typed after the plan has ended'],
  ],
  'R3.4': [
    ['runner/rules-lifecycle', 'after each step and nowhere else', 'R3.4 a replan follows the end of each step'],
    ['runner/engine', 'after each clarification', 'R3.4, R8.4 a question waits for the person'],
    ['runner/rules-lifecycle', 'at the person’s request', 'R3.4 an explicit request by the person'],
    ['runner/rules-lifecycle', 'what it is given', 'R3.4 a replan is given the goal'],
    ['runner/rules-lifecycle', 'pending steps only, atomically', 'R3.4 a replan changes pending steps only'],
    ['runner/rules-lifecycle', 'one at a time while steps go on', 'R3.4 while a replan is asked for other steps go on'],
    ['runner/rules-lifecycle', 'done and ask_user wait', 'R3.4 `done` and a question wait until no step runs'],
    ['runner/rules-lifecycle', 'also after a reload', 'R3.4 `done` waits for a running step after a reload'],
    ['runner/rules-lifecycle', 'pending steps become skipped', 'R3.4 at closing, pending steps become skipped'],
    ['runner/rules-lifecycle', 'a change of the world', 'R3.4 a step that reports that the plan no longer fits'],
  ],
  'R3.5': [
    ['runner/engine', 'a plain answer makes no plan', 'R3.5 a question that needs no tool'],
    ['runner/engine', 'an ordinary call makes a plan', 'R3.5 a first reply with an ordinary call'],
    ['runner/rules-lifecycle', 'from the steps the reply declares', 'R3.5 a first call makes a plan'],
    ['runner/rules-lifecycle', 'always and never', 'R3.5 with planning `always`'],
    ['runner/protocols', 'a JSON intake may answer', 'R3.5 an intake may answer, and may act at once'],
    ['agent/prompts', 'when a plan is wanted', 'R3.3, R3.5 the first prompts teach the tools'],
  ],
  'R3.6': [['runner/rules-lifecycle', 'review before running', 'R3.6 with review on the plan waits']],
  'R3.7': [
    ['runner/engine', 'a second mismatch fails the plan', 'R3.7 a claimed effect that is not in the stores'],
    [
      'runner/rules-lifecycle',
      'a first one is replanned; passed checks stand',
      'R3.7 a mismatch is named to a replan once',
    ],
    ['runner/rules-lifecycle', 'a changed subject is checked again', 'R3.7 a check is repeated when its subject'],
    ['runner/rules-lifecycle', 'the person’s own changes', 'R3.7 what the person changed or removed afterwards'],
    ['runner/rules-lifecycle', 'only when something was written', 'R3.7 a run that wrote nothing is closed'],
  ],
  'R3.8': [
    ['runner/rules-edits', 'every edit while steps run', 'R3.8 while a step runs, pending ones can be moved'],
    ['runner/rules-edits', 'refusals with their reason', 'R3.8 an edit of the running step'],
    ['runner/rules-edits', 'the model sees the edited plan', 'R3.8 the model sees the edited plan'],
    ['runner/rules-edits', 'retry', 'R3.8 a failed step can be tried again'],
    ['runner/rules-edits', 'an edit sets a plan going again', 'R3.8 an edit sets a blocked'],
    ['runner/rules-edits', 'also while verifying', 'R3.8 work that the person adds'],
    ['runner/rules-resume', 'pause and continue', 'R8.1 pause and continue work in every phase'],
  ],
  'R3.9': [
    ['runner/rules-edits', 'finished steps stay', 'R3.9 the model never has to repeat finished steps'],
    ['runner/rules-edits', 'sticky steps: asked, refused', 'R3.9 a replan that would change or drop'],
    ['runner/rules-edits', 'sticky steps: consented', 'R3.9 with the person’s consent'],
    ['runner/rules-edits', 'sticky steps at closing', 'R3.9 a closing answer that would leave'],
    ['runner/rules-edits', 'the difference', 'R3.9 a replan is shown as a difference'],
    ['runner/rules-edits', 'undo', 'R3.9 a replan can be undone'],
    ['runner/rules-edits', 'undo keeps later edits', 'R3.9 undoing a replan keeps'],
  ],
  'R3.10': [
    ['runner/rules-lifecycle', 'careful', 'R3.10 careful: every step has its own thoughts'],
    ['runner/rules-lifecycle', 'balanced: direct steps', 'R3.10 balanced: a complete step runs without a thought'],
    ['runner/rules-lifecycle', 'balanced: when it replans', 'R3.10 balanced: a replan follows a failure'],
    ['runner/rules-lifecycle', 'economy', 'R3.10 economy: two model calls'],
    ['runner/rules-lifecycle', 'economy: failures', 'R3.10 economy: a failure is replanned'],
    ['runner/cost', 'what each level costs', 'R3.10 what a plan costs in model calls'],
  ],
  'R4.1': [
    ['agent/field-matrix', 'one typed decision', 'R4.1 one typed decision comes out, whichever protocol'],
    ['agent/field-matrix', 'the contracts', 'R4.1 the contract %s refuses'],
    ['agent/tolerant-json', 'nothing is lost on the way', 'R4.1 whatever a contract holds comes back from JSON'],
  ],
  'R4.2': [
    ['agent/field-matrix', 'the field matrix', 'R4.2 the field matrix of a thought is enforced'],
    ['agent/field-matrix', 'done ends the step, never the task', 'R4.2 done of a thought ends the step'],
    ['runner/rules-contracts', 'blocked goes to recovery', 'R4.2 a blocked step counts as failed'],
  ],
  'R4.3': [
    ['agent/field-matrix', 'what each call is offered', 'R4.3 each call offers the control tools that fit'],
    ['agent/field-matrix', 'finish_step', 'R4.2, R4.3 finish_step carries response'],
    ['runner/rules-contracts', 'calls in order', 'R4.3 several calls in one reply are carried out in order'],
    ['runner/rules-contracts', 'one result for each call', 'R4.3 an end beside a call that failed'],
    ['agent/tolerant-json', 'reading calls', 'R4.3 a reply in calls is read for what it says'],
  ],
  'R4.4': [
    ['runner/protocols', 'a whole task in JSON', 'R4.4 the whole of a task in JSON'],
    ['agent/tolerant-json', 'tolerant reading', 'R4.4 a damaged JSON reply is read for what it says'],
    ['agent/tolerant-json', 'cut-off ends', 'R4.4 a reply that is cut at any byte'],
    ['agent/tolerant-json', 'control envelopes', 'R4.4 the envelope %j ends the step'],
    ['runner/protocols', 'the envelope replan', 'R4.4 the control envelope replan ends the step'],
  ],
  'R4.5': [
    ['runner/protocols', 'a whole task in markers', 'R4.5 the whole of a task in markers'],
    ['agent/markers-steps', 'explicit markers', 'R4.5 the explicit marker %s ends a step at once'],
    ['agent/markers-steps', 'transition words', 'R4.5 a transition word at the start of a sentence'],
    ['agent/markers-steps', 'a read and a write', 'R4.5 a read that is followed by a write'],
    ['agent/markers-steps', 'rounds', 'R4.5 without any sign a step ends'],
    ['agent/markers-steps', 'new declarations', 'R4.5 each round collects new [Step] declarations'],
  ],
  'R4.6': [
    ['runner/engine', 'two repairs with the violation', 'R4.6 a reply that breaks its contract is asked again'],
    ['runner/engine', 'then a failure', 'R4.6, R6.3 a step whose replies never keep the contract'],
    ['runner/rules-contracts', 'a replan that fails', 'R4.6 a replan that never keeps its contract'],
    ['runner/engine', 'an empty plan', 'R4.6 an empty plan runs one implicit step'],
  ],
  'R4.7': [['runner/protocols', 'falling back, and remembering it', 'R4.7 an endpoint that refuses a protocol']],
  'R4.8': [
    ['agent/prompts', 'strict alternation', 'R4.8 every conversation of a step alternates strictly'],
    ['agent/prompts', 'merging', 'R4.8 neighbours of the same role are merged'],
  ],
  'R4.9': [
    ['agent/prompts', 'bounded thoughts', 'R4.9 the size of a thought’s prompt'],
    ['agent/prompts', 'what a replan holds, in order', 'R3.4, R4.9 what a replan is told'],
    ['runner/cost', 'stable prefixes', 'R4.9 prompts that a provider’s prefix cache can serve'],
  ],
  'R4.10': [['agent/prompts', 'task, step, time, figures, language', 'R4.10 what a thought is told']],
  'R4.11': [
    ['runner/rules-contracts', 'a one-line summary', 'R4.11 of a thought nothing is kept for people but a line'],
  ],
  'R4.12': [
    ['agent/field-matrix', 'unchanged is an answer', 'R4.12 "unchanged" is an answer'],
    ['agent/prompts', 'and is taught', 'R4.12 every protocol and language says'],
  ],
  'R5.1': [
    ['runner/engine', 'what counts', 'R5.1 thoughts, replans and tool calls count a unit each'],
    ['runner/rules-budget', 'unusable replies; what is free', 'R5.1 a reply that cannot be used counts'],
    ['runner/rules-budget', 'repairs of a replan', 'R5.1 a replan that breaks its contract counts'],
    ['runner/rules-recovery', 'evaluations are free', 'R6.2 an evaluation costs no unit'],
  ],
  'R5.2': [
    ['runner/rules-budget', 'looked at before each round', 'R5.2 the limit is looked at before each'],
    ['runner/rules-budget', 'one ledger for parallel steps', 'R5.2, R7.3 parallel steps reserve their units'],
  ],
  'R5.3': [
    ['runner/engine', 'paused, not failed', 'R5.2, R5.3 at the limit the plan is paused'],
    ['runner/rules-budget', 'the digest', 'R5.3 at the limit the person is told'],
    ['runner/rules-budget', 'a fresh budget', 'R5.3 continue grants a fresh budget'],
  ],
  'R5.4': [
    ['runner/rules-budget', 'max_plan_steps: shortened', 'R5.4 a plan that is too long is asked to be shortened'],
    ['runner/rules-budget', 'max_plan_steps: folded', 'R5.4 a plan that stays too long'],
    ['runner/rules-budget', 'max_plan_steps: broken on the way', 'R5.4 a long plan that was broken on the way'],
    ['runner/rules-budget', 'max_plan_steps: not for imports', 'R5.4 an imported plan may be as long'],
    ['runner/rules-budget', 'max_steps', 'R5.4 the limit is max_steps or six for each step'],
    ['runner/engine', 'max_step_tool_calls', 'R5.4 a step that calls too many tools'],
    ['runner/rules-budget', 'all of its calls', 'R5.4 a step may use all of its tool calls'],
    ['runner/rules-budget', 'max_replans', 'R5.4 max_replans counts recoveries only'],
    ['runner/rules-budget', 'max_consecutive_failures', 'R5.4 after three failures in a row'],
    ['runner/rules-budget', 'failures in a row', 'R5.4 a success in between'],
    ['runner/rules-budget', 'planning retries', 'R5.4 planning is tried again'],
  ],
  'R6.1': [
    ['runner/rules-recovery', 'an observation first', 'R6.1 a tool failure is an observation first'],
    ['runner/rules-recovery', 'bad calls, too', 'R6.1 a call that no tool understands'],
  ],
  'R6.2': [
    ['runner/rules-recovery', 'an empty result', 'R6.2 an empty result is noted'],
    ['runner/rules-recovery', 'transient errors: tries and rests', 'R6.2 a transient tool error is tried again'],
    ['runner/rules-recovery', 'a try that succeeds', 'R6.2 a try that succeeds ends the matter'],
    ['runner/rules-recovery', 'Retry-After', 'R6.2 a rest honours Retry-After'],
    ['runner/rules-recovery', 'rests survive a reload', 'R6.2 a rest is until an absolute time'],
    ['runner/rules-recovery', 'other failures', 'R6.2 a failure that is not transient'],
    ['runner/rules-recovery', 'a missing resource', 'R6.2 a step that ends on a missing resource'],
    ['runner/rules-recovery', 'which steps are evaluated', 'R6.2 careful: the model evaluates'],
    ['runner/rules-recovery', 'verdict continue', 'R6.2 verdict continue'],
    ['runner/rules-recovery', 'verdict retry', 'R6.2 verdict retry'],
    ['runner/rules-recovery', 'verdict skip', 'R6.2 verdict skip'],
    ['runner/rules-recovery', 'verdict replan', 'R6.2 verdict replan'],
    ['runner/rules-recovery', 'verdict stop', 'R6.2 verdict stop'],
    ['runner/rules-recovery', 'no verdict', 'R6.2 a verdict that cannot be had'],
  ],
  'R6.3': [
    ['runner/rules-recovery', 'failed with a summary, edited by hand', 'R6.3 beyond the recoveries allowed'],
    ['runner/rules-recovery', 'continued by hand', 'R6.3 continue gives a failed plan fresh recoveries'],
  ],
  'R6.4': [
    ['runner/rules-recovery', 'each error pauses and fails nothing', 'R6.4 the endpoint error %s pauses the plan'],
    ['runner/rules-recovery', 'transient ones are tried again', 'R6.4 the transient endpoint error %s'],
    ['runner/rules-recovery', 'the answer without a plan, too', 'R6.4 the answer without a plan is tried again'],
    ['state/status-line', 'the way to the right setting', 'R6.4 what a person must mend leads to the settings'],
  ],
  'R6.5': [
    ['runner/rules-recovery', 'told once, then a failure', 'R6.5 the same call with the same result'],
    ['runner/rules-recovery', 'heeded', 'R6.5 a model that heeds the warning'],
    ['runner/rules-recovery', 'honest repetition', 'R6.5 the same call with other results'],
    ['runner/rules-recovery', 'tools made to be repeated', 'R6.5 a tool that declares itself repeatable'],
  ],
  'R6.6': [['runner/rules-recovery', 'an answer without a plan', 'R6.6 without a valid plan the person is answered']],
  'R7.1': [
    ['runner/rules-order', 'list order', 'R7.1 without dependencies steps run one after another'],
    ['runner/rules-order', 'references count', 'R7.1 a reference to another step’s result'],
    ['runner/rules-order', 'max_parallel_steps', 'R7.1 no more steps run at once'],
    ['runner/rules-order', 'sequential inside', 'R7.1 each step’s own rounds stay in order'],
    ['runner/cost', 'in the time of the critical path', 'R7.1 independent steps run at the same time'],
  ],
  'R7.2': [
    ['runner/rules-order', 'waiting, blocked, skipped', 'R7.2 a step waits for all it needs'],
    ['runner/rules-order', 'a skipped dependency', 'R7.2 a step whose dependency was skipped'],
  ],
  'R7.3': [
    ['runner/rules-order', 'named to the model once', 'R7.3 %s is named to the model once'],
    ['runner/rules-order', 'then to the person', 'R7.3 %s that stays is mended by rule'],
    ['runner/rules-order', 'replans, too', 'R7.3 a replan with such a fault'],
    ['runner/rules-budget', 'one ledger', 'R5.2, R7.3 parallel steps reserve their units'],
  ],
  'R7.4': [['runner/rules-order', 'found, named, recovered', 'R7.4 a deadlock is found at once']],
  'R7.5': [
    ['runner/rules-order', 'outputs keep their type', 'R7.5 references are replaced by outputs'],
    ['runner/rules-order', 'unknown ones are named', 'R7.5 an unknown reference is an error'],
    ['runner/rules-order', 'through direct steps', 'R7.5 results flow through direct steps'],
    ['runner/rules-order', 'an implied dependency', 'R7.5 a reference implies a dependency'],
  ],
  'R7.6': [
    ['runner/rules-order', 'the order of the list', 'R7.6 the order of the list decides'],
    ['domain/plan-edits', 'a contradiction is refused', 'R7.6 is refused with the reason'],
  ],
  'R8.1': [
    ['runner/rules-resume', 'aborted where repeatable', 'R8.1 a model call under way is aborted'],
    ['runner/rules-resume', 'before the next call', 'R8.1 a pause comes before the next call'],
    ['runner/rules-resume', 'pages', 'R8.1 a page under way when the plan is paused'],
    ['runner/rules-resume', 'in every phase', 'R8.1 pause and continue work in every phase'],
  ],
  'R8.2': [
    ['runner/rules-resume', 'the words', 'R8.2 the continue words resume'],
    ['commands/is-continue', 'many of them', 'R8.2 “%s” is a wish to go on'],
    ['runner/rules-resume', 'the digest', 'R8.2 on resume the model is told how far'],
  ],
  'R8.3': [
    ['runner/rules-resume', 'interrupted at step 3 of 7', 'R8.3 after a reload the session says where'],
    ['state/status-line', 'in words, with Continue', 'R8.3 an interrupted plan names its step'],
    ['runner/engine', 'nothing twice', 'R8.3, R12.1 a reload at every model call'],
    ['runner/rules-resume', 'what stood still', 'R8.3 a task that stood still is found as it stood'],
    ['runner/rules-resume', 'the question again', 'R8.3 while a plan waits for an answer'],
  ],
  'R8.4': [
    ['state/typed-text', 'the answer', 'R8.4 text is the answer while a question waits'],
    ['runner/rules-resume', 'a command leaves the wait', 'R8.4 a slash command leaves the wait intact'],
    ['runner/rules-resume', 'beside a permission', 'R8.4 a question of one step reaches the person'],
  ],
  'R8.5': [
    ['runner/rules-resume', 'the progress lines', 'R8.5 the journal holds the progress lines'],
    ['state/conversation-lines', 'as a conversation', 'R8.5 messages, plan, steps and the end stand in order'],
  ],
};

/** Every line of R3 to R8, save R5.5, with its test. */
export const rules: Rule[] = Object.entries(table).flatMap(([id, rows]) =>
  rows.map(([file, line, test]) => ({ id, line, file: `tests/${file}.test.ts`, test })),
);
