import * as z from 'zod';

/**
 * A calendar entry (R9.6). Timed entries: `start` and `end` are instants in UTC, `end` after `start`, shown in `zone`.
 * All-day entries: both are dates (`2026-01-31`), `end` is the last day, inclusive.
 */
export const CalendarEntry = z.object({
  id: z.string(),
  title: z.string().min(1).max(500),
  start: z.string(),
  end: z.string(),
  all_day: z.boolean(),
  /** IANA time zone. */
  zone: z.string(),
  place: z.string(),
  notes: z.string(),
  /** Minutes before the start at which to remind, or null. */
  reminder: z.number().nullable(),
  session_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

/** Whether two spans share any time; touching ends do not count. */
export function overlaps(a: { from: number; until: number }, b: { from: number; until: number }): boolean {
  return a.from < b.until && b.from < a.until;
}
