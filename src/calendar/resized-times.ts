import { addDays } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { Times } from './times.ts';
import { wallTime } from './wall-time.ts';

const day = 86_400_000;

/**
 * When an entry takes place after its end was moved so many milliseconds further on the clocks of `zone`, where it is
 * seen: all-day entries by whole days. An end that would not come after the start is left as it was.
 */
export function resizedTimes(
  { start, end, all_day }: Pick<CalendarEntry, 'start' | 'end' | 'all_day'>,
  by: number,
  zone: string,
): Times {
  if (all_day) {
    const last = addDays(end, Math.round(by / day));
    return { start, end: last < start ? end : last };
  }
  if (by === 0) return { start, end };
  const moved = wallTime.instant(wallTime.at(Date.parse(end), zone) + by, zone);
  return { start, end: moved > Date.parse(start) ? new Date(moved).toISOString() : end };
}
