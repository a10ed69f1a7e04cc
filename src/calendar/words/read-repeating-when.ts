import { findRecurrence } from '../find-repeat.ts';
import { parseRrule, formatRrule } from '../rrule.ts';
import { addDays, dateAt, type CalendarDate } from '../../values/calendar-date.ts';
import { nextOccurrence } from '../next-occurrence.ts';
import { wallTime } from '../times.ts';
import type { TimeError } from './found-time.ts';
import { parseTimeText, parseTimeTextOrError, textWithoutSpans, type ParsedTimeText } from './read-when.ts';
import { simplified } from '../../values/simplified-chinese.ts';

const ending =
  /,?\s*\b(?:until|till|through)\s+(?=\S)|[，,]?\s*(?:一直到|直到|截止到?|到)(?=.*(?:日|号|底|年|周|天|\d))/iu;

const mostDayWords = 5;

/**
 * Reads a time that may repeat: “every Monday 9:00 until 31 March”, “每周一9点”. `start` is the first occurrence from `now`
 * on, or the named time, without regard to the repetition; a repetition without a time of day is all-day. Null if the
 * text has neither; the error if it names a time that cannot be used. A time of day alone is on `day`, and is an
 * error beside a day in words of `languages`, as `parseTimeTextOrError` has it.
 */
export function parseRecurringTimeText(
  text: string,
  now: string,
  zone: string,
  day?: CalendarDate,
  languages: readonly string[] = [],
): (ParsedTimeText & { repeat: string | null }) | TimeError | null {
  const recurrence = findRecurrence(text);
  if (!recurrence) {
    const when = parseTimeTextOrError(text, now, zone, day, languages);
    return when === null || typeof when === 'string' ? when : { ...when, repeat: null };
  }
  if (typeof recurrence === 'string') return recurrence;
  const rest = textWithoutSpans(text, recurrence.spans);
  const end = endIn(rest, now, zone);
  const timeText = end ? end.rest : rest;
  const today = dateAt(Date.parse(now), zone);
  const when = parseTimeTextOrError(timeText, now, zone) ?? { start: today, end: null, all_day: true, rest: timeText };
  if (typeof when === 'string') return when;
  const repeat = end ? withEnd(recurrence.repeat, end.date) : recurrence.repeat;
  return { ...atNextDay(when, repeat, zone), repeat };
}

/** Returns the last day that a text names, and the rest of the text; null if it names none. */
function endIn(text: string, now: string, zone: string): { date: CalendarDate; rest: string } | null {
  const endMatch = ending.exec(simplified(text));
  if (!endMatch) return null;
  const before = text.slice(0, endMatch.index);
  const after = text.slice(endMatch.index + endMatch[0].length);
  const day = dayAtStart(after, now, zone);
  if (day) return { date: day.date, rest: `${before} ${day.rest}`.trim() };
  const when = parseTimeText(after, now, zone);
  if (!when?.all_day) return null;
  return { date: when.end ?? when.start, rest: `${before} ${when.rest.replace(/^[为為]?止/, '')}`.trim() };
}

/** The longest sequence of words at the beginning that is only a day: a time of day after it belongs to the entry. */
function dayAtStart(text: string, now: string, zone: string): { date: CalendarDate; rest: string } | null {
  const words = text.split(/\s+/);
  for (let count = Math.min(words.length, mostDayWords); count > 0; count -= 1) {
    const when = parseTimeText(words.slice(0, count).join(' '), now, zone);
    if (when?.all_day && when.rest === '') return { date: when.end ?? when.start, rest: words.slice(count).join(' ') };
  }
  return null;
}

/**
 * Returns a time moved to the next day of its repetition: “every other Friday” begins with the next Friday, though it
 * may be in another week than today.
 */
function atNextDay(when: ParsedTimeText, repeat: string, zone: string): ParsedTimeText {
  const parsedRule = parseRrule(repeat);
  if (!parsedRule.ok || parsedRule.value.interval === 1) return when;
  const { start, end, all_day } = when;
  const first = wallTime.write(wallTime.of(start, { all_day, zone }));
  const each = formatRrule({ ...parsedRule.value, interval: 1 });
  const next = nextOccurrence({ first, zone, repeat: each }, -Infinity);
  if (next === null) return when;
  if (!all_day) {
    const later = Date.parse(next) - Date.parse(start);
    return { ...when, start: next, end: end && new Date(Date.parse(end) + later).toISOString() };
  }
  const date = dateAt(Date.parse(next), zone);
  return { ...when, start: date, end: end && addDays(end, (Date.parse(date) - Date.parse(start)) / 86_400_000) };
}

function withEnd(repeat: string, date: CalendarDate): string {
  const parsedRule = parseRrule(repeat);
  return parsedRule.ok ? formatRrule({ ...parsedRule.value, count: null, until: date.replaceAll('-', '') }) : repeat;
}
