import { addDays, addMonths, calendarDate, isCalendarDate, type CalendarDate } from '../../values/calendar-date.ts';
import { englishMonthNumber, englishMonthPattern } from '../english-month.ts';
import type { FoundTime } from './found-time.ts';
import { englishNthDay, englishNthDayPattern, unsupportedNthDayPattern } from './english-nth-day.ts';

const month = `(${englishMonthPattern})`;
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const year = '(?:,?\\s+(\\d{4})\\b)?';
const notMeasured = '(?![:.]\\d|\\s*(?:%|km|miles?|people|pages?|times|[ap]\\.?m)\\b)';

type Check = (found: RegExpExecArray, today: CalendarDate) => boolean;

/** Each form of a date or a time of day, and if what it found exists. */
const forms: ['date' | 'clock', RegExp, Check][] = [
  [
    'date',
    new RegExp(`(?<![\\p{L}\\d])${month}\\.?\\s+(?:the\\s+)?${day}\\b${notMeasured}${year}`, 'giu'),
    ([, name = '', date = '', inYear], today) => exists(name, date, inYear, today),
  ],
  [
    'date',
    new RegExp(`(?<![\\p{L}\\d:.])${day}(?:\\s+(?:of\\s+)?|-)${month}(?!\\p{L})${year}`, 'giu'),
    ([, date = '', name = '', inYear], today) => exists(name, date, inYear, today),
  ],
  // A year such as ’28 is not read.
  ['date', new RegExp(`(?<![\\p{L}\\d])${month}\\.?\\s+${day},?\\s+['’]\\d{2}\\b`, 'giu'), () => false],
  [
    'date',
    /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/g,
    ([, first, , second, inYear]) =>
      [
        calendarDate(Number(inYear), Number(first), Number(second)),
        calendarDate(Number(inYear), Number(second), Number(first)),
      ].some(isCalendarDate),
  ],
  [
    'date',
    /(?<![\d/.])([12]?\d|3[01])\/([12]?\d|3[01])(?:\/\d{2})?(?![\d/%])/g,
    ([, first, second]) =>
      Math.min(Number(first), Number(second)) > 12 ||
      [calendarDate(2024, Number(first), Number(second)), calendarDate(2024, Number(second), Number(first))].some(
        isCalendarDate,
      ),
  ],
  [
    'date',
    /\b(?:on|by|until|before) the (\d{1,2})(?:st|nd|rd|th)\b(?!\s+of)/gi,
    ([, date], today) => {
      const number = Number(date);
      if (number > 31) return true;
      const first = addDays(today, 1 - Number(today.slice(8)));
      const next = number < Number(today.slice(8)) ? addMonths(first, 1) : first;
      return isCalendarDate(calendarDate(Number(next.slice(0, 4)), Number(next.slice(5, 7)), number));
    },
  ],
  [
    'date',
    new RegExp(englishNthDayPattern.source, 'giu'),
    ({ groups = {} }, today) =>
      (groups.name !== undefined && groups.sure === undefined) || englishNthDay(groups, today) !== null,
  ],
  ['date', unsupportedNthDayPattern, ({ index, input }) => englishNthDayPattern.exec(input.slice(index))?.index === 0],
  ['clock', /(?<![\d.:])(\d{1,3})\s*o['’]?\s?clock\b/gi, ([, hour]) => Number(hour) <= 24],
];

/**
 * Returns the first day or time of day in an English text that does not exist, such as “Feb 30”; null if there is none.
 */
export function findEnglishTimeError(text: string, today: CalendarDate): FoundTime['error'] {
  const errors = forms.flatMap(([kind, pattern, check]) =>
    Array.from(text.matchAll(pattern))
      .filter((dateMatch) => !check(dateMatch, today))
      .map((dateMatch) => ({ kind, from: dateMatch.index })),
  );
  return errors.sort((a, b) => a.from - b.from)[0] ?? null;
}

/**
 * True if a month has such a day in a year, or in the one in which the day comes next. “may” and “march” are also
 * verbs.
 */
function exists(name: string, date: string, inYear: string | undefined, today: CalendarDate): boolean {
  if (/^(?:may|march|mar)$/.test(name) && Number(date) > 31) return true;
  const of = (number: number) => calendarDate(number, englishMonthNumber(name), Number(date));
  const thisYear = Number(today.slice(0, 4));
  if (inYear !== undefined) return isCalendarDate(of(Number(inYear)));
  return isCalendarDate(of(of(thisYear) < today ? thisYear + 1 : thisYear));
}
