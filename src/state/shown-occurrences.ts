import { occurrencesIn, type Occurrence } from '../calendar/occurrences-in.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';

/** Everything that takes place once, and of what repeats the times within `reach` (milliseconds since 1970). */
export function shownOccurrences(
  entries: readonly CalendarEntry[],
  reach: { from: number; until: number },
): Occurrence[] {
  const ids = new Set(entries.map(({ id }) => id));
  const once = entries.filter(({ repeat, replaces }) => repeat === null && (!replaces || ids.has(replaces.entry)));
  const repeating = entries.filter(({ repeat }) => repeat !== null);
  return [...once.map((entry) => ({ entry, stored: entry })), ...occurrencesIn(repeating, reach)];
}
