import { addDays, addMonths, weekdayOf, type CalendarDate } from '../domain/calendar-date.ts';
import type { CalendarView } from '../domain/settings.ts';
import { monthDays } from './month-days.ts';

/** The days that a view of the calendar shows around one of them, and where its turning of pages leads. */
export const shownDays = {
  /** First and last, both inclusive; the agenda and the month show whole weeks. */
  of(view: CalendarView, date: CalendarDate): { first: CalendarDate; last: CalendarDate } {
    if (view === 'day') return { first: date, last: date };
    if (view === 'week') {
      const first = addDays(date, 1 - weekdayOf(date));
      return { first, last: addDays(first, 6) };
    }
    const weeks = monthDays(date).flat();
    return { first: weeks[0] ?? date, last: weeks.at(-1) ?? date };
  },

  turned(view: CalendarView, date: CalendarDate, by: -1 | 1): CalendarDate {
    if (view === 'day') return addDays(date, by);
    return view === 'week' ? addDays(date, 7 * by) : addMonths(date, by);
  },
};
