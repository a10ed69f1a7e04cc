import * as z from 'zod/mini';
import { addDays, startOfDay } from '../values/calendar-date.ts';

/**
 * A calendar entry. Timed entries: `start` and `end` are instants in UTC, `end` after `start`, shown in `zone`.
 * All-day entries: both are dates (`2026-01-31`), `end` is the last day, inclusive.
 */
export const CalendarEntry = z.object({
  id: z.string(),
  title: z.string().check(z.minLength(1), z.maxLength(500)),
  start: z.string(),
  end: z.string(),
  all_day: z.boolean(),
  /** The IANA time zone. */
  zone: z.string(),
  place: z.string(),
  notes: z.string(),
  /** Minutes before the start at which to remind, or null. */
  reminder: z.nullable(z.number()),
  /**
   * An RRULE (RFC 5545) without its name, such as `FREQ=WEEKLY;BYDAY=MO`; null for an entry that occurs once. `start`
   * is the first occurrence.
   */
  repeat: z._default(z.nullable(z.string()), null),
  /** Starts of the occurrences that are left out: instants in UTC, or dates if `all_day`. */
  except: z._default(z.array(z.string()), []),
  /**
   * The occurrence of another entry that this one replaces; that entry's `except` contains its start. Removed together
   * with that entry.
   */
  replaces: z._default(z.nullable(z.object({ entry: z.string(), start: z.string() })), null),
  /** The UID in calendar files; null for the entry's id. */
  uid: z._default(z.nullable(z.string()), null),
  /** True if it came from a file, or was written while text from outside was in the model's context. */
  foreign: z.exactOptional(z.boolean()),
  /**
   * What the calendar file said from which it was last imported: its SEQUENCE, null without one; a hash of each part of
   * the entry; when it begins; the starts that a series leaves out or replaces. `removed`: when the entry was deleted
   * since the file cancelled it or no longer had it.
   */
  source: z.exactOptional(
    z.object({
      sequence: z.nullable(z.number()),
      parts: z.record(z.string(), z.string()),
      first: z.exactOptional(z.object({ start: z.string(), all_day: z.boolean(), zone: z.string() })),
      except: z.exactOptional(z.array(z.string())),
      removed: z.exactOptional(z.string()),
    }),
  ),
  session_id: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

/** The fields of an entry that occurs once and was not imported. */
export const singleEntryFields = (): Pick<CalendarEntry, 'repeat' | 'except' | 'replaces' | 'uid'> => ({
  ...{ repeat: null, except: [], replaces: null, uid: null },
});

/** True if two spans share any time; touching ends do not count. */
export function spansOverlap(a: { from: number; until: number }, b: { from: number; until: number }): boolean {
  return a.from < b.until && b.from < a.until;
}

/** The time span of an entry, in milliseconds since 1970; an all-day entry takes its whole days in its own zone. */
export function entrySpan(entry: Pick<CalendarEntry, 'start' | 'end' | 'all_day' | 'zone'>): {
  from: number;
  until: number;
} {
  if (!entry.all_day) return { from: Date.parse(entry.start), until: Date.parse(entry.end) };
  return { from: startOfDay(entry.start, entry.zone), until: startOfDay(addDays(entry.end, 1), entry.zone) };
}
