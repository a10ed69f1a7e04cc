import { addDays, dateAt, startOfDay } from '../domain/calendar-date.ts';
import { givenTime } from './given-time.ts';
import type { ScheduleInput } from './schedule-input.ts';

const longestDays = 366;

/** The time that a list or a search is about: from now or `start`, until `end` (its whole day) or `days` later. */
export function lookedAt(
  { start, end, zone }: ScheduleInput,
  now: string,
  personZone: string,
  days: number,
): { ok: true; from: number; until: number } | { ok: false; fault: string } {
  const where = zone ?? personZone;
  const first = start === undefined ? null : givenTime(start, where, now);
  const last = end === undefined ? null : givenTime(end, where, now);
  const from = !first ? Date.parse(now) : first.kind === 'date' ? startOfDay(first.date, where) : first.ms;
  const defaultEnd =
    first?.kind === 'date'
      ? startOfDay(addDays(first.date, 1), where)
      : startOfDay(addDays(dateAt(from, where), days), where);
  const until = !last ? defaultEnd : last.kind === 'date' ? startOfDay(addDays(last.date, 1), where) : last.ms;
  if (until <= from) return { ok: false, fault: '“end” must be after “start”' };
  if (until - from > longestDays * 86_400_000)
    return { ok: false, fault: `at most ${longestDays} days can be looked at in one call` };
  return { ok: true, from, until };
}
