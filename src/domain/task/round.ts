import type { Approval } from './approval.ts';
import type { Action } from './decision.ts';
import type { PauseReason } from './run.ts';
import type { Turn } from './transcript.ts';
import type { ModelError } from '../model/model-reply.ts';

/** What a model call within a step is made in. */
export interface RoundInput {
  step: string;
  attempt: number;
  n: number;
  turns: Turn[];
  opening: readonly Action[];
}

export type ThoughtInput = RoundInput & { closing: boolean };
export type JudgeInput = RoundInput & { response: string | null; violation: string | null };

/** What a tool call within a step is made in. */
export interface ActInput {
  step: string;
  attempt: number;
  n: number;
  action: Action;
  /** The step has read text from outside before this call (R13.3). */
  foreign: boolean;
}

/** What a model call within a step came to: a turn, or something that a person must see to (R5.5, R6.4). */
export type Thought = { kind: 'turn'; turn: Turn; at: string } | { kind: 'stalled'; reason: PauseReason; at: string };

/** What a tool call within a step came to: a turn, or a call that a person is asked to allow. */
export type Acted = { kind: 'turn'; turn: Turn; at: string } | { kind: 'ask'; approval: Approval; at: string };

/**
 * What came of asking the model for a decision: the decision, under the effect that recorded it; a transient fault that
 * may be tried again at `retry_at`; or something that a person must see to, which pauses the plan (R5.5, R6.4).
 */
export type AskResult<Decision> =
  | { kind: 'decided'; decision: Decision; effect: string; at: string }
  | { kind: 'unanswered'; error: ModelError; retry_at: string; at: string }
  | { kind: 'stalled'; reason: PauseReason; at: string };
