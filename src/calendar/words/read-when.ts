import { addDays, dateAt, type CalendarDate } from '../../values/calendar-date.ts';
import { instantFromLocalTime } from '../../values/zoned-time.ts';
import { englishMonthPattern } from '../english-month.ts';
import { isTimeFromUnsupportedLanguage, namesDayInOtherLanguage, normalizeDottedDates } from './other-languages.ts';
import { findChineseTime } from './find-chinese-time.ts';
import { findEnglishTime } from './find-english-time.ts';
import type { FoundTime, TimeError, TimeOfDay } from './found-time.ts';
import { simplified } from '../../values/simplified-chinese.ts';

/**
 * A time that a text names. All-day: `start` and `end` are dates, `end` the last day; otherwise both are instants (ISO
 * 8601).
 */
export interface ParsedTimeText {
  start: string;
  /** Null if the text names no end. */
  end: string | null;
  all_day: boolean;
  /** The rest of the text, as a title. */
  rest: string;
}

const minute = 60_000;

/**
 * Reads a time in English or Chinese as a person in `zone` means it at `now`; null if there is none. A time of day
 * alone is on `day`, or without one on the day on which it comes next.
 */
export function parseTimeText(text: string, now: string, zone: string, day?: CalendarDate): ParsedTimeText | null {
  const when = parseTimeTextOrError(text, now, zone, day);
  return typeof when === 'string' ? null : when;
}

/**
 * As `parseTimeText`; the error if the text names a time that cannot be used, such as “Feb 30” or “25:00”, or only a
 * time of day beside a day in words of one of `languages` that are not read.
 */
export function parseTimeTextOrError(
  typedText: string,
  now: string,
  zone: string,
  day?: CalendarDate,
  languages: readonly string[] = [],
): ParsedTimeText | TimeError | null {
  const typed = normalizeDottedDates(typedText, languages);
  const text = simplified(typed);
  const today = dateAt(Date.parse(now), zone);
  const chinese = findChineseTime(text, today);
  const english = findEnglishTime(text, Date.parse(now), zone);
  const timeReading = better(chinese, english);
  if (!timeReading || isTimeFromUnsupportedLanguage(typed, timeReading)) return null;
  const error = chinese?.error ?? english?.error;
  if (error && !isBefore(timeReading, error.from)) return error.kind;
  const isFollowed = (by: RegExp) => timeReading.spans.some(({ until }) => by.test(text.slice(until)));
  if (timeReading.date !== null && (isFollowed(another) || isFollowed(anotherDate) || isWeekdayList(text, timeReading)))
    return 'several';
  if (timeReading.time !== null && (isFollowed(anotherTime) || isTimeList(text, timeReading))) return 'several';
  if (
    timeReading.spans.some(
      ({ from, until }) => nth.test(text.slice(0, from)) && weekdayAt.test(text.slice(from, until)),
    )
  )
    return 'date';
  if (timeReading.spans.some(({ from }) => repeating.test(text.slice(0, from)))) return 'repeat';
  const times =
    timeReading.time || timeReading.fromNow !== null
      ? timed(timeReading, Date.parse(now), zone, day)
      : whole(timeReading);
  if (!times) return null;
  const rest = textWithoutSpans(typed, timeReading.spans);
  const isDayless = timeReading.date === null && timeReading.fromNow === null;
  if (isDayless && timeReading.spans.some(({ from }) => unreadRepeat.test(text.slice(0, from)))) return 'repeat';
  const isOnUnreadDay =
    namesDayInOtherLanguage(typed, languages) ||
    timeReading.spans.some(({ from }) => unreadDay.test(text.slice(0, from)));
  return isDayless && isOnUnreadDay ? 'day' : { ...times, rest };
}

/** A word that makes the time after it repeat: “every 3rd”, “每15号”, “每到周末”. */
const repeating = /(?:\b(?:every|each)(?: other)?\s+|[每逢隔]\s*|每[到当]\s*)$/i;

/** Right before a time of day, days on which it repeats, or one that no reader knows: “平日晚上7点”, “月中下午3点”. */
const unreadRepeat = /(?:平日|工作日|节假日|假日|每[^\s，,。；;]{0,8}(?:[天日周月年季早晚末]|星期|礼拜))的?[\s，,]*$/u;
const unreadDay = /(?:月[初中]|[上中下]旬|过[几两][天周]|改天|[天周月年][之以]?内)的?[\s，,]*$/u;

/** A place that makes the weekday after it no exact day: “on the first Monday”. */
const nth = /\bon the (?:first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)\s+$/i;
const weekdayAt = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day/i;

/** One more day after the first: “Monday and Wednesday”, “30号和31号”. */
const another =
  /^\s*(?:(?:and|&)\s+(?:on\s+)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|the\s+\d{1,2}(?:st|nd|rd|th))\b|(?:和|及|与|、|以及)\s*(?:[0-9０-９一二三四五六七八九十]{1,3}(?:[日号](?!楼)|月[0-9一二三四五六七八九十])|(?:下|本|这)?(?:周|星期|礼拜)[一二三四五六日天末]|明天|后天|大后天))/i;

/** The same for a date: “March 1 and September 1”. */
const anotherDate = new RegExp(
  `^\\s*(?:and|&)\\s+(?:on\\s+)?${englishMonthPattern}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?\\b`,
  'i',
);

/** One more time of day after the first: “9am and 3pm”, “上午9点和下午3点”. */
const anotherTime =
  /^\s*(?:(?:and|&)\s+(?:at\s+)?\d{1,2}(?::\d\d)?(?:\s*[ap]\.?m\b|(?<=:\d\d)|\s*o['’]?clock)|(?:和|及|与|、|以及)\s*(?:凌晨|半夜|清晨|早上|早|上午|中午|下午|傍晚|晚上|晚)?\s*[0-9０-９一二两三四五六七八九十]{1,3}[点:：](?!\s*[建意要理]))/i;

const partOfDay = '(?:凌晨|半夜|清晨|早上|早|上午|中午|下午|傍晚|晚上|晚)';
const timeBefore = new RegExp(`${partOfDay}\\s*[0-9０-９一二两三四五六七八九十]{1,3}[点:：]`);
const timeAfter = new RegExp(`^\\s*[，,]\\s*${partOfDay}\\s*[0-9０-９一二两三四五六七八九十]{1,3}[点:：]`);

/** True if a time of day follows the first after a comma, each with its part of the day: “上午9点，下午3点”. */
const isTimeList = (text: string, { spans }: FoundTime) =>
  spans.some(({ from, until }) => timeBefore.test(text.slice(from, until)) && timeAfter.test(text.slice(until)));

const weekday = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?\\b';
const weekdayBefore = new RegExp(`\\b${weekday}$`, 'i');
const weekdaysAfter = new RegExp(
  `^\\s*(?:[,/]\\s*${weekday}(?!['’])|${weekday}\\s*(?:,|and\\b|&|\\d|at\\b|${weekday}))`,
);

/** True if more days of the week follow the first: “Mon Wed Fri”, “Mon/Wed”. */
const isWeekdayList = (text: string, { spans }: FoundTime) =>
  spans.some(({ until }) => weekdayBefore.test(text.slice(0, until)) && weekdaysAfter.test(text.slice(until)));

/** True if a reading has both a date and a time of day, and they end before a position: what follows is the title. */
function isBefore(timeReading: FoundTime, position: number): boolean {
  return weight(timeReading) === 2 && timeReading.spans.every(({ until }) => until <= position);
}

const weight = ({ date, time, fromNow }: FoundTime) =>
  fromNow === null ? Number(date !== null) + Number(time !== null) : 2;

/**
 * Returns the reading that found more of a date and a time of day; if both found equally much, the one with a time zone
 * or an end, or else the Chinese one. If one found only the date and the other only the time of day, as in “tomorrow
 * 24:00”, these are one time.
 */
function better(chinese: FoundTime | null, english: FoundTime | null): FoundTime | null {
  if (!chinese || !english) return chinese ?? english;
  if (weight(chinese) === 1 && weight(english) === 1 && (chinese.date === null) !== (english.date === null)) {
    const [dated, timed] = chinese.date === null ? [english, chinese] : [chinese, english];
    const { date, endDate } = dated;
    return { ...timed, date, endDate, spans: [...dated.spans, ...timed.spans] };
  }
  const isZoned = english.zone !== null || english.offset !== null;
  const isLonger =
    weight(english) === weight(chinese) && (isZoned || (english.endTime !== null && chinese.endTime === null));
  return isLonger || weight(english) > weight(chinese) ? english : chinese;
}

type Times = Omit<ParsedTimeText, 'rest'>;

function whole({ date, endDate }: FoundTime): Times | null {
  return date === null
    ? null
    : { start: date, end: endDate !== null && endDate > date ? endDate : null, all_day: true };
}

function timed(timeReading: FoundTime, now: number, zone: string, day?: CalendarDate): Times | null {
  const instantAt = (date: CalendarDate, time: TimeOfDay) => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const local = { year, month, day, ...time, second: 0 };
    return timeReading.offset === null
      ? instantFromLocalTime(local, timeReading.zone ?? zone)
      : instantFromLocalTime(local, 'UTC') - timeReading.offset * minute;
  };
  let start: number;
  let end: number | null = null;
  if (timeReading.fromNow !== null) {
    start = Math.floor((now + timeReading.fromNow * minute) / minute) * minute;
  } else {
    const time = timeReading.time ?? { hour: 0, minute: 0 };
    const today = dateAt(now, zone);
    const isTimePast = timeReading.date === null && instantAt(today, time) <= now;
    const date = timeReading.date ?? day ?? (isTimePast ? addDays(today, 1) : today);
    start = instantAt(date, time);
    if (timeReading.endTime) {
      end = instantAt(timeReading.endDate ?? date, timeReading.endTime);
      if (end <= start) end = instantAt(addDays(date, 1), timeReading.endTime);
    }
  }
  if (timeReading.minutes !== null) end = start + timeReading.minutes * minute;
  if (end !== null && end <= start) end = null;
  const iso = (ms: number) => new Date(ms).toISOString();
  return { start: iso(start), end: end === null ? null : iso(end), all_day: false };
}

/**
 * Returns the end of a time that was read from text: the end that the text names; if it names none, the same day for
 * whole days, otherwise one hour after the start.
 */
export function endTimeOrDefault({ start, end, all_day }: ParsedTimeText): string {
  if (end !== null) return end;
  return all_day ? start : new Date(Date.parse(start) + 60 * minute).toISOString();
}

const before =
  /(?:[\s,，;；:：、—–-]|\b(?:on|at|by|due|until|till|before|from|for|in|starting|due on|due by)|[在于於到从從自])+$/i;
const after = /^(?:['’]s(?:\s+end)?\b|[\s,，;；:：、。.—–-]|之前|以前|前(?=\p{L}|[\s，,。；;]|$)|截止|的[时時]候|的)+/u;

/**
 * Returns the text without the given spans, and without the prepositions and punctuation that connected them with the
 * rest. The remaining pieces are joined by one space, or without a space between two Chinese characters that had none;
 * white space is collapsed.
 */
export function textWithoutSpans(text: string, spans: readonly { from: number; until: number }[]): string {
  const sortedSpans = [...spans].sort((a, b) => a.from - b.from);
  let remainingText = '';
  let pieceStart = 0;
  for (const { from, until } of sortedSpans) {
    const piece = text.slice(pieceStart, Math.max(pieceStart, from));
    remainingText = joined(remainingText, (pieceStart === 0 ? piece : piece.replace(after, '')).replace(before, ''));
    pieceStart = Math.max(pieceStart, until);
  }
  const last = text.slice(pieceStart);
  return joined(remainingText, sortedSpans.length === 0 ? last : last.replace(after, ''));
}

function joined(textBefore: string, piece: string): string {
  const isChinese = /\p{Script=Han}$/u.test(textBefore) && /^\p{Script=Han}/u.test(piece);
  return `${textBefore}${isChinese ? '' : ' '}${piece}`.replace(/\s+/g, ' ').trim();
}
