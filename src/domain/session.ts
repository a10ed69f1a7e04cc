import * as z from 'zod';
import { PlanStatus } from './step.ts';
import { UsageTotals } from './usage-totals.ts';

/** One conversation and all that belongs to it; the list shows it without opening its journal. */
export const Session = z.object({
  id: z.string(),
  title: z.string(),
  /** Of its latest plan, or null while it has none. */
  plan_status: PlanStatus.nullable(),
  /** Completed steps and all steps of the latest plan; a row from earlier counts what was skipped or failed among the first. */
  steps_ended: z.int(),
  steps_total: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  /** What its model calls have used (R5.5); absent before the first. */
  used: UsageTotals.optional(),
});
export type Session = z.infer<typeof Session>;
