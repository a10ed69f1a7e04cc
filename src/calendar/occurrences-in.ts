import { overlaps, type CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import { entryTimes } from './entry-times.ts';
import { isLeftOut } from './is-left-out.ts';

/** One time at which an entry takes place. */
export interface Occurrence {
  /** The entry with the times of this occurrence. */
  entry: CalendarEntry;
  /** The entry as it is stored. */
  stored: CalendarEntry;
}

interface Span {
  from: number;
  until: number;
}

const mostOccurrences = 5000;

/**
 * What takes place within a span of time, in order of its start, at most `limit` of each entry. Repeating entries keep
 * their clock across changes to and from summer time. A changed occurrence counts only where the entry it belongs to is given, too.
 */
export function occurrencesIn(entries: readonly CalendarEntry[], span: Span, limit = mostOccurrences): Occurrence[] {
  const ids = new Set(entries.map(({ id }) => id));
  const shown = entries.filter(({ replaces }) => replaces === null || ids.has(replaces.entry));
  return shown
    .flatMap((stored) => [...occurrencesOf(stored, span, limit)])
    .map((entry) => ({ entry, from: entrySpan(entry.entry).from }))
    .sort((a, b) => a.from - b.from)
    .map(({ entry }) => entry);
}

function* occurrencesOf(stored: CalendarEntry, span: Span, limit: number): Generator<Occurrence> {
  let left = limit;
  for (const entry of entryTimes(stored, span, true)) {
    const taken = entrySpan(entry);
    if (taken.from >= span.until) return;
    if (!overlaps(taken, span) || isLeftOut(stored, entry)) continue;
    yield { entry, stored };
    left -= 1;
    if (left <= 0) return;
  }
}
