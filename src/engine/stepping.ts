import { addDeclaredSteps, proposedFromStep } from '../task/proposal.ts';
import { findStep, numberInPlan } from '../plan/leaf-steps.ts';
import type { RequiredWork } from '../task/owed.ts';
import { withWrites } from '../task/writes.ts';
import { taskLanguage } from '../task/task-language.ts';
import { createMessageFormatter } from '../i18n/say-in.ts';
import { formatReasonSentence, reasonWithoutQuote } from '../task/reason-words.ts';
import type { Json } from '../values/json.ts';
import type { ApprovalRequest } from '../task/approval.ts';
import { approvesExactly } from '../task/gate.ts';
import { soleNextStep, firstCallsStillValid, hasFirstCallsForStep } from '../task/first-calls.ts';
import { endStep, oneLineResult, startStep } from '../task/run-steps.ts';
import type { PendingReplan, PauseReason, Run } from '../task/run.ts';
import { classifyDeclaredSteps } from '../task/revision.ts';
import { effectiveThoroughness } from '../task/reply-quality.ts';
import type { Settings } from '../records/settings.ts';
import type { Thoroughness } from '../values/limits.ts';
import type { StepReason } from '../plan/step-reason.ts';
import type { StepOutcome } from '../task/transcript.ts';
import { isUnstarted } from '../plan/step.ts';
import { type TaskChange, journalLine } from './change.ts';
import { type ReplyFallbackCode, countsAgainstModel } from '../task/fallback.ts';

/** An event from a running step to its plan. */
export type StepEvent =
  | { type: 'budget.reserve'; step: string; n: number; thought: boolean }
  | {
      type: 'step.ended';
      step: string;
      outcome: StepOutcome;
      output: Json | undefined;
      /** The model's own words that end the step; absent if a tool's text is its result. */
      text?: string;
      /** The number of writes that the step has made, by store. `owed` is the work that the step was required to do. */
      wrote: Record<string, number>;
      owed: RequiredWork;
      foreign: boolean;
      at: string;
    }
  | { type: 'step.stalled'; step: string; reason: PauseReason; at: string }
  | { type: 'approval.needed'; approval: ApprovalRequest; at: string };

/**
 * Marks a step as running and adds a journal line; a step that has begun in this task is left unchanged. One that was
 * running when its plan was imported gets only the line and its charge. The calls that the model prepared for a step
 * are dropped if something else happened since, such as a message by the person.
 */
export function beginStep(run: Run, id: string, at: string): TaskChange {
  const before = findStep(run.plan.steps, id);
  if (!before || (before.status === 'running' && id in run.charged)) return { run, lines: [] };
  const { steps } = run.plan;
  const isFresh = run.first_calls.length === 0 || (hasFirstCallsForStep(run, id) && firstCallsStillValid(run));
  const number = numberInPlan(steps, id);
  const index = Number.parseInt(number);
  const outer = steps[index - 1];
  const inside = outer && outer.id !== id && { number, outer: outer.description };
  const stepStart = { index, total: steps.length, description: before.description, ...inside };
  return {
    run: startStep(isFresh ? run : { ...run, first_calls: [], first_calls_for: null }, id, at),
    lines: [journalLine({ type: 'plan_step_start', ...stepStart }, id)],
  };
}

/**
 * Returns the change for the end of a step. A question of the step is put to the person, unless another one is open. A
 * failure requests a recovery, or an ordinary replan if it was caused by malformed replies; after any other end, a
 * replan is requested if the thoroughness requires it. Steps that the step declared are added to the plan; those that
 * the person took out before they last said something wait for their consent. Calls prepared in advance for the next
 * step are stored if they are still valid.
 */
export function applyStepEnd(
  run: Run,
  event: Extract<StepEvent, { type: 'step.ended' }>,
  settings: Settings,
): TaskChange {
  const { outcome, step, at } = event;
  const { limits } = settings;
  if (outcome.status === 'asking') {
    if (run.question) return { run, lines: [] };
    return {
      run: {
        ...run,
        tainted: run.tainted || event.foreign,
        question: { effect: outcome.effect, step_id: step, text: outcome.question },
      },
      lines: [journalLine({ type: 'message', kind: 'question', text: outcome.question }, step)],
    };
  }
  const reason = reasonOf(outcome);
  const words = reason
    ? formatReasonSentence(createMessageFormatter(taskLanguage(run)), reasonWithoutQuote(reason))
    : (outcome.status === 'completed' && outcome.response) || '';
  const summary = oneLineResult(words);
  const runAfterStep = withWrites(
    endStep(run, step, outcome, event.output, at, words, reason, event.text),
    event.wrote,
    event.owed,
  );
  const full_result = findStep(runAfterStep.plan.steps, step)?.full_result;
  const { fresh, again, back } = classifyDeclaredSteps(run, outcome.declared ?? []);
  const grown = addDeclaredSteps(runAfterStep, fresh, limits, at);
  const { steps } = grown.plan;
  const asks =
    again.length > 0 &&
    run.phase === 'executing' &&
    steps.length + again.length <= limits.max_plan_steps &&
    !run.proposal;
  const returnedSteps = [...steps.filter(isUnstarted).map(proposedFromStep), ...again];
  const next = outcome.status === 'completed' ? outcome.next : undefined;
  const change = {
    run: {
      ...(hasFirstCallsForStep(run, step) ? { ...grown, first_calls: [], first_calls_for: null } : grown),
      pending_replan: dueAfter(run, outcome, effectiveThoroughness(run.reply_stats, settings)),
      approvals: run.approvals.filter(({ step_id, decision }) => decision !== null || step_id !== step),
      tainted: run.tainted || event.foreign,
      ...(asks && { proposal: { steps: returnedSteps, at_stake: [], back, closing: null } }),
      ...(next &&
        soleNextStep(run, step, settings) === next.step && { first_calls: next.actions, first_calls_for: next.step }),
    },
    lines: [
      journalLine(
        {
          ...{ type: 'plan_step_end', status: outcome.status, summary },
          ...(full_result !== undefined && { full_result }),
          ...(reason && { reason }),
        },
        step,
      ),
    ],
  };
  const fallbackTaken = outcome.status === 'completed' ? outcome.taken : undefined;
  if (fallbackTaken === undefined) return change;
  return recordFallback(
    fallbackTaken === 'already_done' ? { ...change, run: withRepeat(change.run) } : change,
    fallbackTaken,
    {},
    step,
  );
}

/** Why a step did not end as done; null for one that did. */
function reasonOf(outcome: Exclude<StepOutcome, { status: 'asking' }>): StepReason | null {
  if (outcome.status !== 'completed') {
    const reasonText = oneLineResult(outcome.reason);
    return { code: outcome.code, params: { ...outcome.params, ...(reasonText && { said: reasonText }) } };
  }
  const responseText = oneLineResult(outcome.response ?? '');
  if (outcome.doubt)
    return {
      code: outcome.doubt.code,
      params: { ...outcome.doubt.params, ...(responseText && { said: responseText }) },
    };
  if (!outcome.unwritten) return null;
  return { code: 'nothing_written', params: responseText ? { said: responseText } : {} };
}

/**
 * Counts a step that had nothing left to do because its write had already been made in this task. After the second such
 * step, the plan is no longer checked after each step.
 */
function withRepeat(run: Run): Run {
  const repeats = run.reply_stats.repeats + 1;
  return { ...run, reply_stats: { ...run.reply_stats, repeats, settled: run.reply_stats.settled || repeats > 1 } };
}

/**
 * The codes of failures that are caused by the form of the replies, not by anything outside. Such a failure is followed
 * by a usual replan and uses up none of the task's recoveries.
 */
const formal: ReadonlySet<StepReason['code']> = new Set<StepReason['code']>([
  'contract',
  'too_long',
  'calls_failed',
  'wrong_value',
  'nothing_done',
]);

/**
 * The replan due after a step. Recovery is for real failures: a step that failed because of a malformed reply is
 * treated like any other.
 */
function dueAfter(run: Run, outcome: StepOutcome, thoroughness: Thoroughness): PendingReplan | null {
  const isFailed = outcome.status === 'failed';
  if ((isFailed && !formal.has(outcome.code)) || run.pending_replan === 'recovery') return 'recovery';
  const unfit = outcome.status === 'completed' && !outcome.fits;
  if (run.pending_replan !== null) return run.pending_replan;
  if (isFailed || (thoroughness === 'careful' && !run.reply_stats.settled)) return 'step_ended';
  return unfit && thoroughness === 'balanced' ? 'unfit' : null;
}

/** Records that a call needs approval; one that is asked about already is shown with what is known of it now. */
export function recordNeededApproval(run: Run, approval: ApprovalRequest): TaskChange {
  const knownApproval = run.approvals.find((other) => approvesExactly(other, approval));
  if (knownApproval) {
    const approvals = run.approvals.map((each) => (each === knownApproval && each.decision === null ? approval : each));
    return { run: { ...run, approvals }, lines: [] };
  }
  const others = run.approvals.filter(({ effect }) => effect !== approval.effect);
  return {
    run: { ...run, approvals: [...others, approval] },
    lines: [
      journalLine({ type: 'approval', tool: approval.tool, access: approval.access, decision: null }, approval.step_id),
    ],
  };
}

/**
 * The number of defaults (harmless decisions in place of an ambiguous reply) after which the plan of a task is checked
 * less often.
 */
const patience = 3;

/**
 * Returns the change with a journal line that records which default (`ReplyFallbackCode`) was applied to an ambiguous
 * reply. Defaults that indicate a weak model are also counted; from the third on, the plan is checked less often, and a
 * second line records that.
 */
export function recordFallback(
  change: TaskChange,
  code: ReplyFallbackCode,
  params: Record<string, string> = {},
  step: string | null = null,
): TaskChange {
  const { reply_stats } = change.run;
  const fallbackLine = journalLine({ type: 'default', code, params }, step);
  if (!countsAgainstModel(code)) return { run: change.run, lines: [...change.lines, fallbackLine] };
  const defaults = reply_stats.defaults + 1;
  const steps = defaults >= patience && !reply_stats.fewer_checks;
  const run: Run = {
    ...change.run,
    reply_stats: { ...reply_stats, defaults, fewer_checks: reply_stats.fewer_checks || steps },
  };
  const stepped = steps ? [journalLine({ type: 'default', code: 'fewer_checks', params: {} })] : [];
  return { run, lines: [...change.lines, fallbackLine, ...stepped] };
}
