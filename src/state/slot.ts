import type { CalendarDate } from '../domain/calendar-date.ts';

/** Where in the calendar a new entry is to begin. */
export interface Slot {
  date: CalendarDate;
  /** On the person's clocks, such as `09:30`; null: as entries usually do, or all day. */
  time: string | null;
  allDay: boolean;
}
