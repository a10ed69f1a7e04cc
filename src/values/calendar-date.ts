import { instantFromLocalTime, localTime } from './zoned-time.ts';

/** A calendar day such as `2026-01-31`; sorting as text sorts by time. */
export type CalendarDate = string;

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** True if the text is an existing day. */
export function isCalendarDate(text: string): boolean {
  return shape.test(text) && addDays(text, 0) === text;
}

export function calendarDate(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const time = Date.parse(`${date}T00:00:00Z`) + days * 86_400_000;
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

/** Returns the same day in a later month, or that month's last day if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return calendarDate(last.getUTCFullYear(), last.getUTCMonth() + 1, Math.min(day, last.getUTCDate()));
}

/** The day of the week: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** The calendar day in `zone` at an instant. */
export function dateAt(instant: number, zone: string): CalendarDate {
  const { year, month, day } = localTime(instant, zone);
  return calendarDate(year, month, day);
}

/** The instant at which a day begins in `zone`. */
export function startOfDay(date: CalendarDate, zone: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return instantFromLocalTime({ year, month, day, hour: 0, minute: 0, second: 0 }, zone);
}
