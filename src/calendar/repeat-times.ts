import { repeatDays } from './repeat-days.ts';
import type { RepeatRule } from './repeat-rule.ts';
import { wallTime } from './wall-time.ts';

const day = 86_400_000;

/**
 * What the clocks of `zone` show at each time of a repetition, as numbers of `wallTime`, in order. `first` is the time it
 * begins at: the first that the rule fits is on it or later. Those before `from` and after `until` may be left out; endless
 * rules have no end here but that.
 */
export function* repeatTimes(
  rule: RepeatRule,
  first: number,
  zone: string,
  { from, until = Infinity }: { from: number; until?: number },
): Generator<number, void, undefined> {
  const firstDay = Math.floor(first / day);
  const clock = first - firstDay * day;
  const end = endOf(rule.until, zone);
  const days = { from: Math.floor(from / day), until: Math.floor(Math.min(until, end.wall) / day) };
  for (const number of repeatDays(rule, firstDay, days)) {
    const wall = number * day + clock;
    if (wall > end.wall || (end.instant !== null && wallTime.instant(wall, zone) > end.instant)) return;
    yield wall;
  }
}

/** UNTIL is a day, a time on the clocks, or an instant; a day is meant whole. */
function endOf(until: string | null, zone: string): { wall: number; instant: number | null } {
  if (until === null) return { wall: Infinity, instant: null };
  const [, y = '', m = '', d = '', clock = ''] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6}))?/.exec(until) ?? [];
  const date = wallTime.read(`${y}-${m}-${d}`);
  if (clock === '') return { wall: date + day - 1, instant: null };
  const [hour, minute, second] = [0, 2, 4].map((at) => Number(clock.slice(at, at + 2)));
  const time = date + (((hour ?? 0) * 60 + (minute ?? 0)) * 60 + (second ?? 0)) * 1000;
  if (!until.endsWith('Z')) return { wall: time, instant: null };
  return { wall: wallTime.at(time, zone) + day, instant: time };
}
