import * as z from 'zod/mini';
import { PlanStatus } from '../plan/plan-status.ts';
import { UsageTotals } from './usage.ts';

/** One conversation and everything that belongs to it; contains all that the session list shows. */
export const Session = z.object({
  id: z.string(),
  title: z.string(),
  /** The status of the latest plan; null without a plan. */
  plan_status: z.nullable(PlanStatus),
  /**
   * The numbers of completed steps and of all steps of the latest plan; older rows count skipped and failed steps as
   * completed.
   */
  steps_ended: z.int(),
  steps_total: z.int(),
  /** The number of failed steps, if the latest plan has ended without some of its steps. */
  steps_failed: z.optional(z.int()),
  /** Set if the session waits for the person. */
  needs_you: z.optional(z.literal(true)),
  /** The number of steps reported as done without evidence. */
  steps_doubtful: z.optional(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
  /** The usage of the session's model calls; absent before the first. */
  used: z.optional(UsageTotals),
  /** The usage of calls that came with a copy or a shared run: shown only, since they were made elsewhere. */
  copied: z.optional(UsageTotals),
});
export type Session = z.infer<typeof Session>;
