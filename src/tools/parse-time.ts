import { parseTimeText } from '../calendar/words/read-when.ts';
import { calendarDate, dateAt, isCalendarDate, weekdayOf } from '../values/calendar-date.ts';
import { instantFromTimeWithOffset, localTime } from '../values/zoned-time.ts';

/** A parsed time: a whole day, or an instant. */
type ParsedTime = { kind: 'date'; date: string } | { kind: 'instant'; ms: number };

const shape =
  /^(?:[a-z]{3,9},?\s+)?(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The accepted form of times, for descriptions and error messages. */
export const acceptedTimeForm = '2026-01-31 for a day or 2026-01-31T15:00 for a time';

/** A moment at which the most times can be parsed, to check their form: “February 29” and “the 31st” come next. */
export const momentForTimeFormatCheck = '2028-01-01T00:00:00.000Z';

/** A date such as 12/3/2026, of which either number may be the month. */
const unclearDate = /(?<![\d/.])(0?[1-9]|1[0-2])\/(0?[1-9]|1[0-2])\/(?:\d{4}|\d{2})(?![\d/])/;

/** True if a text has a date that means one day to some and another day to others. */
export function hasUnclearDate(text: string): boolean {
  const [, one, other] = unclearDate.exec(text.normalize('NFKC')) ?? [];
  return Number(one) !== Number(other) && one !== undefined;
}

/**
 * Returns the error message for a text that is not a time: it may mean two days, or does not have an accepted form;
 * `more`: further accepted forms.
 */
export const timeParseErrorText = (name: string, text: string, more = ''): string =>
  hasUnclearDate(text)
    ? `“${name}” ${JSON.stringify(text)} may mean two days: give it as 2026-12-03`
    : `“${name}” must be ${acceptedTimeForm}${more}, not ${JSON.stringify(text)}`;

/** Returns the remark in a result that a stored day or instant is before `now`; empty otherwise. */
export const pastRemark = (storedTime: string, zone: string, now: string): string =>
  (storedTime.includes('T') ? storedTime < now : storedTime < dateAt(Date.parse(now), zone))
    ? ' This is in the past.'
    : '';

/** The sentence about a time of the right form whose day does not come next, such as “the 31st” in November. */
export const noSuchTimeSentence = (name: string, text: string) =>
  `“${name}” (${text.slice(0, 80)}) is no day that comes next; give ${acceptedTimeForm}`;

/**
 * Parses a date or time in the form of `acceptedTimeForm`, or in words such as “next monday 15:00” or “下周三下午三点”, as a
 * person means it at `now`; without an offset it is local time in `zone`. Null if it is anything else.
 */
export function parseTime(text: string, zone: string, now: string): ParsedTime | null {
  if (hasUnclearDate(text)) return null;
  const plain = text.normalize('NFKC').trim();
  const timeMatch = shape.exec(plain);
  if (!timeMatch) return timeInWords(plain.replace(/\s*(?:T|\bt)(?=\d{1,2}:\d\d)/, ' '), zone, now);
  const [year = 0, , month = 0, day = 0, hour = 0, minute = 0, second = 0] = timeMatch
    .slice(1, 8)
    .map((part) => Number(part || 0));
  const date = calendarDate(year, month, day);
  if (!isCalendarDate(date) || hour > 23 || minute > 59 || second > 59) return null;
  if (timeMatch[5] === undefined) return { kind: 'date', date };
  const local = { year, month, day, hour, minute, second };
  return { kind: 'instant', ms: instantFromTimeWithOffset(local, timeMatch[8], zone) };
}

const noDay = '2000-01-01';

/** Reads one day or one time that is said in words; a time of day without its day is none. */
function timeInWords(text: string, zone: string, now: string): ParsedTime | null {
  const when = parseTimeText(text, now, zone, noDay);
  if (!when || when.rest !== '' || when.end !== null) return null;
  if (when.all_day) return { kind: 'date', date: when.start };
  const ms = Date.parse(when.start);
  return dateAt(ms, zone) === noDay ? null : { kind: 'instant', ms };
}

/** Returns the local time in `zone` at an instant, as `2026-01-31T15:00`. */
export function localTimeText(ms: number, zone: string): string {
  const { year, month, day, hour, minute } = localTime(ms, zone);
  return `${calendarDate(year, month, day)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const weekdayNames = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns a stored day or instant in the form for the model, such as `Sat 2026-01-31 15:00`. */
export function timeTextForModel(storedTime: string, zone: string): string {
  const [date = '', clock] = (
    storedTime.includes('T') ? localTimeText(Date.parse(storedTime), zone) : storedTime
  ).split('T');
  return [weekdayNames[weekdayOf(date)], date, clock].filter(Boolean).join(' ');
}
