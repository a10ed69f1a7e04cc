import type { CalendarDate } from '../../domain/time/calendar-date.ts';

/** On a 24-hour clock; hour 24 is the midnight that ends a day. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

/** What a text says about time, in the person's own clock; what it does not say is null. */
export interface FoundTime {
  date: CalendarDate | null;
  endDate: CalendarDate | null;
  time: TimeOfDay | null;
  endTime: TimeOfDay | null;
  /** Minutes from the start to the end, where the text gives a duration. */
  minutes: number | null;
  /** Minutes from now, where the text says “in 2 hours”. */
  fromNow: number | null;
  /** Minutes that the named time zone is ahead of UTC, where the text names one. */
  offset: number | null;
  /** The parts of the text that say it. */
  spans: { from: number; until: number }[];
}
