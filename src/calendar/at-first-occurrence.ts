import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { occurrencesIn } from './occurrences-in.ts';

/** The entry moved on to the first time that its repetition fits; null where there is no such time. */
export function atFirstOccurrence(entry: CalendarEntry): CalendarEntry | null {
  const whole = { from: -Infinity, until: Infinity };
  const [first] = occurrencesIn([{ ...entry, except: [], replaces: null }], whole, 1);
  return first ? { ...entry, start: first.entry.start, end: first.entry.end } : null;
}
