import type { ScheduledRun } from '../records/scheduled-run.ts';
import { parseRrule } from './rrule.ts';
import { recurrenceTimes } from './repeat-times.ts';
import { wallTime } from './times.ts';

const day = 86_400_000;

interface Repetition {
  /** The local time of the first occurrence, such as `2026-11-23T09:00`. */
  first: string;
  zone: string;
  /** An RRULE; null for a single time. */
  repeat: string | null;
}

/**
 * Returns the next instant (ISO 8601 in UTC) after `after` of a repetition by the RRULE `repeat`, or of a single time
 * if that is null. The local time stays the same across daylight saving changes. Null if there is no next one, or the
 * rule cannot be read.
 */
export function nextOccurrence(repetition: Repetition, after: number): string | null {
  for (const instant of instantsAfter(repetition, after)) return new Date(instant).toISOString();
  return null;
}

/** Returns the instants of a repetition after `after`, up to and including `until`. */
export function occurrencesUpTo(repetition: Repetition, after: number, until: number): string[] {
  const occurrenceInstants: string[] = [];
  for (const instant of instantsAfter(repetition, after)) {
    if (instant > until) break;
    occurrenceInstants.push(new Date(instant).toISOString());
  }
  return occurrenceInstants;
}

function* instantsAfter({ first, zone, repeat }: Repetition, after: number): Generator<number> {
  const begin = wallTime.read(first);
  if (Number.isNaN(begin)) return;
  for (const wall of wallTimes(begin, zone, repeat, after)) {
    const instant = wallTime.instant(wall, zone);
    if (instant > after) yield instant;
  }
}

/** Returns a scheduled run turned on or off; turned on again, it continues with its next time after `now`. */
export function setScheduledRunActive(run: ScheduledRun, active: boolean, now: number): ScheduledRun {
  return { ...run, active, next_at: active ? nextOccurrence(run, now) : run.next_at };
}

function wallTimes(begin: number, zone: string, repeat: string | null, after: number): Iterable<number> {
  if (repeat === null) return [begin];
  const parsedRule = parseRrule(repeat);
  const from = Number.isFinite(after) ? wallTime.at(after, zone) - day : begin;
  return parsedRule.ok ? recurrenceTimes(parsedRule.value, begin, zone, { from }) : [];
}
