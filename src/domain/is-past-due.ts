import { dateAt, isCalendarDate } from './calendar-date.ts';

/** Whether a due time, an instant or a day as the person has it, has passed at `now`, in milliseconds: a day is over when it has passed. */
export function isPastDue(due: string, now: number, zone: string): boolean {
  return isCalendarDate(due) ? due < dateAt(now, zone) : Date.parse(due) < now;
}
