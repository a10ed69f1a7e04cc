import type { CalendarEntry } from '../records/calendar-entry.ts';
import { instantFromLocalTime, utcOffsetAt } from '../values/zoned-time.ts';

/** The start and end of an entry or of one of its occurrences, as in `CalendarEntry`. */
export type EntryTimes = Pick<CalendarEntry, 'start' | 'end'>;

/**
 * Conversions of local times to numbers for computing: the milliseconds since 1970 of the instant at which a clock in
 * UTC shows that date and time. So 09:00 local time in any zone is the number of 09:00 UTC.
 */
export const wallTime = {
  at(instant: number, zone: string): number {
    const whole = Math.floor(instant / 1000) * 1000;
    return whole + utcOffsetAt(whole, zone);
  },

  /** Returns the local time of an entry's start or end, which is a date for all-day entries, else an instant. */
  of(time: string, { all_day, zone }: { all_day: boolean; zone: string }): number {
    return all_day ? this.read(time) : this.at(Date.parse(time), zone);
  },

  /** Returns the instant of a local time, by the rules of `instantFromLocalTime`. */
  instant(wall: number, zone: string): number {
    const utcDate = new Date(wall);
    const date = { year: utcDate.getUTCFullYear(), month: utcDate.getUTCMonth() + 1, day: utcDate.getUTCDate() };
    return instantFromLocalTime(
      { ...date, hour: utcDate.getUTCHours(), minute: utcDate.getUTCMinutes(), second: utcDate.getUTCSeconds() },
      zone,
    );
  },

  /** Reads `2026-01-31`, `2026-01-31T15:00` or `2026-01-31T15:00:00`; NaN for anything else. */
  read(text: string): number {
    if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/.test(text)) return NaN;
    return Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`);
  },

  /** Writes `2026-01-31T15:00:00`. */
  write(wall: number): string {
    return new Date(wall).toISOString().slice(0, 19);
  },
};
