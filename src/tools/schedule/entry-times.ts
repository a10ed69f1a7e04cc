import type { Result } from '../../values/result.ts';
import { addDays, dateAt } from '../../values/calendar-date.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { localTimeText, noSuchTimeSentence, parseTime } from '../parse-time.ts';
import { type ScheduleInput, meansNoRecurrence } from './schedule-input.ts';
import { parseRecurrence } from '../../calendar/find-repeat.ts';
import { parseRrule, formatRrule } from '../../calendar/rrule.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';

type Times = Pick<CalendarEntry, 'start' | 'end' | 'all_day' | 'zone'>;

const hour = 3_600_000;

/**
 * Returns the times of an entry after a call: the given ones, the rest from `before`. If the start moves, the end moves
 * along; a new entry lasts an hour, or a day. `error` says what is impossible.
 */
export function timesOfInput(
  input: ScheduleInput,
  before: Times | null,
  personZone: string,
  now: string,
): { ok: true; times: Times } | { ok: false; error: string } {
  const zone = input.zone ?? before?.zone ?? personZone;
  const start = parseTime(input.start ?? (before ? asWritten(before.start, before) : ''), zone, now);
  if (!start)
    return { ok: false, error: input.start ? noSuchTimeSentence('start', input.start) : '“start” is missing' };
  const allDay = input.all_day ?? (input.start === undefined && before ? before.all_day : start.kind === 'date');
  const end = input.end === undefined ? null : parseTime(input.end, zone, now);
  if (input.end !== undefined && !end) return { ok: false, error: noSuchTimeSentence('end', input.end) };
  if (allDay) {
    const first = start.kind === 'date' ? start.date : dateAt(start.ms, zone);
    const length = before?.all_day ? daysBetween(before.start, before.end) : 0;
    const last = end ? (end.kind === 'date' ? end.date : dateAt(end.ms, zone)) : addDays(first, length);
    if (last < first) return { ok: false, error: `“end” (${last}) is before “start” (${first})` };
    return { ok: true, times: { start: first, end: last, all_day: true, zone } };
  }
  if (start.kind === 'date')
    return { ok: false, error: `“start” needs a time of day, such as ${start.date}T15:00, or all_day true` };
  if (end?.kind === 'date') return { ok: false, error: `“end” needs a time of day, such as ${end.date}T16:00` };
  const length = before && !before.all_day ? Date.parse(before.end) - Date.parse(before.start) : hour;
  const until = end ? end.ms : start.ms + length;
  if (until <= start.ms)
    return {
      ok: false,
      error: `“end” (${localTimeText(until, zone)}) must be after “start” (${localTimeText(start.ms, zone)})`,
    };
  return { ok: true, times: { start: iso(start.ms), end: iso(until), all_day: false, zone } };
}

/** Returns a stored time as local text, so that it keeps its clock time in another zone. */
const asWritten = (storedTime: string, { all_day, zone }: Times) =>
  all_day ? storedTime : localTimeText(Date.parse(storedTime), zone);
const iso = (ms: number) => new Date(ms).toISOString();
const daysBetween = (first: string, last: string) => Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);

/**
 * Returns the repetition that an entry has after a call: the one that the call gives, else the previous one `before`;
 * an error if they cannot be combined.
 */
export function recurrenceAfterCall(
  { repeat, until }: ScheduleInput,
  before: string | null,
  { zone, now }: Pick<LocalToolContext, 'zone' | 'now'>,
): Result<string | null, string> {
  if (repeat !== undefined && meansNoRecurrence(repeat)) return { ok: true, value: null };
  const recurrenceResult = repeat === undefined ? { ok: true as const, value: before } : parseRecurrence(repeat);
  if (!recurrenceResult.ok || until === undefined) return recurrenceResult;
  if (recurrenceResult.value === null) return { ok: false, error: '“until” needs a “repeat”, such as weekly' };
  const rruleResult = parseRrule(recurrenceResult.value);
  const end = parseTime(until, zone, now);
  if (!end) return { ok: false, error: noSuchTimeSentence('until', until) };
  if (!rruleResult.ok) return recurrenceResult;
  const date = end.kind === 'date' ? end.date : dateAt(end.ms, zone);
  return { ok: true, value: formatRrule({ ...rruleResult.value, count: null, until: date.replaceAll('-', '') }) };
}
