import { calendarDate, isCalendarDate } from '../domain/calendar-date.ts';
import { instantOf, localTime } from '../domain/zoned-time.ts';

/** What a model wrote as a time: a whole day, or an instant. */
export type GivenTime = { kind: 'date'; date: string } | { kind: 'instant'; ms: number };

const shape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** How times are written, for descriptions and for what is said of wrong ones. */
export const timeForm = '2026-01-31 for a day or 2026-01-31T15:00 for a time';

/** Reads a time of the form above; one without an offset is what the clocks in `zone` show. Null when it is none. */
export function givenTime(text: string, zone: string): GivenTime | null {
  const found = shape.exec(text.trim());
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part || 0));
  const date = calendarDate(year, month, day);
  if (!isCalendarDate(date) || hour > 23 || minute > 59 || second > 59) return null;
  if (found[4] === undefined) return { kind: 'date', date };
  const local = { year, month, day, hour, minute, second };
  const offset = found[7];
  return {
    kind: 'instant',
    ms: offset === undefined ? instantOf(local, zone) : instantOf(local, 'UTC') - minutesOf(offset) * 60_000,
  };
}

function minutesOf(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The clock in `zone` at an instant, as text of the form above. */
export function clockText(ms: number, zone: string): string {
  const { year, month, day, hour, minute } = localTime(ms, zone);
  return `${calendarDate(year, month, day)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
