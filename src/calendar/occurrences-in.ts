import { spansOverlap, type CalendarEntry, entrySpan } from '../records/calendar-entry.ts';
import { candidateOccurrences, isExcludedOccurrence } from './candidate-occurrences.ts';
import { addDays } from '../values/calendar-date.ts';

/** One occurrence of an entry. */
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
 * Returns the occurrences within a span of time, in order of their start, at most `limit` of each entry. Repeating
 * entries keep their local time across daylight saving changes. An entry that replaces one occurrence of a repeating
 * entry is included only if `entries` also contains that repeating entry.
 */
export function occurrencesIn(entries: readonly CalendarEntry[], span: Span, limit = mostOccurrences): Occurrence[] {
  const ids = new Set(entries.map(({ id }) => id));
  const visibleEntries = entries.filter(({ replaces }) => replaces === null || ids.has(replaces.entry));
  return visibleEntries
    .flatMap((storedEntry) => [...occurrencesOf(storedEntry, span, limit)])
    .map((entry) => ({ entry, from: entrySpan(entry.entry).from }))
    .sort((a, b) => a.from - b.from)
    .map(({ entry }) => entry);
}

function* occurrencesOf(storedEntry: CalendarEntry, span: Span, limit: number): Generator<Occurrence> {
  let remainingCount = limit;
  for (const entry of candidateOccurrences(storedEntry, span, true)) {
    const occurrenceSpan = entrySpan(entry);
    if (occurrenceSpan.from >= span.until) return;
    if (!spansOverlap(occurrenceSpan, span) || isExcludedOccurrence(storedEntry, entry)) continue;
    yield { entry, stored: storedEntry };
    remainingCount -= 1;
    if (remainingCount <= 0) return;
  }
}

/** Returns the entry moved to the first time that its rule allows; null if there is none. */
export function entryAtFirstOccurrence(entry: CalendarEntry): CalendarEntry | null {
  const whole = { from: -Infinity, until: Infinity };
  const [first] = occurrencesIn([{ ...entry, except: [], replaces: null }], whole, 1);
  return first ? { ...entry, start: first.entry.start, end: first.entry.end } : null;
}

const ahead = 92 * 86_400_000;

/**
 * Returns the occurrences of other entries that overlap with an entry; for a repeating entry, those within three
 * months. All-day entries never overlap.
 */
export function overlappingOccurrences(entry: CalendarEntry, others: readonly CalendarEntry[]): CalendarEntry[] {
  if (entry.all_day) return [];
  const { from, until } = entrySpan(entry);
  const span = { from, until: entry.repeat === null ? until : from + ahead };
  const times = entry.repeat === null ? [entry] : occurrencesIn([entry], span).map((occurrence) => occurrence.entry);
  const own = times.map(entrySpan);
  const rest = others.filter(({ id, all_day }) => id !== entry.id && !all_day);
  const otherOccurrences = occurrencesIn(rest, span).map((occurrence) => occurrence.entry);
  return otherOccurrences.filter((other) => {
    const its = entrySpan(other);
    return own.some((time) => spansOverlap(its, time));
  });
}

const most = 5000;

/** Returns the occurrences of one entry that start within a span of time, in order. */
export function occurrencesStartingIn(
  storedEntry: CalendarEntry,
  span: { from: number; until: number },
): CalendarEntry[] {
  const occurrences: CalendarEntry[] = [];
  for (const entry of candidateOccurrences(storedEntry, span, false)) {
    const { from } = entrySpan(entry);
    if (from >= span.until || occurrences.length >= most) break;
    if (from >= span.from && !isExcludedOccurrence(storedEntry, entry)) occurrences.push(entry);
  }
  return occurrences;
}

/**
 * Returns the occurrence of an entry that starts at an instant or on a date; null if there is none or it is an
 * exception.
 */
export function occurrenceAt(storedEntry: CalendarEntry, start: string): CalendarEntry | null {
  const startSpan = storedEntry.all_day
    ? entrySpan({ ...storedEntry, start, end: start })
    : { from: Date.parse(start), until: Date.parse(start) + 1 };
  if (Number.isNaN(startSpan.from)) return null;
  const same = ({ start: found }: CalendarEntry) =>
    storedEntry.all_day ? found === addDays(start, 0) : Date.parse(found) === Date.parse(start);
  return (
    occurrencesStartingIn(storedEntry, {
      from: startSpan.from,
      until: Math.max(startSpan.until, startSpan.from + 1),
    }).find(same) ?? null
  );
}
