import * as z from 'zod';
import { Plan } from '../plan/plan.ts';

/**
 * Work that starts at a set time, once or again and again (R9.11). It begins only in a page that is open; what came due
 * while none was is offered at the next opening.
 */
export const ScheduledRun = z.object({
  id: z.string(),
  name: z.string().min(1).max(200),
  /** What starts: a sound plan that nothing has been done of. */
  plan: Plan,
  /** The first time by the clocks of `zone`, such as `2026-11-23T09:00`. */
  first: z.string(),
  /** IANA time zone. */
  zone: z.string(),
  /** An RRULE (RFC 5545) without its name, such as `FREQ=WEEKLY;BYDAY=MO`; null: once. */
  repeat: z.string().nullable(),
  /** The next time, ISO 8601 in UTC; null when there is none any more. */
  next_at: z.string().nullable(),
  /** A start that is under way: its time, and the session that is made for it. What is found later was cut short. */
  started: z.object({ at: z.string(), session_id: z.string() }).nullable(),
  /** Off: it keeps its times and does not start. */
  active: z.boolean(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type ScheduledRun = z.infer<typeof ScheduledRun>;
