import { addDays, type CalendarDate } from '../domain/calendar-date.ts';
import { overlaps, type CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import { readRepeat } from './read-repeat.ts';
import { repeatTimes } from './repeat-times.ts';
import { wallTime } from './wall-time.ts';

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

const day = 86_400_000;
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
  for (const entry of timesOf(stored, span.from)) {
    const taken = entrySpan(entry);
    if (taken.from >= span.until) return;
    if (!overlaps(taken, span) || isLeftOut(stored, entry)) continue;
    yield { entry, stored };
    left -= 1;
    if (left <= 0) return;
  }
}

/** Without regard to exceptions; those that end before `from` may be left out. */
function* timesOf(stored: CalendarEntry, from: number): Generator<CalendarEntry> {
  const rule = stored.repeat === null ? null : readRepeat(stored.repeat);
  if (!rule?.ok) {
    yield stored;
    return;
  }
  const { zone, all_day } = stored;
  const [first, last] = all_day
    ? [wallTime.read(stored.start), wallTime.read(stored.end)]
    : [wallTime.at(Date.parse(stored.start), zone), wallTime.at(Date.parse(stored.end), zone)];
  const reach = Number.isFinite(from) ? wallTime.at(from, zone) - (last - first) - 2 * day : -Infinity;
  for (const wall of repeatTimes(rule.rule, first, zone, reach)) {
    if (wall === first) yield stored;
    else yield { ...stored, ...(all_day ? datesAt(stored, wall - first) : instantsAt(stored, wall, last - first)) };
  }
}

function datesAt({ start, end }: CalendarEntry, shift: number): { start: CalendarDate; end: CalendarDate } {
  return { start: addDays(start, shift / day), end: addDays(end, shift / day) };
}

/** The end keeps its clock, too; where that comes to nothing, for the clocks go forward meanwhile, the length is kept. */
function instantsAt(stored: CalendarEntry, wall: number, length: number): { start: string; end: string } {
  const start = wallTime.instant(wall, stored.zone);
  const end = wallTime.instant(wall + length, stored.zone);
  const until = end > start ? end : start + Date.parse(stored.end) - Date.parse(stored.start);
  return { start: new Date(start).toISOString(), end: new Date(until).toISOString() };
}

function isLeftOut({ except, repeat }: CalendarEntry, { start, all_day }: CalendarEntry): boolean {
  if (repeat === null || except.length === 0) return false;
  return all_day ? except.includes(start) : except.some((left) => Date.parse(left) === Date.parse(start));
}
