/** A day of the week (1 is Monday); with `nth`, the nth such day of the month or year (-1 is the last). */
export interface RecurrenceDay {
  nth: number | null;
  day: number;
}

/** An RRULE (RFC 5545) in units of days; missing parts are an empty list or null. */
export interface RecurrenceRule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count: number | null;
  /** The end as written: `20261231`, `20261231T080000` or `20261231T080000Z`. */
  until: string | null;
  byMonth: readonly number[];
  byWeekNo: readonly number[];
  byYearDay: readonly number[];
  byMonthDay: readonly number[];
  byDay: readonly RecurrenceDay[];
  bySetPos: readonly number[];
  weekStart: number;
}

/** Returns a repetition with a frequency and an interval only. */
export const simpleRecurrenceRule = (freq: RecurrenceRule['freq'], interval = 1): RecurrenceRule => ({
  ...{ freq, interval, count: null, until: null, weekStart: 1 },
  ...{ byMonth: [], byWeekNo: [], byYearDay: [], byMonthDay: [], byDay: [], bySetPos: [] },
});
