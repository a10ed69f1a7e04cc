import * as z from 'zod/mini';
import { PlanStatus } from '../plan/step.ts';
import { UsageTotals } from './usage.ts';

/** One conversation and all that belongs to it; the list shows it without opening its journal. */
export const Session = z.object({
  id: z.string(),
  title: z.string(),
  /** Of its latest plan, or null while it has none. */
  plan_status: z.nullable(PlanStatus),
  /** Completed steps and all steps of the latest plan; a row from earlier counts what was skipped or failed among the first. */
  steps_ended: z.int(),
  steps_total: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
  /** What its model calls have used (R5.5); absent before the first. */
  used: z.optional(UsageTotals),
});
export type Session = z.infer<typeof Session>;
