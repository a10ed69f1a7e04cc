import { addDays } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { Times } from './times.ts';
import { wallTime } from './wall-time.ts';

const day = 86_400_000;

/**
 * When an entry takes place after it was moved so many milliseconds further on the clocks of `zone`, where it is seen:
 * all-day entries by whole days. It keeps its length on the clocks of its own zone, so that 9 to 10 o’clock stays an hour
 * whatever is done to the clocks in between; where that comes to nothing, the time it takes is kept.
 */
export function movedTimes(
  { start, end, all_day, zone: own }: Pick<CalendarEntry, 'start' | 'end' | 'all_day' | 'zone'>,
  by: number,
  zone: string,
): Times {
  if (all_day) return { start: addDays(start, Math.round(by / day)), end: addDays(end, Math.round(by / day)) };
  if (by === 0) return { start, end };
  const [from, until] = [Date.parse(start), Date.parse(end)];
  const moved = wallTime.instant(wallTime.at(from, zone) + by, zone);
  const length = wallTime.at(until, own) - wallTime.at(from, own);
  const onClock = wallTime.instant(wallTime.at(moved, own) + length, own);
  const last = length > 0 && onClock > moved ? onClock : moved + until - from;
  return { start: new Date(moved).toISOString(), end: new Date(last).toISOString() };
}
