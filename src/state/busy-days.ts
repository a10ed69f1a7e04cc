import { addDays, type CalendarDate } from '../domain/calendar-date.ts';
import type { AgendaDay } from './agenda.ts';

const mostDays = 366;

/** How many entries each day has; of an entry longer than a year, its first year counts. */
export function busyDays(days: readonly AgendaDay[]): ReadonlyMap<CalendarDate, number> {
  const counts = new Map<CalendarDate, number>();
  for (const { first, last } of days.flatMap(({ items }) => items))
    for (let date = first, n = 0; date <= last && n < mostDays; date = addDays(date, 1), n += 1)
      counts.set(date, (counts.get(date) ?? 0) + 1);
  return counts;
}
