import type { Approval } from './approval.ts';
import type { Action } from './decision.ts';
import type { PauseReason } from './run.ts';
import type { Turn } from './transcript.ts';

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
