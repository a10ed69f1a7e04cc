import * as z from 'zod/mini';

/** Why a step failed, was skipped or wrote nothing; worded in each language by `text/reasons`. */
export type ReasonCode =
  /** The model says that the step cannot be done, in its own words. */
  | 'blocked'
  /** No reply could be read. */
  | 'contract'
  /** Calls failed until none was allowed any more, and the model made no end. */
  | 'calls_failed'
  /** The same, where the calls gave a value that a field does not take. */
  | 'wrong_value'
  | 'too_many_calls'
  | 'loop'
  /** What was asked for does not exist. */
  | 'missing'
  /** The step's own call failed, made without a thought. */
  | 'direct'
  | 'judged'
  | 'stopped'
  | 'judged_skip'
  /** It was said to be done, but nothing was. */
  | 'nothing_done'
  /** It ended without the write that it owes, which the model says is not needed. */
  | 'nothing_written'
  /** The person did not allow the write. */
  | 'not_allowed'
  /** The model says that it is done, but the person did not allow its only call, or that failed. */
  | 'said_denied'
  | 'said_failed'
  /** The person took it as done although it failed, or was to be checked. */
  | 'accepted'
  /** The person stopped the plan while it ran. */
  | 'cancelled';

/** A reason with what its sentence needs: `said` is in the words of the model or of a tool. */
export const StepReason = z.object({
  code: z.string() as unknown as z.ZodMiniType<ReasonCode>,
  params: z.record(z.string(), z.string()),
});
export type StepReason = z.infer<typeof StepReason>;
