import { addDays, type CalendarDate } from '../../values/calendar-date.ts';
import { readChineseDate } from './read-chinese-date.ts';
import { parseChineseTimeOfDay } from './chinese-clock.ts';
import type { FoundTime, TimeError, TimeOfDay } from './found-time.ts';
import { parseChineseNumber } from '../chinese-number.ts';

const joint = /^\s*(?:到|至|[-–—~～－]|[和与跟](?=[^，,。；;]{1,12}之间))\s*/;
const gap = /^[\s的,，]*/;
const numeral = /^[0-9０-９零〇一二两三四五六七八九十廿]$/;

/** Returns the time that a Chinese text names; null if it names none. */
export function findChineseTime(text: string, today: CalendarDate): FoundTime | null {
  const chineseTime: FoundTime = {
    date: null,
    endDate: null,
    time: null,
    endTime: null,
    minutes: null,
    fromNow: null,
    offset: null,
    zone: null,
    spans: [],
    error: null,
  };
  const relative = chineseDuration(text);
  if (relative) return { ...chineseTime, fromNow: relative.minutes, spans: [relative] };
  for (let at = 0; at < text.length; at += 1) {
    if (chineseTime.time !== null && !/[\s,，。;；]/.test(text.charAt(at - 1))) continue;
    const isInside = numeral.test(text.charAt(at)) && numeral.test(text.charAt(at - 1));
    if (isInside && chineseTime.spans.at(-1)?.until !== at) continue;
    const before = { ...chineseTime };
    const until = readAt(text, at, today, chineseTime);
    if (typeof until === 'string') return { ...before, error: { kind: until, from: at } };
    if (until <= at) continue;
    chineseTime.spans.push({ from: at, until });
    at = until - 1;
    if (chineseTime.date !== null && chineseTime.time !== null) break;
  }
  return chineseTime.date === null && chineseTime.time === null ? null : chineseTime;
}

/**
 * Reads a date, a time of day or both, and their end, from `at` on; returns the position after them, or their error.
 */
function readAt(text: string, at: number, today: CalendarDate, chineseTime: FoundTime): number | TimeError {
  let until = at;
  const rest = () => text.slice(until);
  const date = chineseTime.date === null ? readChineseDate(text, at, today, null) : null;
  if (typeof date === 'string') return date;
  if (date) {
    chineseTime.date = date.date;
    chineseTime.endDate = date.endDate;
    until += date.length;
  }
  const space = date ? (gap.exec(rest())?.[0].length ?? 0) : 0;
  const atStart = at === 0 || date !== null;
  const clock =
    chineseTime.time === null
      ? parseChineseTimeOfDay(text, until + space, { part: date?.part ?? null, alone: atStart })
      : null;
  if (clock === 'clock') return clock;
  if (clock) {
    chineseTime.time = clock.time;
    until += space + clock.length;
  } else if (date?.part && chineseTime.time === null) chineseTime.time = date.part.usual;
  if (until === at) return at;

  const rangeMatch = joint.exec(rest());
  if (!rangeMatch) return until;
  const next = until + rangeMatch[0].length;
  const endDate = date ? readChineseDate(text, next, today, date.date) : null;
  if (typeof endDate === 'string') return endDate;
  const afterDate = next + (endDate?.length ?? 0);
  const endGap = endDate ? (gap.exec(text.slice(afterDate))?.[0].length ?? 0) : 0;
  const end = clock
    ? parseChineseTimeOfDay(text, afterDate + endGap, { part: endDate?.part ?? clock.part, alone: true })
    : null;
  if (end === 'clock') return end;
  if (endDate) chineseTime.endDate = endDate.date < (chineseTime.date ?? '') ? addDays(endDate.date, 7) : endDate.date;
  const stop = afterDate + endGap + (end?.length ?? 0);
  const isBare = end?.part === null && endDate === null && /[点时]/.test(text.slice(afterDate, stop));
  if (end) chineseTime.endTime = isBare && chineseTime.time ? hourAfter(chineseTime.time, end.time) : end.time;
  const last = end ? stop : endDate ? afterDate : until;
  return last + (last > until ? (/^\s*之间/.exec(text.slice(last))?.[0].length ?? 0) : 0);
}

/** Returns an end without a part of the day as the next such hour: “6点到8点” ends at 20:00, “22点到6点” at 6:00. */
function hourAfter(start: TimeOfDay, { hour, minute }: TimeOfDay): TimeOfDay {
  const isLater = (endHour: number) => endHour * 60 + minute > start.hour * 60 + start.minute;
  if (isLater(hour)) return { hour, minute };
  if (hour < 12) return { hour: isLater(hour + 12) ? hour + 12 : hour, minute };
  return { hour: hour > 12 && hour <= 18 ? hour - 12 : hour, minute };
}

const number = '(?:[0-9０-９]+(?:\\.[0-9])?|[一二两三四五六七八九十]{1,3})';
const later = '(?:之后|以后|过后|后)';
const hours = new RegExp(`(?:过|再过)?(${number})(个半)?(?:个)?(?:小时|钟头)(半)?(?:零?(${number})分钟?)?${later}`);
const minutes = new RegExp(`(?:过|再过)?(${number})(分钟|刻钟)${later}`);
const half = new RegExp(`(?:过|再过)?半个?(?:小时|钟头)${later}`);

/** Returns minutes from now (“两小时后”, “一个半小时后”, “三十分钟以后”), and their position; null if there are none. */
function chineseDuration(text: string): { minutes: number; from: number; until: number } | null {
  const durationOf = (durationMatch: RegExpExecArray, count: number) => ({
    minutes: Math.round(count),
    from: durationMatch.index,
    until: durationMatch.index + durationMatch[0].length,
  });
  const inHours = hours.exec(text);
  if (inHours) {
    const [, count = '', before, after, extra] = inHours;
    const whole = valueOf(count) + (before !== undefined || after !== undefined ? 0.5 : 0);
    return durationOf(inHours, whole * 60 + (extra ? valueOf(extra) : 0));
  }
  const inMinutes = minutes.exec(text);
  if (inMinutes) return durationOf(inMinutes, valueOf(inMinutes[1] ?? '') * (inMinutes[2] === '刻钟' ? 15 : 1));
  const inHalf = half.exec(text);
  return inHalf && durationOf(inHalf, 30);
}

const valueOf = (text: string) => (text.includes('.') ? Number(text.normalize('NFKC')) : parseChineseNumber(text));
