import * as z from 'zod';
import { Plan } from '../plan/plan.ts';

/**
 * A plan that starts at a set time, once or repeatedly (R9.11). It starts only while the page is open; starts that were
 * missed are offered the next time it opens.
 */
export const ScheduledRun = z.object({
  id: z.string(),
  name: z.string().min(1).max(200),
  /** The plan to start: sound, and with nothing done yet. */
  plan: Plan,
  /** The first start as local time in `zone`, such as `2026-11-23T09:00`. */
  first: z.string(),
  /** IANA time zone. */
  zone: z.string(),
  /** An RRULE (RFC 5545) without its name, such as `FREQ=WEEKLY;BYDAY=MO`; null: once. */
  repeat: z.string().nullable(),
  /** The next start, ISO 8601 in UTC; null when there is none left. */
  next_at: z.string().nullable(),
  /** A start in progress: its time and the session created for it. Found at a later opening, it was interrupted. */
  started: z.object({ at: z.string(), session_id: z.string() }).nullable(),
  /** Whether it starts when due; it keeps its times either way. */
  active: z.boolean(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type ScheduledRun = z.infer<typeof ScheduledRun>;
