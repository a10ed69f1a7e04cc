import { contentHash } from '../text/content-hash.ts';
import type { DefaultTaken } from './default-taken.ts';
import type { Action, EvaluationDecision, ProposedStep, ThoughtDecision } from './decision.ts';
import type { ModelError, ModelReply } from '../model/model-reply.ts';
import type { ToolResult } from './tool-result.ts';
import type { Limits } from '../settings/settings.ts';

/** One recorded round of a step, read back from the journal. `n` numbers them without a gap from 1. */
export type Turn =
  | { kind: 'thought'; n: number; effect: string; decision: ThoughtDecision; reply: ModelReply }
  | { kind: 'unanswered'; n: number; error: ModelError; retry_at: string; at: string }
  | {
      kind: 'tool';
      n: number;
      action: Action;
      result: ToolResult;
      retry_at: string;
      /** The tool only reads. */
      reads: boolean;
      /** The tool is made for being called again with the same input, such as polling (R6.5). */
      repeatable: boolean;
    }
  | { kind: 'judged'; n: number; effect: string; decision: EvaluationDecision };

/** How a step's loop ended. `declared`: the further steps that its thoughts declared (R4.5). */
export type StepOutcome =
  /** `taken`: what was assumed, where no reply said that the step is done. */
  | {
      status: 'completed';
      response: string | null;
      fits: boolean;
      taken?: DefaultTaken;
      declared?: ProposedStep[];
    }
  | {
      status: 'failed';
      code: 'blocked' | 'contract' | 'too_many_calls' | 'missing' | 'loop' | 'direct' | 'judged' | 'stopped';
      reason: string;
      declared?: ProposedStep[];
    }
  | { status: 'skipped'; reason: string; declared?: ProposedStep[] }
  | { status: 'asking'; question: string; effect: string };

/** What a step does next; derived from its turns alone, so that a resumed step goes on where it stopped. */
export type Move =
  | { kind: 'think'; n: number; repair: string | null; closing: boolean }
  | { kind: 'act'; n: number; action: Action }
  | { kind: 'judge'; n: number; response: string | null; violation: string | null }
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
  /** The step's own call, made without a thought (R3.10); `mends` lets a thought follow when it fails. */
  direct: { action: Action; mends: boolean } | null;
  /** The model judges the step once it says that it is done (R6.2). */
  judges: boolean;
  /** In the protocol *markers*: the step, whose named write ends it at once (R4.5). */
  marked: { description: string; tool: string | undefined } | null;
}

export type CallTurn = Turn & { kind: 'tool' };

/** The calls a model asked for, retries folded into the last try of each. */
export function callsOf(turns: readonly Turn[]): CallTurn[] {
  const calls: CallTurn[] = [];
  for (const turn of turns) {
    if (turn.kind !== 'tool') continue;
    const previous = calls.at(-1);
    if (previous?.n === turn.n - 1 && previous.action.call === turn.action.call) calls.pop();
    calls.push(turn);
  }
  return calls;
}

/** How often the last of these calls was made with the same input and the same result (R6.5). */
export function repetitions(calls: readonly CallTurn[]): number {
  const last = calls.at(-1);
  if (!last || last.repeatable) return 0;
  const name = nameOf(last);
  return calls.filter((call) => nameOf(call) === name).length;
}

function nameOf({ action, result }: CallTurn): string {
  return contentHash({ tool: action.tool, input: action.input, text: result.text });
}

/** The step's own figures, as a thought is told them (R4.10). */
export function stepFigures(turns: readonly Turn[]): { calls: number; failures: number } {
  const calls = callsOf(turns);
  return { calls: calls.length, failures: calls.filter((call) => !call.result.ok).length };
}

/** Whether something was done in a step: a call has succeeded, or the person has answered what it asked. */
export function hasWorked(turns: readonly Turn[], answered: ReadonlySet<string>): boolean {
  return turns.some(
    (turn) =>
      (turn.kind === 'tool' && turn.result.ok) ||
      (turn.kind === 'thought' && turn.decision.kind === 'ask' && answered.has(turn.effect)),
  );
}
