import { addDays } from '../values/calendar-date.ts';
import type { CalendarEntry } from '../records/calendar-entry.ts';
import { type EntryTimes, wallTime } from './times.ts';

const day = 86_400_000;

/**
 * Returns the times of an entry after it was moved by `by` milliseconds of local time in `zone`, where it is displayed;
 * all-day entries by whole days. The entry keeps its length in local time of its own zone, so that 9 to 10 o’clock
 * stays an hour across clock changes; if that would leave no duration, the elapsed length is kept.
 */
export function entryTimesAfterMove(
  { start, end, all_day, zone: own }: Pick<CalendarEntry, 'start' | 'end' | 'all_day' | 'zone'>,
  by: number,
  zone: string,
): EntryTimes {
  if (all_day) return { start: addDays(start, Math.round(by / day)), end: addDays(end, Math.round(by / day)) };
  if (by === 0) return { start, end };
  const [from, until] = [Date.parse(start), Date.parse(end)];
  const movedStart = wallTime.instant(wallTime.at(from, zone) + by, zone);
  const length = wallTime.at(until, own) - wallTime.at(from, own);
  const onClock = wallTime.instant(wallTime.at(movedStart, own) + length, own);
  const last = length > 0 && onClock > movedStart ? onClock : movedStart + until - from;
  return { start: new Date(movedStart).toISOString(), end: new Date(last).toISOString() };
}

/**
 * Returns the times of an entry after its end was moved by `by` milliseconds of local time in `zone`, where it is
 * displayed; all-day entries by whole days. An end that would not come after the start is unchanged.
 */
export function entryTimesAfterResize(
  { start, end, all_day }: Pick<CalendarEntry, 'start' | 'end' | 'all_day'>,
  by: number,
  zone: string,
): EntryTimes {
  if (all_day) {
    const last = addDays(end, Math.round(by / day));
    return { start, end: last < start ? end : last };
  }
  if (by === 0) return { start, end };
  const movedEnd = wallTime.instant(wallTime.at(Date.parse(end), zone) + by, zone);
  return { start, end: movedEnd > Date.parse(start) ? new Date(movedEnd).toISOString() : end };
}

/**
 * Returns the times of a repeating entry's first occurrence after one occurrence was moved and all others follow:
 * shifted by the same local time in its zone, with the new length.
 */
export function seriesTimesAfterMove(
  seriesTimes: Pick<CalendarEntry, 'start' | 'end' | 'all_day' | 'zone'>,
  from: EntryTimes,
  to: EntryTimes,
): EntryTimes {
  if (seriesTimes.all_day) {
    const days = (after: string, before: string) => (wallTime.read(after) - wallTime.read(before)) / day;
    const start = addDays(seriesTimes.start, days(to.start, from.start));
    return { start, end: addDays(start, days(to.end, to.start)) };
  }
  const wall = (time: string) => wallTime.at(Date.parse(time), seriesTimes.zone);
  const first = wall(seriesTimes.start) + wall(to.start) - wall(from.start);
  const start = wallTime.instant(first, seriesTimes.zone);
  const onClock = wallTime.instant(first + wall(to.end) - wall(to.start), seriesTimes.zone);
  const end = onClock > start ? onClock : start + Date.parse(to.end) - Date.parse(to.start);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
