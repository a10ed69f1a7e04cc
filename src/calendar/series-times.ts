import { addDays } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { Times } from './times.ts';
import { wallTime } from './wall-time.ts';

const day = 86_400_000;

/**
 * When the first of a repeating entry takes place once one of its occurrences has gone from one time to another and all
 * others follow: as far further on the clocks of its zone, and as long.
 */
export function seriesTimes(
  stored: Pick<CalendarEntry, 'start' | 'end' | 'all_day' | 'zone'>,
  from: Times,
  to: Times,
): Times {
  if (stored.all_day) {
    const days = (after: string, before: string) => (wallTime.read(after) - wallTime.read(before)) / day;
    const start = addDays(stored.start, days(to.start, from.start));
    return { start, end: addDays(start, days(to.end, to.start)) };
  }
  const wall = (time: string) => wallTime.at(Date.parse(time), stored.zone);
  const first = wall(stored.start) + wall(to.start) - wall(from.start);
  const start = wallTime.instant(first, stored.zone);
  const onClock = wallTime.instant(first + wall(to.end) - wall(to.start), stored.zone);
  const end = onClock > start ? onClock : start + Date.parse(to.end) - Date.parse(to.start);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
