import { addDays } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import { startingIn } from './starting-in.ts';

/** The occurrence of an entry that starts at an instant or on a date, left-out ones not counted; null where there is none. */
export function occurrenceAt(stored: CalendarEntry, start: string): CalendarEntry | null {
  const at = stored.all_day
    ? entrySpan({ ...stored, start, end: start })
    : { from: Date.parse(start), until: Date.parse(start) + 1 };
  if (Number.isNaN(at.from)) return null;
  const same = ({ start: found }: CalendarEntry) =>
    stored.all_day ? found === addDays(start, 0) : Date.parse(found) === Date.parse(start);
  return startingIn(stored, { from: at.from, until: Math.max(at.until, at.from + 1) }).find(same) ?? null;
}
