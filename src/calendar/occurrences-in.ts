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
  const shown = entries.filter(({ replaces }) => replaces === null || ids.has(replaces.entry));
  return shown
    .flatMap((stored) => [...occurrencesOf(stored, span, limit)])
    .map((entry) => ({ entry, from: entrySpan(entry.entry).from }))
    .sort((a, b) => a.from - b.from)
    .map(({ entry }) => entry);
}

function* occurrencesOf(stored: CalendarEntry, span: Span, limit: number): Generator<Occurrence> {
  let left = limit;
  for (const entry of candidateOccurrences(stored, span, true)) {
    const taken = entrySpan(entry);
    if (taken.from >= span.until) return;
    if (!spansOverlap(taken, span) || isExcludedOccurrence(stored, entry)) continue;
    yield { entry, stored };
    left -= 1;
    if (left <= 0) return;
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
  const times = entry.repeat === null ? [entry] : occurrencesIn([entry], span).map((found) => found.entry);
  const own = times.map(entrySpan);
  const rest = others.filter(({ id, all_day }) => id !== entry.id && !all_day);
  const taken = occurrencesIn(rest, span).map((found) => found.entry);
  return taken.filter((other) => {
    const its = entrySpan(other);
    return own.some((time) => spansOverlap(its, time));
  });
}

const most = 5000;

/** Returns the occurrences of one entry that start within a span of time, in order. */
export function occurrencesStartingIn(stored: CalendarEntry, span: { from: number; until: number }): CalendarEntry[] {
  const found: CalendarEntry[] = [];
  for (const entry of candidateOccurrences(stored, span, false)) {
    const { from } = entrySpan(entry);
    if (from >= span.until || found.length >= most) break;
    if (from >= span.from && !isExcludedOccurrence(stored, entry)) found.push(entry);
  }
  return found;
}

/**
 * Returns the occurrence of an entry that starts at an instant or on a date; null if there is none or it is an
 * exception.
 */
export function occurrenceAt(stored: CalendarEntry, start: string): CalendarEntry | null {
  const at = stored.all_day
    ? entrySpan({ ...stored, start, end: start })
    : { from: Date.parse(start), until: Date.parse(start) + 1 };
  if (Number.isNaN(at.from)) return null;
  const same = ({ start: found }: CalendarEntry) =>
    stored.all_day ? found === addDays(start, 0) : Date.parse(found) === Date.parse(start);
  return occurrencesStartingIn(stored, { from: at.from, until: Math.max(at.until, at.from + 1) }).find(same) ?? null;
}
