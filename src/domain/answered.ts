import type { ModelError } from './model-reply.ts';
import type { PauseReason } from './run.ts';

/**
 * What came of asking the model for a decision: the decision, under the effect that recorded it; a transient fault that
 * may be tried again at `retry_at`; or something that a person must see to, which pauses the plan (R5.5, R6.4).
 */
export type Answered<Decision> =
  | { kind: 'decided'; decision: Decision; effect: string; at: string }
  | { kind: 'unanswered'; error: ModelError; retry_at: string; at: string }
  | { kind: 'stalled'; reason: PauseReason; at: string };
