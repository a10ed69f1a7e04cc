import { stringifyExactJson } from '../values/exact-json.ts';
import { planStatistics } from '../plan/plan-progress.ts';
import type { Run } from '../task/run.ts';
import type { Step } from '../plan/step.ts';
import { subPlanIdSeparator } from '../plan/leaf-steps.ts';
import { maxRepetitions } from '../task/next-move.ts';
import type { RequiredWork } from '../task/owed.ts';
import { answeredEffects } from '../task/run.ts';
import { writeCounts } from '../task/writes.ts';
import {
  callRoundCount,
  callsWithRetriesMerged,
  repeatCountOfLastCall,
  type CallTurn,
  type StepRound,
} from '../task/transcript.ts';
import { unrecoveredFailedWrites } from '../task/unrecovered-writes.ts';
import {
  descriptionOfFailedCall,
  endsInUncheckableLanguage,
  missingWorkAtStepEnd,
  prematureEndIndexes,
  claimedButUnmadeChanges,
  filesClaimedButNotSaved,
} from '../task/missing-at-end.ts';
import { maxCallsOfReply, type Action } from '../task/decision.ts';
import type { ToolCall } from '../task/model-reply.ts';
import type { ModelImage, ModelMessage } from '../ports/language-model.ts';
import { resultIdOfCall } from '../protocols/call-contract.ts';
import { wrapUntrustedText } from './untrusted-text.ts';
import { stepEndEvents, planLinesAroundStep } from './plan-so-far.ts';
import { type FullTexts, fullTextsOf, resultEffectId, resultWithText } from './step-texts.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Prompts } from '../protocols/prompts.ts';
import { controlToolNamed } from '../protocols/aliases.ts';
import { withImages } from './shown-images.ts';
import { shortenedText } from '../values/truncate-text.ts';

type ThoughtTurn = StepRound & { kind: 'thought' };

const outputLength = 1500;

export interface ThoughtPromptData {
  /** The step's id, prefixed by those of its enclosing steps. */
  id: string;
  run: Run;
  step: Step;
  turns: readonly StepRound[];
  firstCalls: readonly Action[];
  now: string;
  zone: string;
  callLimit: number;
  closing: boolean;
  /** The work that the step must have done before it may end as done. */
  owes: RequiredWork['kind'];
  /** The name of the file that the step still has to write, if its description names one. */
  file: string | null;
  unreadTarget: string | null;
  /** True while the model judges the step's result. */
  judging: boolean;
  protocol: Protocol;
  /** The images shown to the step. */
  images: readonly ModelImage[];
  /** The writes of earlier attempts at the step. */
  earlierWrites: readonly string[];
  /** The lines about files that the person has added since the task began. */
  addedFiles: readonly string[];
  /** The step whose first calls may be part of the reply that ends this one. */
  next: string | null;
  /** The stable head of the prompt. */
  system: string;
  /** What was said in the session before the task, as far as the step is told of it. */
  talk: readonly ModelMessage[];
  /** The tokens that the model has for messages, or null. */
  room: number | null;
}

/**
 * The messages of a thought's prompt; their size depends on the step's own observations, not on the number of steps.
 */
export function thoughtMessages(prompts: Prompts, scene: ThoughtPromptData): ModelMessage[] {
  const { run, turns } = scene;
  const { ending } = prompts.byProtocol[scene.protocol.name];
  return [
    {
      role: 'system',
      text: [scene.system, prompts.callLimit(scene.callLimit), prompts.task(run.plan.goal), ending].join('\n'),
    },
    ...scene.talk,
    withImages(prompts, brief(prompts, scene), scene.images),
    ...opened(prompts, scene),
    ...turns.flatMap((turn, at) => asMessages(prompts, scene, turn, turns.slice(0, at + 1))),
  ];
}

function placeOf(run: Run, id: string): number {
  return run.plan.steps.findIndex((step) => step.id === id || id.startsWith(step.id + subPlanIdSeparator));
}

/** Text shared with earlier thoughts comes first, so that prompts begin alike; text of this step alone comes last. */
function brief(prompts: Prompts, scene: ThoughtPromptData): string {
  const { id, run, step, now, zone, earlierWrites, addedFiles, room } = scene;
  const figures = planStatistics(run.plan);
  const place = placeOf(run, id);
  const total = run.plan.steps.length;
  const neededSteps = run.plan.steps.filter((other) => step.dependencies.includes(other.id));
  const lines = planLinesAroundStep(prompts, run, place, { results: neededSteps.length === 0, room, addedFiles });
  const texts = fullTextsOf(neededSteps, room);
  if (neededSteps.length > 0)
    lines.push(prompts.dependenciesTitle, ...neededSteps.map((other) => needs(prompts, run, other, texts)));
  lines.push(prompts.progress(figures.completed, figures.failed), prompts.now(now, zone));
  if (step.expected_output) lines.push(prompts.expected(step.expected_output));
  if (step.tool) lines.push(prompts.suggested(step.tool, JSON.stringify(step.parameters ?? {})));
  lines.push(...earlierWritesSection(prompts, earlierWrites), prompts.step(place + 1, total, step.description));
  return lines.join('\n');
}

/**
 * The lines of the prompt's section about what earlier attempts have already written, with the heading first; empty if
 * they wrote nothing.
 */
export function earlierWritesSection(prompts: Prompts, earlierWrites: readonly string[]): string[] {
  return earlierWrites.length > 0 ? [prompts.doneAlready, ...earlierWrites.map((line) => `- ${line}`)] : [];
}

/** The result of another step, with its number in the plan and the id that parameters may refer to. */
function needs(prompts: Prompts, run: Run, { id, result, output }: Step, texts: FullTexts): string {
  const isForeign = stepEndEvents(run).some((each) => each.step === id && each.foreign);
  const framed = (text: string) => wrapUntrustedText(prompts, resultEffectId(run, id), text);
  const resultText =
    result === null
      ? prompts.noResult
      : isForeign
        ? framed(result)
        : resultWithText(prompts, run, { id, line: result, canRead: true }, texts);
  const whole = inFull(output);
  return [
    `- ${placeOf(run, id) + 1}, ${id}: ${resultText}`,
    ...(whole ? [run.tainted ? framed(whole) : `  ${whole}`] : []),
  ].join('\n');
}

function inFull(output: unknown): string {
  if (output === undefined) return '';
  const text = JSON.stringify(output);
  return shortenedText(text, outputLength);
}

/** The step's first calls, made by an earlier reply, as its first thought. */
function opened(prompts: Prompts, { id, run, firstCalls, turns }: ThoughtPromptData): ModelMessage[] {
  if (firstCalls.length === 0) return [];
  const calls = firstCalls.map(asCall);
  const text = run.first_words?.step === id ? run.first_words.text : '';
  const madeCallIds = madeBeforeNextThought(turns);
  const unmadeCalls = firstCalls.filter((action) => !madeCallIds.has(action.call));
  return [
    { role: 'assistant', text, calls },
    ...unmadeCalls.map((action): ModelMessage => ({ role: 'tool', call: action.call, text: prompts.notCarriedOut })),
  ];
}

function asMessages(
  prompts: Prompts,
  scene: ThoughtPromptData,
  turn: StepRound,
  soFar: readonly StepRound[],
): ModelMessage[] {
  switch (turn.kind) {
    case 'unanswered':
      return [];
    case 'tool':
      return observed(prompts, scene, turn, soFar);
    case 'judged':
      return turn.decision.kind === 'judged' && turn.decision.evaluation.decision === 'retry'
        ? [{ role: 'user', text: prompts.judged(turn.decision.evaluation.reason) }]
        : [];
    case 'thought': {
      const { reply, decision } = turn;
      const calls = callsIn(scene, turn);
      const { text, reasoning } = reply;
      const assistantMessage: ModelMessage = { role: 'assistant', text, calls, reasoning };
      if (calls.length === 0) return [assistantMessage, ...proseReaction(prompts, scene, turn, soFar)];
      const madeCallIds = madeBeforeNextThought(scene.turns.slice(soFar.length));
      const open = calls.filter(
        (call) =>
          controlToolNamed(call.name, 'thought') !== null || decision.kind !== 'act' || !madeCallIds.has(call.id),
      );
      const reactions = open.map((call): ModelMessage => ({
        role: 'tool',
        call: call.id,
        text: isRepeat(decision, call)
          ? isAmongTooMany(decision, calls, call)
            ? prompts.tooManyCalls(maxCallsOfReply)
            : prompts.madeOnce
          : reaction(prompts, scene, turn, soFar, controlToolNamed(call.name, 'thought') !== null),
      }));
      return [assistantMessage, ...reactions];
    }
  }
}

/** True if a call was dropped because the same reply makes the same call before it. */
function isRepeat(decision: ThoughtTurn['decision'], { id, name }: ToolCall): boolean {
  const isControl = controlToolNamed(name, 'thought') !== null;
  return decision.kind === 'act' && !isControl && decision.actions.every(({ call }) => call !== id);
}

/** True if a call stands after all that were made of a reply with more calls than are made of one. */
function isAmongTooMany(decision: ThoughtTurn['decision'], calls: readonly ToolCall[], call: ToolCall): boolean {
  if (decision.kind !== 'act' || decision.actions.length < maxCallsOfReply) return false;
  const lastMade = decision.actions.at(-1)?.call;
  return calls.indexOf(call) > calls.findIndex(({ id }) => id === lastMade);
}

function asCall(action: Action): ToolCall {
  const { call, tool, input } = action;
  return { id: call, name: tool, arguments: typeof input === 'string' ? input : stringifyExactJson(input ?? {}) };
}

/**
 * Returns the calls of a reply. If the reply was written in another protocol and the current protocol is *tools*, its
 * actions are converted to calls.
 */
function callsIn({ protocol }: ThoughtPromptData, { reply, decision }: ThoughtTurn): ToolCall[] {
  if (reply.calls.length === 0 && decision.kind === 'act' && protocol.name === 'tools')
    return decision.actions.map(asCall);
  return reply.calls.map((call) => ({ ...call, id: resultIdOfCall(reply, call) }));
}

/** The ids of the executed calls of the thought just before these turns; ids may repeat from thought to thought. */
function madeBeforeNextThought(later: readonly StepRound[]): Set<string> {
  const next = later.findIndex((turn) => turn.kind === 'thought');
  const own = next < 0 ? later : later.slice(0, next);
  return new Set(own.flatMap((turn) => (turn.kind === 'tool' ? [turn.action.call] : [])));
}

function observed(
  prompts: Prompts,
  scene: ThoughtPromptData,
  turn: CallTurn,
  soFar: readonly StepRound[],
): ModelMessage[] {
  const next = scene.turns[soFar.length];
  if (next?.kind === 'tool' && next.action.call === turn.action.call) return [];
  const calls = callsWithRetriesMerged(soFar);
  const failures = calls.filter((call) => !call.result.ok).length;
  const { result, action } = turn;
  const lines = [result.foreign ? wrapUntrustedText(prompts, turn.effect, result.text) : result.text];
  if (scene.protocol.name !== 'tools') lines.unshift(prompts.observation(action.tool, result.ok));
  lines.push(prompts.figures(callRoundCount(soFar), scene.callLimit, failures));
  if (result.ok && scene.next !== null && scene.protocol.name === 'tools')
    lines.push(prompts.mayBegin(placeOf(scene.run, scene.next) + 1));
  if (repeatCountOfLastCall(calls) === maxRepetitions) lines.push(prompts.repeated);
  if (next?.kind !== 'tool' && callsOfLastReply(soFar).length >= maxCallsOfReply && !answersCalls(soFar))
    lines.push(prompts.tooManyCalls(maxCallsOfReply));
  if (isLastOfProse(soFar) && isAskedBack(scene, soFar)) lines.push(askBack(prompts, scene, soFar));
  if (scene.turns.length === soFar.length && scene.closing) {
    const isLastRound = callRoundCount(soFar) >= scene.callLimit;
    lines.push(isLastRound ? prompts.lastRound : prompts.tired, prompts.byProtocol[scene.protocol.name].close);
  }
  const whole = result.artifact === null ? {} : { whole: result.artifact };
  return [{ role: 'tool', call: action.call, text: lines.join('\n'), ...whole }];
}

/** The message after a reply without calls: the violation, the person's answer, or the request to continue. */
function proseReaction(
  prompts: Prompts,
  scene: ThoughtPromptData,
  turn: ThoughtTurn,
  soFar: readonly StepRound[],
): ModelMessage[] {
  const follower = scene.turns[soFar.length];
  if (turn.decision.kind === 'act' && follower?.kind === 'tool') return [];
  if (turn.decision.kind === 'blocked') return [];
  if (turn.decision.kind === 'done' && !isAskedBack(scene, soFar)) return [];
  const text =
    turn.decision.kind === 'round'
      ? prompts.goOn
      : reaction(prompts, scene, turn, soFar, turn.decision.kind === 'done');
  return [{ role: 'user', text }];
}

/** The result for a call that was not executed; every call needs exactly one result. */
function reaction(
  prompts: Prompts,
  scene: ThoughtPromptData,
  turn: ThoughtTurn,
  soFar: readonly StepRound[],
  control: boolean,
): string {
  const { run, protocol } = scene;
  const { decision } = turn;
  if (control && isAskedBack(scene, soFar)) return askBack(prompts, scene, soFar);
  switch (decision.kind) {
    case 'invalid':
      return prompts.violation(decision.violation);
    case 'ask': {
      const clarification = run.events.find((each) => each.kind === 'clarified' && each.effect === turn.effect);
      return clarification?.kind === 'clarified' ? prompts.answered(clarification.answer) : prompts.notCarriedOut;
    }
    case 'act':
      return control ? prompts.notCarriedOut : prompts.byProtocol[protocol.name].actRefused;
    case 'round':
    case 'done':
    case 'blocked':
      return prompts.notCarriedOut;
  }
}

/** True if the latest thought of these rounds ended the step too early, and the model has to go on with it. */
function isAskedBack(
  { turns, owes, file, unreadTarget, judging, run }: ThoughtPromptData,
  soFar: readonly StepRound[],
): boolean {
  const latest = soFar.findLastIndex(({ kind }) => kind === 'thought');
  const isJudged = judging && latest === turns.findLastIndex(({ kind }) => kind === 'thought');
  return (
    !isJudged &&
    prematureEndIndexes(turns, { owes, file, unreadTarget, answered: answeredEffects(run) }).includes(latest)
  );
}

/** Says what is missing before the step may end, and how much has been written so far. */
function askBack(
  prompts: Prompts,
  { run, step, turns, owes, file, unreadTarget, protocol }: ThoughtPromptData,
  soFar: readonly StepRound[],
): string {
  const missingWork =
    missingWorkAtStepEnd(soFar, { owes, file, unreadTarget, answered: answeredEffects(run) }, true) ?? 'act';
  const here = Object.values(writeCounts(turns)).reduce((sum, n) => sum + n, 0);
  const before = Object.values(run.wrote ?? {}).reduce((sum, n) => sum + n, 0);
  const { owing } = prompts.byProtocol[protocol.name];
  if (missingWork === 'unsaved')
    return prompts.unsaved(
      filesClaimedButNotSaved(soFar, callsWithRetriesMerged(soFar))[0] ?? '',
      endsInUncheckableLanguage(soFar),
    );
  if (missingWork === 'change') return prompts.unmade(claimedButUnmadeChanges(soFar, answeredEffects(run)).join(', '));
  const failedWritePhrases = () => unrecoveredFailedWrites(soFar, callsWithRetriesMerged(soFar)).map(asPhrase);
  return [
    missingWork === 'success' ? prompts.lost(failedWritePhrases()) : prompts.owed[missingWork],
    prompts.wroteSoFar(here + before),
    owing(step.tool ?? null),
  ].join(' ');
}

/** A failed call as its tool, action and name: `todo add “Milk”`. */
function asPhrase(call: CallTurn): string {
  const { what, name } = descriptionOfFailedCall(call);
  return [what.replace('.', ' '), name === undefined ? '' : `“${name}”`].filter(Boolean).join(' ');
}

/** True if the last reply of these rounds has calls of its own, each of which is answered; first calls have no reply. */
function answersCalls(soFar: readonly StepRound[]): boolean {
  const thought = soFar.findLast(({ kind }) => kind === 'thought');
  return thought?.kind === 'thought' && thought.reply.calls.length > 0;
}

/** True if these rounds end with the last call of a reply that wrote its calls as text. */
function isLastOfProse(soFar: readonly StepRound[]): boolean {
  const lastThoughtIndex = soFar.findLastIndex(({ kind }) => kind === 'thought');
  const thought = soFar[lastThoughtIndex];
  if (thought?.kind !== 'thought' || thought.reply.calls.length > 0 || thought.decision.kind !== 'act') return false;
  return callsOfLastReply(soFar).length === thought.decision.actions.length;
}

/** The calls that these rounds made since their last thought. */
function callsOfLastReply(soFar: readonly StepRound[]): CallTurn[] {
  return callsWithRetriesMerged(soFar.slice(soFar.findLastIndex(({ kind }) => kind === 'thought') + 1));
}
