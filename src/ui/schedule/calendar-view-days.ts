import { addDays, addMonths, weekdayOf, type CalendarDate } from '../../values/calendar-date.ts';
import type { CalendarView } from '../../records/settings.ts';

/** The days that a calendar view shows around a date, and the dates of the adjacent pages. */
export const calendarViewDays = {
  /** Returns the first and last day; agenda and month show whole weeks. */
  of(view: CalendarView, date: CalendarDate): { first: CalendarDate; last: CalendarDate } {
    if (view === 'day') return { first: date, last: date };
    if (view === 'week') {
      const first = addDays(date, 1 - weekdayOf(date));
      return { first, last: addDays(first, 6) };
    }
    const weeks = weeksOfMonth(date).flat();
    return { first: weeks[0] ?? date, last: weeks.at(-1) ?? date };
  },

  turned(view: CalendarView, date: CalendarDate, by: -1 | 1): CalendarDate {
    if (view === 'day') return addDays(date, by);
    return view === 'week' ? addDays(date, 7 * by) : addMonths(date, by);
  },
};

/** Returns the weeks that contain the month of a date, Monday first, including days of adjacent months. */
export function weeksOfMonth(date: CalendarDate): CalendarDate[][] {
  const first = `${date.slice(0, 8)}01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: CalendarDate[][] = [];
  for (let monday = addDays(first, 1 - weekdayOf(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  return weeks;
}
