import { calendarDate, isCalendarDate } from '../domain/calendar-date.ts';
import { instantWith, localTime } from '../domain/zoned-time.ts';

const two = (value: number) => String(value).padStart(2, '0');
const shape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T_ ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

export const dueText = {
  /** A day as it is, an instant as the clocks in `zone` show it, with their offset: `2026-01-31T15:00+01:00`. */
  write(due: string, zone: string): string {
    if (isCalendarDate(due)) return due;
    const ms = Date.parse(due);
    const { year, month, day, hour, minute, second } = localTime(ms, zone);
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    const offset = Math.round((local - Math.floor(ms / 1000) * 1000) / 60_000);
    const sign = offset < 0 ? '-' : '+';
    const apart = `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
    return `${calendarDate(year, month, day)}T${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ''}${apart}`;
  },

  /** A day or an instant as a to-do keeps it; a time without an offset is of the clocks in `zone`. Null when it is none. */
  read(text: string, zone: string): string | null {
    const found = shape.exec(text.trim());
    if (!found) return null;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
    const date = calendarDate(year, month, day);
    if (!isCalendarDate(date)) return null;
    if (found[4] === undefined) return date;
    if (hour > 23 || minute > 59 || (second || 0) > 59) return null;
    const local = { year, month, day, hour, minute, second: second || 0 };
    return new Date(instantWith(local, found[7], zone)).toISOString();
  },
};
