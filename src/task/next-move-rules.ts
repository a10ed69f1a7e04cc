import { maxCallsOfReply, type Action, type NextStepCalls } from './decision.ts';
import { isCallRetried } from './retry-delay.ts';
import { failureParams } from './tool-result.ts';
import {
  callsWithRetriesMerged,
  type CallTurn,
  type StepMove,
  type MoveContext,
  type StepRound,
} from './transcript.ts';
import { simplified } from '../values/simplified-chinese.ts';

/**
 * The parameters of a sentence about failing calls: the tool, the failures in a row, and the reason of the last one,
 * with what the server or the tool says of it.
 */
export function callErrorParams(calls: readonly CallTurn[]): Record<string, string> {
  const last = calls.at(-1);
  if (!last) return {};
  const { failure, refused, quote, server_tool: own } = last.result;
  return {
    tool: last.action.tool,
    n: String(failuresInARow(calls)),
    ...(own && { server_tool: own.tool, server: own.server }),
    ...(failure && failureParams(last.result)),
    ...(quote !== undefined && { quote }),
    ...(refused && { field: refused.field, value: refused.value }),
  };
}

/**
 * True if the latest acting reply gives the step's result together with calls that only read: it was written before
 * their results were known. The step then thinks again, but only once.
 */
export function resultPrecedesReads(turns: readonly StepRound[]): boolean {
  const roundsWithResult = turns.filter((turn, at) => {
    if (turn.kind !== 'thought' || turn.decision.kind !== 'act' || turn.decision.finish?.response == null) return false;
    const later = turns.slice(at + 1);
    const next = later.findIndex(({ kind }) => kind === 'thought');
    return callsWithRetriesMerged(next < 0 ? later : later.slice(0, next)).every(
      ({ reads, result }) => reads && result.ok,
    );
  });
  return roundsWithResult.length === 1 && roundsWithResult[0] === turns.findLast(({ kind }) => kind === 'thought');
}

export function failuresInARow(calls: readonly CallTurn[]): number {
  return calls.length - 1 - calls.findLastIndex((call) => call.result.ok);
}

export function queuedActions(turns: readonly StepRound[], firstCalls: readonly Action[]): readonly Action[] {
  const lastThoughtIndex = turns.findLastIndex((turn) => turn.kind === 'thought');
  const thought = turns[lastThoughtIndex];
  const requestedActions =
    thought?.kind === 'thought' ? (thought.decision.kind === 'act' ? thought.decision.actions : []) : firstCalls;
  return requestedActions.slice(callsWithRetriesMerged(turns.slice(lastThoughtIndex + 1)).length);
}

export function mayRetryStepCall(turns: readonly StepRound[], last: CallTurn): boolean {
  const others = turns.findLastIndex((turn) => turn.kind !== 'tool' || turn.action.call !== last.action.call);
  return isCallRetried(last.result, turns.length - 1 - others);
}

/**
 * Ends a step that keeps repeating a call: as done if the call is a write that was already made, otherwise as failed.
 */
export function endOfRepeatedCall(last: CallTurn): StepMove {
  return last.result.again
    ? { kind: 'end', outcome: { status: 'completed', response: last.result.text, fits: true, taken: 'step_taken' } }
    : { kind: 'end', outcome: { status: 'failed', code: 'loop', reason: '' } };
}

/**
 * True if, in the *markers* protocol, the last call succeeded in the write that the step's description names, after an
 * earlier successful read: the step can then end. Not after as many calls as are made of one reply: more may be wanted.
 */
export function endsWithNamedWrite(
  { calls, context: { markedStep: marked } }: { calls: readonly CallTurn[]; context: Pick<MoveContext, 'markedStep'> },
  last: CallTurn,
): boolean {
  if (!marked || last.reads || !last.result.ok || calls.length >= maxCallsOfReply) return false;
  const readBefore = calls.some((call) => call !== last && call.reads && call.result.ok);
  return readBefore && namesTool(marked.description, last.action.tool, marked.tool);
}

/**
 * If the move completes a step and the plan still fits, adds the calls with which the next step begins. Any other move
 * is returned unchanged: the next step then begins with a thought of its own.
 */
export function moveWithNextStepCalls(move: StepMove, next: NextStepCalls | undefined): StepMove {
  return next && move.kind === 'end' && move.outcome.status === 'completed' && move.outcome.fits
    ? { kind: 'end', outcome: { ...move.outcome, next } }
    : move;
}

/** True if a step's description names a tool or the tool's effect on the person's data. */
function namesTool(description: string, tool: string, stepTool: string | undefined): boolean {
  if (stepTool === tool) return true;
  const names = synonyms[tool] ?? [];
  const text = simplified(description.toLowerCase());
  return [tool.replace(/_/g, ' '), tool, ...names].some((name) => text.includes(name));
}

const synonyms: Record<string, readonly string[]> = {
  todo: ['to-do', 'to do', '待办', '任务清单'],
  schedule: ['calendar', 'appointment', 'entry', '日程', '日历'],
  files: ['file', 'write', 'save', '文件', '保存'],
};
