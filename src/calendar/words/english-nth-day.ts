import {
  addDays,
  addMonths,
  calendarDate,
  isCalendarDate,
  weekdayOf,
  type CalendarDate,
} from '../../values/calendar-date.ts';
import { englishMonthNumber, englishMonthPattern } from '../english-month.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const ordinals = ['first', 'second', 'third', 'fourth'];
const nth = `(?:${ordinals.join('|')}|1st|2nd|3rd|4th|last)`;

/** Matches the text after a date without “the” or a comma before it; “Saturday 2nd coat of paint” has none. */
const afterDate = `\\s*(?:[.!]?\\s*$|(?:of\\s+)?${englishMonthPattern}\\b|at\\s+(?:\\d|noon|midnight)|\\d{1,2}(?:[:.]\\d\\d|\\s*[ap]\\.?m\\b)|noon\\b|midnight\\b)`;
const ordinal = '\\d{1,2}(?:st|nd|rd|th)\\b';

/**
 * Matches a weekday with its date, “Friday the 9th”, or by its place in a month, “the last Friday of June”. The months
 * of a repetition (“of every month”) are none. `sure` is part of a date that is surely meant as one.
 */
export const englishNthDayPattern = new RegExp(
  `\\b(?<name>${weekday})(?:(?<sure>\\s*,\\s*(?:the\\s+)?|\\s+the\\s+)|\\s+(?=${ordinal}${afterDate}))(?<date>\\d{1,2})(?:st|nd|rd|th)\\b(?:\\s+(?:of\\s+)?(?<in>${englishMonthPattern})\\b(?!,?\\s+\\d{4}))?|` +
    `\\b(?:on\\s+)?(?:the\\s+)?(?<nth>${nth})\\s+(?<day>${weekday}|day)\\s+(?:of|in)\\s+(?:(?<this>the|this|next)\\s+month|(?<month>${englishMonthPattern})(?:,?\\s+(?<year>\\d{4}))?)\\b`,
  'iu',
);

/** Matches the beginning of a place in a time that is not read: “the last Friday of the year”. */
export const unsupportedNthDayPattern = new RegExp(
  `\\b(?:${nth}|fifth|5th|penultimate|(?:second|2nd|next)[\\s-]+(?:to[\\s-]+)?last)\\s+${weekday}\\s+(?:of|in)\\s+(?:(?:the|this|next)\\s+)?(?:month|quarter|year|\\d{4}|${englishMonthPattern})\\b`,
  'giu',
);

/** Returns the day that a match of `englishNthDayPattern` names, as it comes next; null if it does not exist. */
export function englishNthDay(groups: Record<string, string | undefined>, today: CalendarDate): CalendarDate | null {
  const thisMonth = `${today.slice(0, 8)}01`;
  if (groups.name !== undefined) {
    const inYear = Number(today.slice(0, 4));
    const isDatePast = Number(groups.date) < Number(today.slice(8));
    const [next = 0, nextMonth = 0] = (isDatePast ? addMonths(thisMonth, 1) : thisMonth).split('-').map(Number);
    const month = groups.in === undefined ? nextMonth : englishMonthNumber(groups.in);
    const isOver = calendarDate(inYear, month, Number(groups.date)) < today;
    const year = groups.in === undefined ? next : isOver ? inYear + 1 : inYear;
    const date = calendarDate(year, month, Number(groups.date));
    return isCalendarDate(date) && weekdayOf(date) === numberOf(groups.name) ? date : null;
  }
  const { nth: word = '', day = '', month: name, year, this: which } = groups;
  const month = String(englishMonthNumber(name ?? '')).padStart(2, '0');
  const first =
    name !== undefined
      ? `${year ?? today.slice(0, 4)}-${month}-01`
      : addMonths(thisMonth, which?.toLowerCase() === 'next' ? 1 : 0);
  const nthDay = placeIn(first, word.toLowerCase(), numberOf(day));
  const repeats = year === undefined && which?.toLowerCase() !== 'this';
  return repeats && nthDay < today
    ? placeIn(addMonths(first, name === undefined ? 1 : 12), word, numberOf(day))
    : nthDay;
}

const numberOf = (name: string) => weekdays.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Returns the first to fourth or last weekday of a month that begins on `first`; any day if `weekday` is 0. */
function placeIn(first: CalendarDate, word: string, weekday: number): CalendarDate {
  const isLast = word.toLowerCase() === 'last';
  const place = ordinals.indexOf(word.toLowerCase()) + 1 || Number.parseInt(word, 10);
  const edge = isLast ? addDays(addMonths(first, 1), -1) : first;
  const step = isLast ? -1 : 1;
  const days = Array.from({ length: 31 }, (_, at) => addDays(edge, at * step));
  const fitting = days.filter((date) => weekday === 0 || weekdayOf(date) === weekday);
  return fitting[isLast ? 0 : place - 1] ?? edge;
}
