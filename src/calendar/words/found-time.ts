import type { CalendarDate } from '../../values/calendar-date.ts';

/** A time on a 24-hour clock; hour 24 is the midnight that ends a day. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

/**
 * Why a time that a text names cannot be used: there is no such day or it is no exact one, there is no such time of
 * day, it is by the lunar calendar, its day is in words that are not read, it is several days apart from one another,
 * it repeats in a way that is not understood, or with exceptions.
 */
export type TimeError = 'date' | 'clock' | 'day' | 'lunar' | 'several' | 'repeat' | 'except';

/** The time that a text names, in the person's local time; parts that it does not name are null. */
export interface FoundTime {
  date: CalendarDate | null;
  endDate: CalendarDate | null;
  time: TimeOfDay | null;
  endTime: TimeOfDay | null;
  /** Minutes from the start to the end, if the text names a duration. */
  minutes: number | null;
  /** Minutes from now, if the text says “in 2 hours”. */
  fromNow: number | null;
  /** Minutes that the named time zone is ahead of UTC, if the text names one. */
  offset: number | null;
  /** The time zone that the text names by a place, such as `America/New_York`. */
  zone: string | null;
  /** The parts of the text that name the time. */
  spans: { from: number; until: number }[];
  /** The first error, and its position; null if there is none. */
  error: { kind: TimeError; from: number } | null;
}
