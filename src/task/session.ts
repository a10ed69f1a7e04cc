import * as z from 'zod/mini';
import { PlanStatus } from '../plan/step.ts';
import { UsageTotals } from './usage.ts';

/** One conversation and all that belongs to it; the session list needs no journal to show it. */
export const Session = z.object({
  id: z.string(),
  title: z.string(),
  /** The status of its latest plan; null while it has none. */
  plan_status: z.nullable(PlanStatus),
  /**
   * The numbers of completed steps and of all steps of the latest plan; older rows count skipped and failed steps as
   * completed.
   */
  steps_ended: z.int(),
  steps_total: z.int(),
  /** Where its latest plan has ended without some of its steps: how many of them failed. */
  steps_failed: z.optional(z.int()),
  /** It waits for the person. */
  needs_you: z.optional(z.literal(true)),
  /** How many of its steps were only said to be done. */
  steps_doubtful: z.optional(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
  /** The usage of its model calls; absent before the first. */
  used: z.optional(UsageTotals),
});
export type Session = z.infer<typeof Session>;
