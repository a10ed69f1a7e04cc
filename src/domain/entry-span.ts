import { addDays, startOfDay } from './calendar-date.ts';
import type { CalendarEntry } from './calendar-entry.ts';

/** The time an entry takes, in milliseconds since 1970; an all-day entry takes its whole days in its own zone. */
export function entrySpan(entry: Pick<CalendarEntry, 'start' | 'end' | 'all_day' | 'zone'>): {
  from: number;
  until: number;
} {
  if (!entry.all_day) return { from: Date.parse(entry.start), until: Date.parse(entry.end) };
  return { from: startOfDay(entry.start, entry.zone), until: startOfDay(addDays(entry.end, 1), entry.zone) };
}
