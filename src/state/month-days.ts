import { addDays, addMonths, weekdayOf, type CalendarDate } from '../domain/calendar-date.ts';

/** The weeks that show the month of a date, Monday first, with the days of other months that fill them up. */
export function monthDays(date: CalendarDate): CalendarDate[][] {
  const first = `${date.slice(0, 8)}01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: CalendarDate[][] = [];
  for (let monday = addDays(first, 1 - weekdayOf(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  return weeks;
}
