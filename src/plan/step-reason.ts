import * as z from 'zod/mini';

/** The code of the reason why a step failed, was skipped or wrote nothing; the ui words it. */
export type ReasonCode =
  /** The model says that the step cannot be done; its words are in `said`. */
  | 'blocked'
  /** No reply could be parsed. */
  | 'contract'
  /** The replies had `n` characters, of which at most `limit` are read. */
  | 'too_long'
  /** The replies ended at the model's length limit, after `n` characters. */
  | 'cut_off'
  /** Calls failed until the limit was reached, and the model did not end the step. */
  | 'calls_failed'
  /**
   * Calls failed until the limit was reached, since they gave a value that a field does not accept, and the model did
   * not end the step.
   */
  | 'wrong_value'
  | 'too_many_calls'
  | 'loop'
  /** The requested thing does not exist. */
  | 'missing'
  /** The step's predefined call, made without a thought, failed. */
  | 'direct'
  | 'judged'
  | 'stopped'
  | 'judged_skip'
  /** The model reported the step as done, but nothing was done. */
  | 'nothing_done'
  /** The step ended without its expected write, which the model says is not needed. */
  | 'nothing_written'
  /** The person did not allow the write. */
  | 'not_allowed'
  /** The model says that the step is done, but the person did not allow its only call, or that call failed. */
  | 'said_denied'
  | 'said_failed'
  /**
   * The model says that the step is done, which calls for an act in the world outside, such as a booking, and no tool
   * did it.
   */
  | 'said_outside'
  /** The step names a file to be written, and another was written. */
  | 'other_file'
  /** The model says that a file was saved, and there is none of that name. */
  | 'unsaved_file'
  /** The step is to read what `name` names, which nothing has read, and made no call. */
  | 'not_read'
  /** No answer came to a call that must not be repeated, or the work was interrupted during it. */
  | 'outcome_unknown'
  /** The person accepted the step as done although it failed or was doubtful. */
  | 'accepted'
  /** The person stopped the plan while the step ran. */
  | 'cancelled';

/** A reason with the parameters of its sentence: `said` quotes the model or a tool. */
export const StepReason = z.object({
  code: z.string() as unknown as z.ZodMiniType<ReasonCode>,
  params: z.record(z.string(), z.string()),
});
export type StepReason = z.infer<typeof StepReason>;
