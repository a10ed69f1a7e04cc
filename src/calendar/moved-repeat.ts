import { readRepeat } from './read-repeat.ts';
import type { RepeatDay, RepeatRule } from './repeat-rule.ts';
import { writeRepeat } from './write-repeat.ts';

const day = 86_400_000;

/**
 * The repetition of an entry whose first time has been moved from one day to another (numbers of `wallTime`): what it says
 * about days moves along, so that “every Monday” moved to a Tuesday is “every Tuesday”. Rules of other kinds stay as they are.
 */
export function movedRepeat(repeat: string, from: number, to: number): string {
  const read = readRepeat(repeat);
  const by = Math.floor(to / day) - Math.floor(from / day);
  if (!read.ok || by === 0) return repeat;
  return writeRepeat({ ...read.rule, ...movedParts(read.rule, by, new Date(to)) });
}

function movedParts(rule: RepeatRule, by: number, to: Date): Partial<RepeatRule> {
  const { freq, byDay, byMonthDay, byMonth } = rule;
  const [nth] = byDay;
  if (freq === 'WEEKLY') return { byDay: byDay.map(({ day }) => ({ nth: null, day: moved(day, by) })).sort(byNumber) };
  if (freq === 'DAILY' || rule.byYearDay.length + rule.byWeekNo.length + rule.bySetPos.length > 0) return {};
  const month = byMonth.length === 1 && freq === 'YEARLY' ? { byMonth: [to.getUTCMonth() + 1] } : {};
  if (byMonthDay.length === 1 && (byMonthDay[0] ?? 0) > 0 && !nth) return { ...month, byMonthDay: [to.getUTCDate()] };
  if (byDay.length !== 1 || typeof nth?.nth !== 'number' || byMonthDay.length > 0) return {};
  const week = Math.ceil(to.getUTCDate() / 7);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  const position = (nth.nth < 0 && to.getUTCDate() + 7 > last) || week === 5 ? -1 : week;
  return { ...month, byDay: [{ nth: position, day: to.getUTCDay() || 7 }] };
}

const moved = (weekday: number, by: number) => ((((weekday - 1 + by) % 7) + 7) % 7) + 1;
const byNumber = (a: RepeatDay, b: RepeatDay) => a.day - b.day;
