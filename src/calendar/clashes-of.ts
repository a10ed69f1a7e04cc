import { overlaps, type CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import { occurrencesIn } from './occurrences-in.ts';

const ahead = 92 * 86_400_000;

/** The times of other entries that take some of an entry's time (R9.6), of a repeating one within three months. */
export function clashesOf(entry: CalendarEntry, others: readonly CalendarEntry[]): CalendarEntry[] {
  const { from, until } = entrySpan(entry);
  const span = { from, until: entry.repeat === null ? until : from + ahead };
  const times = entry.repeat === null ? [entry] : occurrencesIn([entry], span).map((found) => found.entry);
  const own = times.map(entrySpan);
  const rest = others.filter(({ id }) => id !== entry.id);
  const taken = occurrencesIn(rest, span).map((found) => found.entry);
  return taken.filter((other) => {
    const its = entrySpan(other);
    return own.some((time) => overlaps(its, time));
  });
}
