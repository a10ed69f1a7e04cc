import * as z from 'zod/mini';

/** A harmless default applied to an ambiguous reply, as shown in the history. */
export const ReplyFallbackCode = z.enum([
  /** A check of the plan could not be parsed: the plan stays. */
  'plan_kept',
  /** The model gave no closing answer: it is composed from the results. */
  'closing_composed',
  /** The model ended the task while steps remained, and insisted when asked. */
  'closed_early',
  /** A step without a readable end counted as done, since one of its calls had succeeded. */
  'step_taken',
  /** A step without a readable end is to be checked, since it is not known whether one of its calls succeeded. */
  'step_in_doubt',
  /** The same revision was repeated: the plan is no longer revised. */
  'revision_repeated',
  /** A write already made in this task was not repeated. */
  'already_done',
  /** Several defaults were applied: the plan is checked less often from here on. */
  'fewer_checks',
]);
export type ReplyFallbackCode = z.infer<typeof ReplyFallbackCode>;

/**
 * The defaults (harmless decisions in place of an ambiguous reply) that indicate a weak model. Enough of them lead to
 * an easier protocol.
 */
const telling: ReadonlySet<ReplyFallbackCode> = new Set<ReplyFallbackCode>([
  'plan_kept',
  'closing_composed',
  'step_taken',
  'step_in_doubt',
  'revision_repeated',
  'already_done',
]);

/**
 * True if the default that was applied indicates a weak model; after several such defaults, the plan is checked less
 * often, and a simpler protocol is used.
 */
export function countsAgainstModel(code: ReplyFallbackCode): boolean {
  return telling.has(code);
}
