import * as z from 'zod';

/** What was assumed where a reply's form left it open, as the history tells it; the harmless one of what it could mean. */
export const DefaultTaken = z.enum([
  /** A check of the plan that could not be read: the plan stays. */
  'plan_kept',
  /** No closing answer could be had: it is put together from the results. */
  'closing_composed',
  /** The model closed the task, and said so again when asked, while steps remained. */
  'closed_early',
  /** A step ended without a readable end after a call of it had succeeded. */
  'step_taken',
  /** The same revision came again: the plan is no longer revised. */
  'revision_repeated',
  /** A write that this task had made already was not made again. */
  'already_done',
  /** Defaults have added up: fewer checks from here on. */
  'fewer_checks',
]);
export type DefaultTaken = z.infer<typeof DefaultTaken>;

/** Those that say something about the model, and add up to an easier way of working with it. */
const telling: ReadonlySet<DefaultTaken> = new Set<DefaultTaken>([
  'plan_kept',
  'closing_composed',
  'step_taken',
  'revision_repeated',
  'already_done',
]);

export function isTelling(code: DefaultTaken): boolean {
  return telling.has(code);
}
