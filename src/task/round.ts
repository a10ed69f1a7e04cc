import type { ApprovalRequest } from './approval.ts';
import type { Action } from './decision.ts';
import type { PauseReason } from './run.ts';
import type { RequiredWork } from './owed.ts';
import type { StepRound } from './transcript.ts';
import type { ModelError } from './model-reply.ts';

/** The input of a model call within a step. */
export interface RoundInput {
  step: string;
  attempt: number;
  n: number;
  turns: StepRound[];
  /**
   * What earlier attempts at the step have written and what has not been undone or overwritten since; one line for each
   * call.
   */
  earlierWrites: readonly string[];
  firstCalls: readonly Action[];
  /** What the step must have done before it may end as done. */
  owes: RequiredWork['kind'];
  /** The name of the file that the step still has to write, if its description names one. */
  file: string | null;
  /** An address or a file that the step is to read and that nothing in the session has read, or null. */
  unreadTarget: string | null;
}

export type ThoughtInput = RoundInput & { closing: boolean };
/**
 * The input of the model call that judges a step which reports that it is done. `response`: the result that the step
 * reported, if any; `violation`: what was wrong with the previous judgement, if it could not be read.
 */
export type StepEvaluationInput = RoundInput & { response: string | null; violation: string | null };

/** The input of a tool call within a step. */
export interface ActInput {
  step: string;
  attempt: number;
  n: number;
  action: Action;
  /** True if the step has read text from outside before this call. */
  foreign: boolean;
}

/** The outcome of a model call within a step: a turn, or a reason to pause until the person acts. */
export type ThoughtOutcome =
  | { kind: 'turn'; turn: StepRound; at: string }
  | { kind: 'stalled'; reason: PauseReason; at: string };

/** The outcome of a tool call within a step: a turn, or a request for the person's approval. */
export type ActResult =
  | { kind: 'turn'; turn: StepRound; at: string }
  | { kind: 'ask'; approval: ApprovalRequest; at: string };

/**
 * The outcome of asking the model for a decision: the decision, with the effect that recorded it; a transient error
 * that may be retried at `retry_at`; or a reason to pause the plan until the person acts. `events`: the number of the
 * task's events that the request showed, outside steps.
 */
export type AskResult<Decision> =
  | { kind: 'decided'; decision: Decision; effect: string; events?: number; at: string }
  | { kind: 'unanswered'; error: ModelError; retry_at: string; at: string }
  | { kind: 'stalled'; reason: PauseReason; at: string };
