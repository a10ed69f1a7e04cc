import { addDays, type CalendarDate } from '../domain/calendar-date.ts';
import { chineseDate } from './chinese-date.ts';
import { chineseClock } from './chinese-clock.ts';
import { chineseDuration } from './chinese-duration.ts';
import type { FoundTime } from './found-time.ts';

const joint = /^\s*(?:到|至|[-–—~～－])\s*/;
const gap = /^[\s的,，]*/;

/** What a Chinese text says about time; null when it says nothing. */
export function findChineseTime(text: string, today: CalendarDate): FoundTime | null {
  const found: FoundTime = {
    date: null,
    endDate: null,
    time: null,
    endTime: null,
    minutes: null,
    fromNow: null,
    offset: null,
    spans: [],
  };
  const relative = chineseDuration(text);
  if (relative) return { ...found, fromNow: relative.minutes, spans: [relative] };
  for (let at = 0; at < text.length; at += 1) {
    if (found.time !== null && !/[\s,，。;；]/.test(text.charAt(at - 1))) continue;
    const until = readAt(text, at, today, found);
    if (until <= at) continue;
    found.spans.push({ from: at, until });
    at = until - 1;
    if (found.date !== null && found.time !== null) break;
  }
  return found.date === null && found.time === null ? null : found;
}

/** Reads a date, a time of day or both, and what they last until, from `at` on; returns where that ends. */
function readAt(text: string, at: number, today: CalendarDate, found: FoundTime): number {
  let until = at;
  const rest = () => text.slice(until);
  const date = found.date === null ? chineseDate(text, at, today, null) : null;
  if (date) {
    found.date = date.date;
    found.endDate = date.endDate;
    until += date.length;
  }
  const space = date ? (gap.exec(rest())?.[0].length ?? 0) : 0;
  const atStart = at === 0 || date !== null;
  const clock =
    found.time === null ? chineseClock(text, until + space, { part: date?.part ?? null, alone: atStart }) : null;
  if (clock) {
    found.time = clock.time;
    until += space + clock.length;
  } else if (date?.part && found.time === null) found.time = date.part.usual;
  if (until === at) return at;

  const joined = joint.exec(rest());
  if (!joined) return until;
  const next = until + joined[0].length;
  const endDate = date ? chineseDate(text, next, today, date.date) : null;
  const afterDate = next + (endDate?.length ?? 0);
  const endGap = endDate ? (gap.exec(text.slice(afterDate))?.[0].length ?? 0) : 0;
  const end = clock ? chineseClock(text, afterDate + endGap, { part: endDate?.part ?? clock.part, alone: true }) : null;
  if (endDate) found.endDate = endDate.date < (found.date ?? '') ? addDays(endDate.date, 7) : endDate.date;
  if (end) found.endTime = end.time;
  return end ? afterDate + endGap + end.length : endDate ? afterDate : until;
}
