import type { Action, ThoughtDecision } from './decision.ts';
import type { ModelError, ModelReply } from './model-reply.ts';
import { isTransientFailure, type ToolResult } from './tool-result.ts';
import type { Limits } from './settings.ts';

/** One recorded round of a step, read back from the journal. `n` numbers them without a gap from 1. */
export type Turn =
  | { kind: 'thought'; n: number; effect: string; decision: ThoughtDecision; reply: ModelReply }
  | { kind: 'unanswered'; n: number; error: ModelError; retry_at: string; at: string }
  | { kind: 'tool'; n: number; action: Action; result: ToolResult; retry_at: string };

/** How a step's loop ended. */
export type StepOutcome =
  | { status: 'completed'; response: string | null; fits: boolean }
  | { status: 'failed'; code: 'blocked' | 'contract' | 'too_many_calls' | 'missing'; reason: string }
  | { status: 'asking'; question: string; effect: string };

/** What a step does next; derived from its turns alone, so that a resumed step goes on where it stopped. */
export type Move =
  | { kind: 'think'; n: number; repair: string | null; closing: boolean }
  | { kind: 'act'; n: number; action: Action }
  | { kind: 'rest'; n: number; until: string }
  | { kind: 'stall'; error: ModelError }
  | { kind: 'end'; outcome: StepOutcome };

export interface MoveContext {
  limits: Limits;
  /** The first acts of a step that was begun by the reply which made the plan (R3.5). */
  opening: readonly Action[];
  /** Effects whose question has been answered. */
  answered: ReadonlySet<string>;
  /** Retries before this time do not count: the person has said continue since. */
  resumedAt: string;
}

const maxRepairs = 2;
export const maxRetries = 3;

/** R3.2, R4.6, R5.4, R6.1 and R6.2 in one place. `rested` is true once the rest before turn `n` is over. */
export function nextMove(turns: readonly Turn[], context: MoveContext, rested: boolean): Move {
  const n = (turns.at(-1)?.n ?? 0) + 1;
  const calls = toolCalls(turns);
  const failures = failuresInARow(calls);
  const tired = failures >= context.limits.max_consecutive_failures;
  const think = (repair: string | null = null): Move => ({ kind: 'think', n, repair, closing: tired });
  const act = (action: Action): Move =>
    calls.length >= context.limits.max_step_tool_calls
      ? { kind: 'end', outcome: { status: 'failed', code: 'too_many_calls', reason: String(calls.length) } }
      : { kind: 'act', n, action };

  const last = turns.at(-1);
  const waiting = queuedActions(turns, context.opening);
  if (!last) return waiting[0] ? act(waiting[0]) : think();

  switch (last.kind) {
    case 'unanswered': {
      const tries = unansweredInARow(turns, context.resumedAt);
      if (tries > maxRetries) return { kind: 'stall', error: last.error };
      if (!rested && tries > 0) return { kind: 'rest', n, until: last.retry_at };
      return think(repairOf(turns));
    }
    case 'tool': {
      if (mayRetry(turns, last))
        return rested ? { kind: 'act', n, action: last.action } : { kind: 'rest', n, until: last.retry_at };
      return waiting[0] ? act(waiting[0]) : think();
    }
    case 'thought':
      switch (last.decision.kind) {
        case 'act':
          if (tired) return refused(turns, 'act_refused', think);
          return waiting[0] ? act(waiting[0]) : think();
        case 'invalid':
          return refused(turns, last.decision.violation, think);
        case 'ask':
          return context.answered.has(last.effect)
            ? think()
            : { kind: 'end', outcome: { status: 'asking', question: last.decision.question, effect: last.effect } };
        case 'done':
          return { kind: 'end', outcome: ended(last.decision.response, last.decision.fits, calls) };
        case 'blocked':
          return { kind: 'end', outcome: { status: 'failed', code: 'blocked', reason: last.decision.reason } };
      }
  }
}

/** A step that closes on a missing resource is not done: the plan must change (R6.2). */
function ended(response: string | null, fits: boolean, calls: readonly (Turn & { kind: 'tool' })[]): StepOutcome {
  const lastCall = calls.at(-1);
  if (lastCall && !lastCall.result.ok && lastCall.result.failure?.code === 'not_found')
    return { status: 'failed', code: 'missing', reason: response ?? lastCall.result.text };
  return { status: 'completed', response: response ?? lastCall?.result.text ?? null, fits };
}

function refused(turns: readonly Turn[], violation: string, think: (repair: string) => Move): Move {
  const wrong = turns.filter((turn) => turn.kind === 'thought').reverse();
  let inARow = 0;
  for (const turn of wrong) {
    const act = turn.decision.kind === 'act' && violation === 'act_refused';
    if (turn.decision.kind !== 'invalid' && !act) break;
    if (act && turns.some((other) => other.kind === 'tool' && other.n === turn.n + 1)) break;
    inARow += 1;
  }
  if (inARow > maxRepairs) return { kind: 'end', outcome: { status: 'failed', code: 'contract', reason: violation } };
  return think(violation);
}

/** The repair that the next thought still owes, across attempts that brought no reply. */
function repairOf(turns: readonly Turn[]): string | null {
  const last = turns.filter((turn) => turn.kind !== 'unanswered').at(-1);
  return last?.kind === 'thought' && last.decision.kind === 'invalid' ? last.decision.violation : null;
}

/** The calls a model asked for, retries folded into the last try of each. */
function toolCalls(turns: readonly Turn[]): (Turn & { kind: 'tool' })[] {
  const calls: (Turn & { kind: 'tool' })[] = [];
  for (const turn of turns) {
    if (turn.kind !== 'tool') continue;
    const previous = calls.at(-1);
    if (previous?.n === turn.n - 1 && previous.action.call === turn.action.call) calls.pop();
    calls.push(turn);
  }
  return calls;
}

function failuresInARow(calls: readonly (Turn & { kind: 'tool' })[]): number {
  const good = calls.findLastIndex((call) => call.result.ok);
  return calls.length - 1 - good;
}

function queuedActions(turns: readonly Turn[], opening: readonly Action[]): readonly Action[] {
  const at = turns.findLastIndex((turn) => turn.kind === 'thought');
  const thought = turns[at];
  const wanted =
    thought?.kind === 'thought' ? (thought.decision.kind === 'act' ? thought.decision.actions : []) : opening;
  const made = toolCalls(turns.slice(at + 1));
  return wanted.slice(made.length);
}

function mayRetry(turns: readonly Turn[], last: Turn & { kind: 'tool' }): boolean {
  if (last.result.ok || !last.result.failure || !isTransientFailure(last.result.failure)) return false;
  let tries = 0;
  for (const turn of [...turns].reverse()) {
    if (turn.kind !== 'tool' || turn.action.call !== last.action.call) break;
    tries += 1;
  }
  return tries <= maxRetries;
}

function unansweredInARow(turns: readonly Turn[], since: string): number {
  const answered = turns.findLastIndex((turn) => turn.kind !== 'unanswered');
  return turns.slice(answered + 1).filter((turn) => turn.kind === 'unanswered' && turn.at > since).length;
}

/** The step's own figures, as a thought is told them (R4.10). */
export function stepFigures(turns: readonly Turn[]): { calls: number; failures: number } {
  const calls = toolCalls(turns);
  return { calls: calls.length, failures: calls.filter((call) => !call.result.ok).length };
}
