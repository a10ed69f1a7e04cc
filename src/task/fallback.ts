import * as z from 'zod';

/** The harmless default assumed where a reply left its meaning open, as shown in the history. */
export const Fallback = z.enum([
  /** A check of the plan could not be read: the plan stays. */
  'plan_kept',
  /** The model gave no closing answer: it is composed from the results. */
  'closing_composed',
  /** The model closed the task, and said so again when asked, while steps remained. */
  'closed_early',
  /** A step without a readable end was taken as done, since one of its calls had succeeded. */
  'step_taken',
  /** The same revision was repeated: the plan is no longer revised. */
  'revision_repeated',
  /** A write that this task had made already was not repeated. */
  'already_done',
  /** Several defaults were taken: the plan is checked less often from here on. */
  'fewer_checks',
]);
export type Fallback = z.infer<typeof Fallback>;

/** The defaults that indicate a weakness of the model; enough of them lead to an easier protocol. */
const telling: ReadonlySet<Fallback> = new Set<Fallback>([
  'plan_kept',
  'closing_composed',
  'step_taken',
  'revision_repeated',
  'already_done',
]);

export function countsAgainstModel(code: Fallback): boolean {
  return telling.has(code);
}
