import { casual, GB, type ParsedResult } from 'chrono-node/en';
import { addDays, calendarDate, dateAt, weekdayOf, type CalendarDate } from '../../values/calendar-date.ts';
import { localTime } from '../../values/zoned-time.ts';
import type { FoundTime, TimeOfDay } from './found-time.ts';
import { englishMonthPattern } from '../english-month.ts';
import { englishDuration } from './english-duration.ts';
import { findEnglishTimeError } from './find-english-time-error.ts';
import { englishNthDay, englishNthDayPattern } from './english-nth-day.ts';
import { englishZone } from './english-zone.ts';

type Components = ParsedResult['start'];

interface Span {
  from: number;
  until: number;
}

/** True if the reader's region writes the day before the month: “2/4” is 2 April. */
const isDayFirst =
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'numeric' }).formatToParts(0)[0]?.type === 'day';

const reader = (isDayFirst ? GB : casual).clone();
reader.parsers.unshift(
  {
    pattern: () => /\b([01]?\d|2[0-3])h([0-5]\d)?\b/i,
    extract: (_, [, hour = '', minute = '0']) => ({
      hour: Number(hour),
      minute: Number(minute),
      meridiem: Number(hour) < 12 ? 0 : 1,
    }),
  },
  {
    pattern: () => englishNthDayPattern,
    extract: ({ reference }, { groups = {} }) => {
      const today = reference.getDateWithAdjustedTimezone();
      const date = englishNthDay(groups, calendarDate(today.getFullYear(), today.getMonth() + 1, today.getDate()));
      const [year = 0, month = 0, day = 0] = date?.split('-').map(Number) ?? [];
      return date === null ? null : { year, month, day };
    },
  },
  {
    pattern: () => /\b(?:on|by|until|before) the (\d{1,2})(?:st|nd|rd|th)\b(?!\s+of)/i,
    extract: ({ reference }, [, day = '']) => {
      const today = reference.getDateWithAdjustedTimezone();
      const next = new Date(
        today.getFullYear(),
        today.getMonth() + (Number(day) < today.getDate() ? 1 : 0),
        Number(day),
      );
      return { day: next.getDate(), month: next.getMonth() + 1, year: next.getFullYear() };
    },
  },
);

const partsOfDay: [RegExp, number][] = [
  [/\bmorning\b/i, 9],
  [/\bnoon|midday|lunchtime\b/i, 12],
  [/\bafternoon\b/i, 14],
  [/\bevening\b/i, 19],
  [/\b(tonight|night)\b/i, 20],
];

/** Returns the time that an English text names, parsed by chrono and corrected; null if it names none. */
export function findEnglishTime(text: string, now: number, zone: string): FoundTime | null {
  const relative = englishDuration(text, 'from now');
  const length = englishDuration(text, 'length');
  const zoneReading = englishZone(text);
  const englishTime: FoundTime = {
    date: null,
    endDate: null,
    time: null,
    endTime: null,
    minutes: length?.minutes ?? null,
    fromNow: relative?.minutes ?? null,
    offset: null,
    zone: zoneReading?.zone ?? null,
    spans: [relative, length, zoneReading].filter((part) => part !== null),
    error: findEnglishTimeError(text, dateAt(now, zone)),
  };
  if (relative) return englishTime;

  const clockReading = clockWords(text);
  const blanked = englishTime.spans
    .reduce((rest, { from, until }) => blank(rest, from, until), clockReading.text)
    .replace(wordAfterTime, '$1_');
  for (const result of resultsIn(blanked, now, zone)) {
    if (!englishTime.error && isContradictory(result)) englishTime.error = { kind: 'date', from: result.index };
    take(englishTime, result, blanked);
  }
  if (englishTime.date === null && englishTime.time === null && englishTime.error === null) return null;
  return {
    ...englishTime,
    spans: englishTime.spans.flatMap((span) => [
      span,
      ...clockReading.rewritten.filter((words) => overlap(words, span)),
    ]),
  };
}

/** True if the day of the week is not that of the date: “Friday Dec 5”. */
const isContradictory = ({ start }: ParsedResult) =>
  start.isCertain('weekday') && start.isCertain('day') && (start.get('weekday') ?? 0) !== weekdayOf(dateOf(start)) % 7;

/** Matches the beginning of a word in “12:00 a long walk” or “12:00 Amanda”, which chrono takes for “12:00 am”. */
const wordAfterTime = /(\d\s+)[ap](?=(?<=a)\s+(?!m\b)\p{L}|m[\p{L}\d])/giu;

const overlap = (a: Span, b: Span) => a.from < b.until && b.from < a.until;

/**
 * Returns chrono's results, independent of the machine's own zone: chrono is given the person's local date as if it
 * were the machine's, and answers in the same terms. It is given the start of the day, so that an earlier time today is
 * not read as next year.
 */
function resultsIn(text: string, now: number, zone: string): ParsedResult[] {
  const { year, month, day } = localTime(now, zone);
  const parseDates = (part: string) =>
    reader
      .parse(part, new Date(year, month - 1, day), { forwardDate: !backward.test(part) })
      .filter((result) => isMeant(result, part));
  const others = text.replace(possessive, (owner) => ' '.repeat(owner.length));
  const results = parseDates(others);
  return others === text || results.some(isDated) ? results : parseDates(text);
}

/** Words that place a day before today: “last Friday”, but not “Friday 3pm last fitting”. */
const backward =
  /\b(?:(?:last|past)\s+(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|week(?:end)?|month|year|night|\d+)\b|yesterday\b|ago\b)/i;

/** Matches a day that only says which thing is meant, if another day is named: “last Monday’s report by Friday”. */
const possessive = new RegExp(
  `\\b(?:(?:last|past|this|next)\\s+)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tonight|tomorrow|week(?:end)?|month|quarter|year|night|${englishMonthPattern}(?:\\s+\\d{1,2}(?:st|nd|rd|th)?)?)['’]s\\b`,
  'giu',
);

/** Matches a duration such as “8 hours” or “6 month”. */
const length = /^\d+(?:\.\d+)?[\s-]*(?:m|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?)$/i;
const fraction = /^\d\/\d$/;
const measured =
  /^\s*(?:lbs?|pounds?|oz|ounces?|kg|cups?|pints?|gallons?|lit(?:er|re)s?|tsp|tbsp|dozen|miles?|price|down payment|of)\b|^\s*的?[杯勺碗斤]/i;
const wholeSum = /^\s*(?:deposit|payment|share)\b(?:\s*$|\s+(?:of|arrived|received|paid)\b)/i;
const partOfSum = /^\s*(?:deposit|payment|share)\b/i;
const ofSum = /\b(?:a|the|pay|send|transfer|collect|receive|get|take|confirm)\s+$/i;
const chineseSum = /^\s*的?(?:(?:定|订|押|保证|租|奖|佣)金|[尾首余货全工程]*款|首付|预付|工资|利润|股|份额)/;

/** True if a fraction is a part of something: “1/2 cup”, “1/3定金”. “1/5 payment due” has a date. */
function isPart(before: string, after: string): boolean {
  if (measured.test(after) || wholeSum.test(after)) return true;
  if (chineseSum.test(after)) return !/^\s/.test(after) || /[付交收转给]\s*$/.test(before);
  return partOfSum.test(after) && ofSum.test(before);
}

/** Matches “24/7” in the sense of “always”. */
const always =
  /\b(?:open|available|works?|runs?|running|on call)\s+24\/7|24\/7\s+(?:access|availability|care|clinic|coverage|customer|emergency|gym|helpline|hotline|monitoring|on-call|pharmacy|service|shop|store|support)\b/i;

/**
 * True if a result is really a time: month names and short weekdays are also words and names, and count alone only if a
 * time is likely.
 */
function isMeant(result: ParsedResult, text: string): boolean {
  const { start, index } = result;
  if (/^(?:now|the (?:week|month|quarter|year))$/i.test(result.text) || length.test(result.text)) return false;
  if (/[\p{L}\p{N}]$/u.test(text.slice(0, index))) return false;
  if (result.text === '24/7' && always.test(text)) return false;
  if (fraction.test(result.text) && isPart(text.slice(0, index), text.slice(index + result.text.length))) return false;
  if (start.isCertain('hour') || partOfDay(result.text)) return true;
  if (/^(sun|sat|mon|wed|may|march)\.?$/i.test(result.text))
    return (
      start.isCertain('weekday') && (result.index === 0 || result.index + result.text.length === text.trimEnd().length)
    );
  if (start.isCertain('day') || start.isCertain('weekday')) return true;
  return start.tags().has('result/relativeDate') || /\bend of\b/i.test(result.text);
}

/**
 * Adds a result to `englishTime`. The first result with a date and the first with a time of day count; chrono may join
 * them or not.
 */
function take(englishTime: FoundTime, result: ParsedResult, text: string): void {
  const { start, end } = result;
  const time = timeOf(start, result.text);
  const dated = isDated(result);
  const newDate = dated && englishTime.date === null;
  const newTime = time !== null && englishTime.time === null;
  if (dated && !newDate && time === null) takeBracketed(englishTime, result, text);
  if (!newDate && !newTime) return;
  if ((dated && !newDate) || (time !== null && !newTime)) return;
  if (newDate) {
    englishTime.date = dateOf(start);
    if (/\bweekend\b/i.test(result.text)) englishTime.endDate = addDays(englishTime.date, 1);
    if (end && !end.isCertain('hour')) englishTime.endDate = dateOf(end);
  }
  if (newTime) {
    englishTime.time = time;
    if (start.isCertain('timezoneOffset')) englishTime.offset = start.get('timezoneOffset');
    if (end?.isCertain('hour')) {
      englishTime.endTime = endTimeOf(end, time, result.text);
      const isBare = bareStart.test(result.text);
      if (isBare) englishTime.time = startBefore(englishTime.endTime, time);
      if (dated && !isBare && englishTime.endTime.hour === end.get('hour')) englishTime.endDate = dateOf(end);
    }
  }
  const from = result.index;
  const until = from + result.text.length;
  englishTime.spans.push({ from: startWithArticle(text, from), until });
}

const isDated = ({ start, text }: ParsedResult) =>
  start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month') || hasDateWord(text);

/** A date that can only be meant as one, unlike the “(1/3)” of a first part of three. */
const fullDate = new RegExp(`\\b${englishMonthPattern}\\b|\\d{4}|\\d/\\d+/\\d`, 'i');

/**
 * Adds a date in brackets after a day, as in “next Wednesday (Dec 9)”, to the time; an error if it is surely a date,
 * and that of another day.
 */
function takeBracketed(englishTime: FoundTime, { start, index, text: words }: ParsedResult, text: string): void {
  const until = index + words.length;
  const day = englishTime.spans.find((span) => /^\s*\(\s*$/.test(text.slice(span.until, index)));
  if (!day || !/^\s*\)/.test(text.slice(until))) return;
  if (dateOf(start) === englishTime.date)
    englishTime.spans.push({ from: day.until, until: text.indexOf(')', until) + 1 });
  else if (fullDate.test(words)) englishTime.error ??= { kind: 'date', from: index };
}

function timeOf(start: Components, words: string): TimeOfDay | null {
  if (!start.isCertain('hour')) {
    const hour = partOfDay(words);
    return hour === null ? null : { hour, minute: 0 };
  }
  const time = { hour: start.get('hour') ?? 0, minute: start.get('minute') ?? 0 };
  return isBareHour(start, words) ? { ...time, hour: time.hour + 12 } : time;
}

function endTimeOf(end: Components, start: TimeOfDay, words: string): TimeOfDay {
  const time = { hour: end.get('hour') ?? 0, minute: end.get('minute') ?? 0 };
  const isBefore = time.hour * 60 + time.minute <= start.hour * 60 + start.minute;
  const later = time.hour < 12 && time.hour + 12 > start.hour && isBefore;
  return later && !end.isCertain('meridiem') && !/\d\s*a\.?m/i.test(words) ? { ...time, hour: time.hour + 12 } : time;
}

/** Matches a start without am or pm before an end with it: “10-2pm”. */
const bareStart =
  /(?<![\d:.])\d{1,2}(?:[:.]\d\d)?\s*(?:[-–—~～]|to|until|till?|through|and)\s*\d{1,2}(?:[:.]\d\d)?\s*[ap]\.?m\b/i;

/** Returns the start of a span in the half of the day in which it is the last such time before the end. */
function startBefore(end: TimeOfDay, { hour, minute }: TimeOfDay): TimeOfDay {
  const minutes = (time: TimeOfDay) => time.hour * 60 + time.minute;
  const until = minutes(end);
  const early = { hour: hour % 12, minute };
  const lengthFrom = (start: TimeOfDay) => (until - minutes(start) + 1440) % 1440 || 1440;
  const late = { hour: early.hour + 12, minute };
  return lengthFrom(early) < lengthFrom(late) ? early : late;
}

/** True if an hour needs a guess: “at 3” means the afternoon, while “3:00” and “at 9” are taken literally. */
function isBareHour(start: Components, words: string): boolean {
  const hour = start.get('hour') ?? 0;
  return hour >= 1 && hour <= 6 && !start.isCertain('meridiem') && !/[:.]|morning|midnight|\b0\d/i.test(words);
}

function partOfDay(words: string): number | null {
  return partsOfDay.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

const hasDateWord = (words: string) =>
  /\b(today|tonight|tomorrow|tmr|tmrw|yesterday|this (morning|afternoon|evening)|weekend|week|month|year)\b/i.test(
    words,
  );

const dateOf = (part: Components): CalendarDate =>
  calendarDate(part.get('year') ?? 0, part.get('month') ?? 1, part.get('day') ?? 1);

/** Returns the start of a result including its article, so that “the day after tomorrow” leaves no “the” behind. */
function startWithArticle(text: string, from: number): number {
  const article = /(?:^|\s)(?:the|this|coming|on the)\s+$/i.exec(text.slice(0, from));
  return article ? article.index : from;
}

const blank = (text: string, from: number, until: number) =>
  text.slice(0, from) + ' '.repeat(until - from) + text.slice(until);

const hours = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const hour = `(\\d{1,2}|${hours.join('|')})`;

const rewritings: [RegExp, (...found: string[]) => string][] = [
  [new RegExp(`\\b(half|(?:a )?quarter) (past|to) ${hour}\\b(?!:)(\\s*[ap]\\.?m\\b)?`, 'gi'), aroundTheHour],
  [new RegExp(`\\bat (${hours.join('|')})\\b(?! ?o)`, 'gi'), (_, hourWord = '') => `at ${hourOf(hourWord)}`],
  [
    /\bbetween (?=\d+(?: and \d+)?(?::\d\d|\s*[ap]\.?m\b))(\d{1,2}(?::\d\d)?(?:\s*[ap]\.?m\b)?) and (?=\d|noon|midnight)/gi,
    (_, start = '') => `${start} to`,
  ],
  [/\b12 (noon|midnight)\b/gi, (_, word = '') => word],
  // chrono takes the midnight at the end of a span for the one before its start.
  [/(?<=(?:\d|\d\s*[ap]\.?m\.?)\s*(?:[-–—]|\b(?:to|until|till?)\b)\s*)midnight\b/gi, () => '12am'],
  [/\b(?:the )?day after tomorrow\b/gi, () => 'in 2 days'],
  // chrono reads nothing beside the midnight that ends a day; the Chinese reader knows it.
  [/\b24:00\b/g, () => ''],
  [/\b(?:a|one) week from (today|now)\b/gi, () => 'in 7 days'],
  [/\b(?:a|one) week from tomorrow\b/gi, () => 'in 8 days'],
];

/**
 * Returns the text with times that chrono does not know rewritten in its terms: “half past 4”, “quarter to nine”,
 * “15h30”, “at nine”. Shorter words are padded with spaces, so that positions stay valid; `rewritten` lists their
 * positions.
 */
function clockWords(text: string): { text: string; rewritten: Span[] } {
  const rewritten: Span[] = [];
  let result = text;
  for (const [pattern, write] of rewritings) {
    result = result.replace(pattern, (...matchParts: unknown[]) => {
      const [whole = '', ...parts] = matchParts.filter(
        (part) => typeof part === 'string' || part === undefined,
      ) as string[];
      const matchIndex = matchParts.find((part) => typeof part === 'number') ?? 0;
      rewritten.push({ from: matchIndex, until: matchIndex + whole.length });
      return write(whole, ...parts).padEnd(whole.length);
    });
  }
  return { text: result, rewritten };
}

function aroundTheHour(_: string, part = '', side = '', hourWord = '', half?: string): string {
  const statedHour = hourOf(hourWord);
  const past = side.toLowerCase() === 'past';
  const figure = past ? statedHour : statedHour === 1 ? 12 : statedHour - 1;
  const minutes = /half/i.test(part) ? '30' : past ? '15' : '45';
  return `${figure}:${minutes}${half?.trim() ?? (figure >= 1 && figure <= 6 ? 'pm' : '')}`;
}

const hourOf = (text: string) => hours.indexOf(text.toLowerCase()) + 1 || Number(text);
