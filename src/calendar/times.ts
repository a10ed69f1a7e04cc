import type { CalendarEntry } from '../domain/agenda/calendar-entry.ts';
import { instantOf, offsetAt } from '../domain/time/zoned-time.ts';

/** When an entry, or one of its occurrences, begins and ends; as `CalendarEntry` has them. */
export type Times = Pick<CalendarEntry, 'start' | 'end'>;

/** What the clocks in a zone show, as a plain number to compute with: the same figures read as UTC, in milliseconds. */
export const wallTime = {
  at(instant: number, zone: string): number {
    const whole = Math.floor(instant / 1000) * 1000;
    return whole + offsetAt(whole, zone);
  },

  /** The same of an entry's start or end: of whole days a date, else an instant. */
  of(time: string, { all_day, zone }: { all_day: boolean; zone: string }): number {
    return all_day ? this.read(time) : this.at(Date.parse(time), zone);
  },

  /** The instant at which the clocks show it, by the rule of `instantOf`. */
  instant(wall: number, zone: string): number {
    const at = new Date(wall);
    const date = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
    return instantOf({ ...date, hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }, zone);
  },

  /** `2026-01-31`, `2026-01-31T15:00` or `2026-01-31T15:00:00`; NaN for anything else. */
  read(text: string): number {
    if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/.test(text)) return NaN;
    return Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`);
  },

  /** `2026-01-31T15:00:00`. */
  write(wall: number): string {
    return new Date(wall).toISOString().slice(0, 19);
  },
};
