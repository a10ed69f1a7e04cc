import { addDays, type CalendarDate } from '../values/calendar-date.ts';
import type { CalendarEntry } from '../records/calendar-entry.ts';
import { parseRrule } from './rrule.ts';
import { recurrenceTimes } from './repeat-times.ts';
import { wallTime } from './times.ts';

const day = 86_400_000;
/**
 * The maximum number of overlapping occurrences of an entry that lasts longer than its interval; earlier ones are
 * omitted.
 */
const mostAtOnce = 100;
const periods = { DAILY: day, WEEKLY: 7 * day, MONTHLY: 31 * day, YEARLY: 366 * day };

/**
 * Yields the occurrences of an entry, each as a copy of the entry with its own start and end; the exceptions of a
 * repeating entry are not left out. Includes at least the occurrences that start in `span` and, with `goingOn`, those
 * that start before it and end in it; the caller must filter out the others.
 */
export function* candidateOccurrences(
  storedEntry: CalendarEntry,
  span: { from: number; until: number },
  goingOn: boolean,
): Generator<CalendarEntry> {
  const parsedRule = storedEntry.repeat === null ? null : parseRrule(storedEntry.repeat);
  if (!parsedRule?.ok) {
    yield storedEntry;
    return;
  }
  const { zone, all_day } = storedEntry;
  const [first, last] = [wallTime.of(storedEntry.start, storedEntry), wallTime.of(storedEntry.end, storedEntry)];
  const begin = Number.isFinite(span.from) ? wallTime.at(span.from, zone) - 2 * day : -Infinity;
  const until = Number.isFinite(span.until) ? wallTime.at(span.until, zone) + 2 * day : Infinity;
  const { freq, interval } = parsedRule.value;
  const back = goingOn ? Math.min(last - first, mostAtOnce * interval * periods[freq]) : 0;
  const earlier: number[] = [];
  for (const wall of recurrenceTimes(parsedRule.value, first, zone, { from: begin - back, until })) {
    if (wall < begin) {
      earlier.push(wall);
      if (earlier.length > mostAtOnce) earlier.shift();
      continue;
    }
    yield* earlier.splice(0).map(at);
    yield at(wall);
  }
  yield* earlier.map(at);

  function at(wall: number): CalendarEntry {
    if (wall === first) return storedEntry;
    return {
      ...storedEntry,
      ...(all_day ? datesAt(storedEntry, wall - first) : instantsAt(storedEntry, wall, last - first)),
    };
  }
}

function datesAt({ start, end }: CalendarEntry, shift: number): { start: CalendarDate; end: CalendarDate } {
  return { start: addDays(start, shift / day), end: addDays(end, shift / day) };
}

/**
 * Returns the instants of an occurrence. The end keeps its local time, too; if a clock change would leave no duration,
 * the length is kept instead.
 */
function instantsAt(storedEntry: CalendarEntry, wall: number, length: number): { start: string; end: string } {
  const start = wallTime.instant(wall, storedEntry.zone);
  const end = wallTime.instant(wall + length, storedEntry.zone);
  const until = end > start ? end : start + Date.parse(storedEntry.end) - Date.parse(storedEntry.start);
  return { start: new Date(start).toISOString(), end: new Date(until).toISOString() };
}

/** True if an occurrence is among its entry's exceptions. */
export function isExcludedOccurrence({ except, repeat }: CalendarEntry, { start, all_day }: CalendarEntry): boolean {
  if (repeat === null || except.length === 0) return false;
  if (except.includes(start) || all_day) return except.includes(start);
  const usual = isUsual(start);
  return except.some(
    (excludedStart) => !(usual && isUsual(excludedStart)) && Date.parse(excludedStart) === Date.parse(start),
  );
}

/**
 * True if an instant is in the format of `toISOString`, so that it can be compared as text: lists of exceptions can be
 * long.
 */
const isUsual = (instant: string) => instant.length === 24 && instant.endsWith('Z');
