import { addDays, calendarDate, dateAt, isCalendarDate, weekdayOf } from '../values/calendar-date.ts';
import { instantOfLocalTime, localTime } from '../values/zoned-time.ts';

/** A parsed time: a whole day, or an instant. */
type ParsedTime = { kind: 'date'; date: string } | { kind: 'instant'; ms: number };

const shape =
  /^(?:[a-z]{3,9},?\s+)?(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

const words =
  /^(?:on\s+)?(today|tomorrow|(?:the )?day after tomorrow|yesterday|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|今天|明天|后天|昨天)(?:[\s,，t]*(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*([ap]m)?)?$/i;
const daysAway: Record<string, number> = {
  ...{ yesterday: -1, today: 0, tomorrow: 1, 'day after tomorrow': 2, 'the day after tomorrow': 2 },
  ...{ 昨天: -1, 今天: 0, 明天: 1, 后天: 2 },
};
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The accepted form of times, for descriptions and error messages. */
export const timeForm = '2026-01-31 for a day or 2026-01-31T15:00 for a time';

/**
 * Parses a date or time in the form of `timeForm`; without an offset it is local time in `zone`. If `now` is given,
 * words such as “tomorrow” or “monday 15:00” are accepted, too. Null if it is not a time.
 */
export function parseTime(text: string, zone: string, now?: string): ParsedTime | null {
  const found = shape.exec(text.trim());
  if (!found) return now === undefined ? null : timeInWords(text.trim(), zone, dateAt(Date.parse(now), zone));
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part || 0));
  const date = calendarDate(year, month, day);
  if (!isCalendarDate(date) || hour > 23 || minute > 59 || second > 59) return null;
  if (found[4] === undefined) return { kind: 'date', date };
  const local = { year, month, day, hour, minute, second };
  return { kind: 'instant', ms: instantOfLocalTime(local, found[7], zone) };
}

function timeInWords(text: string, zone: string, today: string): ParsedTime | null {
  const [whole, word = '', hours, minutes = '00', half] = words.exec(text) ?? [];
  if (whole === undefined || (hours !== undefined && half === undefined && !whole.includes(':'))) return null;
  const name = word.toLowerCase();
  const weekday = weekdays.findIndex((day) => name.endsWith(day)) + 1;
  const date = addDays(today, daysAway[name] ?? (weekday - weekdayOf(today) + 7) % 7);
  if (hours === undefined) return { kind: 'date', date };
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return parseTime(`${date}T${String(hour).padStart(2, '0')}:${minutes}`, zone);
}

/** Returns the local time in `zone` at an instant, as `2026-01-31T15:00`. */
export function localTimeText(ms: number, zone: string): string {
  const { year, month, day, hour, minute } = localTime(ms, zone);
  return `${calendarDate(year, month, day)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const weekdayNames = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns a stored day or instant in the form for the model, such as `Sat 2026-01-31 15:00`. */
export function shownTime(stored: string, zone: string): string {
  const [date = '', clock] = (stored.includes('T') ? localTimeText(Date.parse(stored), zone) : stored).split('T');
  return [weekdayNames[weekdayOf(date)], date, clock].filter(Boolean).join(' ');
}
