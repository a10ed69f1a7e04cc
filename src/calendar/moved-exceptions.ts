import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { wallTime } from './wall-time.ts';

type Times = Pick<CalendarEntry, 'start' | 'all_day' | 'zone'>;

/**
 * Where starts of occurrences lie after their entry has been moved from `before` to `after`: the same way further on the
 * clock, so that what was left out or changed stays so.
 */
export function movedExceptions(starts: readonly string[], before: Times, after: Times): string[] {
  const by = wallOf(after.start, after) - wallOf(before.start, before);
  return starts.map((start) => {
    const wall = wallOf(start, before) + by;
    if (after.all_day) return wallTime.write(wall).slice(0, 10);
    return new Date(wallTime.instant(wall, after.zone)).toISOString();
  });
}

const wallOf = (time: string, { all_day, zone }: Times) =>
  all_day ? wallTime.read(time) : wallTime.at(Date.parse(time), zone);
