import { givenRepeat } from '../calendar/given-repeat.ts';
import { readRepeat } from '../calendar/read-repeat.ts';
import { writeRepeat } from '../calendar/write-repeat.ts';
import { dateAt } from '../domain/calendar-date.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { givenTime } from './given-time.ts';
import { endsRepeat, type ScheduleInput } from './schedule-input.ts';

/** The repetition of an entry after a call: what it gives, the rest from `before`. */
export function repeatAfter(
  { repeat, until }: ScheduleInput,
  before: string | null,
  { zone, now }: Pick<LocalContext, 'zone' | 'now'>,
): { ok: true; repeat: string | null } | { ok: false; fault: string } {
  if (repeat !== undefined && endsRepeat(repeat)) return { ok: true, repeat: null };
  const given = repeat === undefined ? { ok: true as const, repeat: before } : givenRepeat(repeat);
  if (!given.ok || until === undefined) return given;
  if (given.repeat === null) return { ok: false, fault: '“until” needs a “repeat”, such as weekly' };
  const read = readRepeat(given.repeat);
  const end = givenTime(until, zone, now);
  if (!read.ok || !end) return given;
  const date = end.kind === 'date' ? end.date : dateAt(end.ms, zone);
  return { ok: true, repeat: writeRepeat({ ...read.rule, count: null, until: date.replaceAll('-', '') }) };
}
