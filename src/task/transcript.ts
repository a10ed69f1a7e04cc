import { contentHash } from '../values/content-hash.ts';
import type { ReplyFallbackCode } from './fallback.ts';
import type { Action, EvaluationDecision, NextStepCalls, ProposedStep, ThoughtDecision } from './decision.ts';
import type { ModelError, ModelReply } from './model-reply.ts';
import type { ToolResult } from './tool-result.ts';
import type { ChangedThing } from './claimed/changed-things.ts';
import type { RequiredWork } from './owed.ts';
import type { ReasonCode } from '../plan/step-reason.ts';
import type { Limits } from '../values/limits.ts';

/** One recorded round of a step, read back from the journal; `n` numbers them from 1 without gaps. */
export type StepRound =
  | {
      kind: 'thought';
      n: number;
      effect: string;
      decision: ThoughtDecision;
      reply: ModelReply;
      /** Names of files in the words that end the step which are known neither to the stores nor to the task. */
      unknownFiles?: readonly string[];
      /**
       * What the thought says in a field that its step changed although nothing in the task had done so before; present
       * if its words are in a language that is not read.
       */
      claims?: readonly ChangedThing[];
      /** True if its words end a step that asks for no text with a refusal (`declinesAtOnce`). */
      refuses?: true;
    }
  | { kind: 'unanswered'; n: number; error: ModelError; retry_at: string; at: string }
  | {
      kind: 'tool';
      n: number;
      effect: string;
      action: Action;
      result: ToolResult;
      retry_at: string;
      /** True if the tool only reads. */
      reads: boolean;
      /** True if the tool is meant to be called repeatedly with the same input, such as polling. */
      repeatable: boolean;
    }
  | { kind: 'judged'; n: number; effect: string; decision: EvaluationDecision };

/**
 * The outcome of a step: completed, failed, skipped, or `asking` with its question to the person. `declared`: the
 * further steps that the model named during the step, to be added to the plan.
 */
export type StepOutcome =
  /**
   * `taken`: the default that was applied if no reply said that the step is done. `file`: the file with the full text,
   * if the response is a tool's own text.
   */
  | {
      status: 'completed';
      response: string | null;
      file?: string;
      /**
       * Set if `response` is the text of a tool, not of the model, and comes from outside of the app, such as from a
       * web page.
       */
      foreign?: true;
      fits: boolean;
      taken?: ReplyFallbackCode;
      /** Set if the step's required write was not made and the model insists on the end. */
      unwritten?: true;
      /**
       * Set if none of its calls succeeded, since the last one was not allowed or failed, or if the step calls for an
       * act in the world outside that no tool did, if it names a file and another was written, if its words say that a
       * file was saved that is not there, if it made no call and what it is to read was never read or its words begin
       * with a refusal, or if the outcome of a call that must not be repeated is not known.
       */
      doubt?: {
        code:
          | 'said_denied'
          | 'said_failed'
          | 'said_outside'
          | 'other_file'
          | 'unsaved_file'
          | 'not_read'
          | 'outcome_unknown';
        params: Record<string, string>;
      };
      declared?: ProposedStep[];
      /** The first calls of the next step, made by the reply that ended this one. */
      next?: NextStepCalls;
    }
  | {
      status: 'failed' | 'skipped';
      code: ReasonCode;
      /** The words of the model or a tool; empty if the code says all. */
      reason: string;
      foreign?: true;
      /** The values for the placeholders in the message of `code`, besides `reason`. */
      params?: Record<string, string>;
      declared?: ProposedStep[];
    }
  | { status: 'asking'; question: string; effect: string };

/** The next move of a step; derived from its turns alone, so that a resumed step continues where it stopped. */
export type StepMove =
  | { kind: 'think'; n: number; repair: string | null; closing: boolean }
  | { kind: 'act'; n: number; action: Action }
  | { kind: 'judge'; n: number; response: string | null; violation: string | null }
  | { kind: 'rest'; n: number; until: string }
  | { kind: 'stall'; error: ModelError }
  | { kind: 'end'; outcome: StepOutcome };

export interface MoveContext {
  limits: Limits;
  /** The ids of the effects that asked the person a question which has been answered. */
  firstCalls: readonly Action[];
  /** The effects whose question has been answered. */
  answered: ReadonlySet<string>;
  /** Retries before this time do not count: the person has continued the task since. */
  resumedAt: string;
  /** The current time; tries with a later time were made while the clock was ahead, and do not count either. */
  now: string;
  /** The step's predefined call, made without a thought; with `mends`, a thought follows if it fails. */
  direct: { action: Action; mends: boolean } | null;
  /** True if the model judges the step once it reports that it is done. */
  judges: boolean;
  /** In the *markers* protocol: the step, which ends as soon as the write it names is made. */
  markedStep: { description: string; tool: string | undefined } | null;
  /** What the step must have done before it may end as done. */
  owes: RequiredWork['kind'];
  /** True if the step's description asks for an act in the world outside, such as a booking. */
  outside: boolean;
  /** The name of the file that the step still has to write, if its description names one. */
  file: string | null;
  /** The last call of earlier attempts whose outcome is not known, or null. */
  callOfUnknownOutcome: CallTurn | null;
  /** An address or a file that the step is to read and that nothing in the session has read, or null. */
  unreadTarget: string | null;
}

export type CallTurn = StepRound & { kind: 'tool' };

/** The calls that a model requested, each with its retries merged into the last try. */
export function callsWithRetriesMerged(turns: readonly StepRound[]): CallTurn[] {
  const calls: CallTurn[] = [];
  for (const turn of turns) {
    if (turn.kind !== 'tool') continue;
    const previous = calls.at(-1);
    if (previous?.n === turn.n - 1 && previous.action.call === turn.action.call) calls.pop();
    calls.push(turn);
  }
  return calls;
}

/** The number of times that the last of these calls was made with the same input and result. */
export function repeatCountOfLastCall(calls: readonly CallTurn[]): number {
  const last = calls.at(-1);
  if (!last || last.repeatable) return 0;
  const name = nameOf(last);
  return calls.filter((call) => nameOf(call) === name).length;
}

function nameOf({ action, result }: CallTurn): string {
  return contentHash({ tool: action.tool, input: action.input, text: result.text });
}

/** The characters that a step reads before reading on counts as a round. */
const mostFreelyRead = 100_000;
/** A part of a text that is shorter than this many characters is its rest, or the model reads without end. */
const shortPart = 1000;

/**
 * The number of a step's rounds of calls: its replies that made any, with all calls of one reply as one round. Those
 * that only read what the step had not read before, such as the next part of a long file, do not count, unless the step
 * has read very much, or the same text in short parts.
 */
export function callRoundCount(turns: readonly StepRound[]): number {
  const readParts: TextPart[] = [];
  let rounds = 0;
  let readLength = 0;
  let isCounted = false;
  for (const turn of turns) {
    if (turn.kind === 'thought') isCounted = false;
    if (turn.kind !== 'tool') continue;
    const { part } = turn.result;
    const readsOn = part !== undefined && readLength <= mostFreelyRead && isMostlyUnread(part, readParts);
    if (part) {
      readParts.push(part);
      readLength += part.until - part.from;
    }
    if (readsOn || isCounted) continue;
    isCounted = true;
    rounds += 1;
  }
  return rounds;
}

type TextPart = NonNullable<ToolResult['part']>;

/**
 * True if at least half of a part lies in none of the parts read before; false for the second short part of a text.
 */
function isMostlyUnread({ of, from, until }: TextPart, readParts: readonly TextPart[]): boolean {
  const ofSameText = readParts.filter((part) => part.of === of);
  if (until - from < shortPart && ofSameText.some((part) => part.until - part.from < shortPart)) return false;
  const readLength = ofSameText.reduce(
    (sum, part) => sum + Math.max(0, Math.min(until, part.until) - Math.max(from, part.from)),
    0,
  );
  return until > from && 2 * readLength <= until - from;
}

/** True if a step has had an effect: a call has succeeded, or the person has answered its question. */
export function stepHadEffect(turns: readonly StepRound[], answeredEffectIds: ReadonlySet<string>): boolean {
  return turns.some((turn) => turn.kind === 'tool' && turn.result.ok) || personAnswered(turns, answeredEffectIds);
}

/** True if the person has answered a question of the step. */
export function personAnswered(turns: readonly StepRound[], answeredEffectIds: ReadonlySet<string>): boolean {
  return turns.some(
    (turn) => turn.kind === 'thought' && turn.decision.kind === 'ask' && answeredEffectIds.has(turn.effect),
  );
}

/** True if calls were made and none has succeeded. */
export function allCallsFailed(turns: readonly StepRound[]): boolean {
  const calls = callsWithRetriesMerged(turns);
  return calls.length > 0 && !calls.some(({ result }) => result.ok);
}
