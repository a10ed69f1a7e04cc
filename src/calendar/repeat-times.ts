import type { RecurrenceRule, RecurrenceDay } from './repeat-rule.ts';
import { wallTime } from './times.ts';

const day = 86_400_000;

/**
 * Yields the local times in `zone` of a repetition, as numbers of `wallTime`, in order. `first` is the time at which it
 * begins; its first occurrence is then or later. Times before `from` and after `until` may be omitted; otherwise an
 * endless rule never ends.
 */
export function* recurrenceTimes(
  rule: RecurrenceRule,
  first: number,
  zone: string,
  { from, until = Infinity }: { from: number; until?: number },
): Generator<number, void, undefined> {
  const firstDay = Math.floor(first / day);
  const clock = first - firstDay * day;
  const end = endOf(rule.until, zone);
  const days = { from: Math.floor(from / day), until: Math.floor(Math.min(until, end.wall) / day) };
  for (const number of recurrenceDays(rule, firstDay, days)) {
    const wall = number * day + clock;
    if (wall > end.wall || (end.instant !== null && wallTime.instant(wall, zone) > end.instant)) return;
    yield wall;
  }
}

/** Returns the end that UNTIL gives: a day (inclusive), a local time, or an instant. */
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

const dayLength = 86_400_000;
/** The last day that is computed: the end of 2199. */
const lastDay = Date.UTC(2199, 11, 31) / dayLength;

/** The parts of a date; `number` counts the days since 1970. */
interface Day {
  number: number;
  year: number;
  month: number;
  date: number;
  /** 1 is Monday. */
  weekday: number;
}

/**
 * Yields the days of a repetition that begins on `first`, in order, as numbers of days since 1970, until its COUNT is
 * reached or 2199 is over; the caller handles UNTIL. Without a COUNT, days before `from` may be omitted. No days after
 * `until`; none if `first` is not a valid day. It does not use a calendar library, because these search forever in
 * rules that never match, such as a 30th of February.
 */
export function* recurrenceDays(
  rule: RecurrenceRule,
  first: number,
  { from, until }: { from: number; until: number },
): Generator<number, void, undefined> {
  if (!Number.isFinite(first) || Number.isNaN(from) || Number.isNaN(until)) return;
  const last = Math.min(lastDay, until);
  const whole = withImplied(rule, dayOf(first));
  const start = periodOf(whole, first);
  const periodsBefore = whole.count === null ? Math.max(0, periodOf(whole, Math.max(first, from)) - start) : 0;
  let remainingCount = whole.count ?? Infinity;
  for (let at = start + periodsBefore - (periodsBefore % whole.interval); ; at += whole.interval) {
    const days = daysOf(whole, at);
    if ((days[0] ?? Infinity) > last) return;
    const fitting = days.map(dayOf).filter((day) => fits(whole, day));
    for (const { number } of atPositions(fitting, whole.bySetPos)) {
      if (number < first) continue;
      if (remainingCount <= 0 || number > last) return;
      remainingCount -= 1;
      yield number;
    }
  }
}

function dayOf(number: number): Day {
  const utcDate = new Date(number * dayLength);
  const [year, month, date] = [utcDate.getUTCFullYear(), utcDate.getUTCMonth() + 1, utcDate.getUTCDate()];
  return { number, year, month, date, weekday: utcDate.getUTCDay() || 7 };
}

const numberOf = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / dayLength;

/** Returns the rule with its missing parts taken from its first day. */
function withImplied(rule: RecurrenceRule, { month, date, weekday }: Day): RecurrenceRule {
  const { freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay } = rule;
  if (byDay.length + byMonthDay.length + byYearDay.length > 0) return rule;
  if (freq === 'WEEKLY' || byWeekNo.length > 0) return { ...rule, byDay: [{ nth: null, day: weekday }] };
  if (freq === 'MONTHLY') return { ...rule, byMonthDay: [date] };
  if (freq === 'YEARLY') return { ...rule, byMonthDay: [date], byMonth: byMonth.length > 0 ? byMonth : [month] };
  return rule;
}

/** Returns the number of the day, week, month or year that contains a day, counted from a fixed one. */
function periodOf({ freq, weekStart }: RecurrenceRule, number: number): number {
  const { year, month } = dayOf(number);
  if (freq === 'YEARLY') return year;
  if (freq === 'MONTHLY') return year * 12 + month - 1;
  return freq === 'DAILY' ? number : Math.floor((number + 4 - weekStart) / 7);
}

function daysOf({ freq, weekStart, byMonth }: RecurrenceRule, period: number): number[] {
  const span = (from: number, length: number) => Array.from({ length }, (_, day) => from + day);
  if (freq === 'DAILY') return [period];
  if (freq === 'WEEKLY') return span(period * 7 - 4 + weekStart, 7);
  const months = (year: number, month: number, length: number) => {
    const from = numberOf(year, month, 1);
    return span(from, numberOf(year, month + length, 1) - from);
  };
  if (freq === 'MONTHLY') return months(Math.floor(period / 12), (period % 12) + 1, 1);
  if (byMonth.length === 0) return months(period, 1, 12);
  return [...new Set(byMonth)].sort((a, b) => a - b).flatMap((month) => months(period, month, 1));
}

function fits(rule: RecurrenceRule, day: Day): boolean {
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = rule;
  if (byMonth.length > 0 && !byMonth.includes(day.month)) return false;
  if (byDay.length > 0 && !byDay.some((ruleDay) => ruleDay.day === day.weekday)) return false;
  const month = () => [numberOf(day.year, day.month, 1), numberOf(day.year, day.month + 1, 1)] as const;
  const year = () => [numberOf(day.year, 1, 1), numberOf(day.year + 1, 1, 1)] as const;
  const within = (list: readonly number[], span: () => readonly [number, number]) => {
    if (list.length === 0) return true;
    const [from, until] = span();
    return list.includes(day.number - from + 1) || list.includes(day.number - until);
  };
  if (!within(byMonthDay, month) || !within(byYearDay, year)) return false;
  if (byWeekNo.length > 0 && !inWeeks(byWeekNo, day, rule.weekStart)) return false;
  if (!byDay.some(({ nth }) => nth !== null)) return true;
  const [from, until] = rule.freq === 'MONTHLY' || byMonth.length > 0 ? month() : year();
  return byDay.some((ruleDay) => isWeekday(ruleDay, day, from, until));
}

function isWeekday({ nth, day }: RecurrenceDay, { number, weekday }: Day, from: number, until: number): boolean {
  if (weekday !== day) return false;
  if (nth === null) return true;
  return nth > 0 ? Math.floor((number - from) / 7) + 1 === nth : Math.floor((until - 1 - number) / 7) + 1 === -nth;
}

/**
 * True if a day is in one of the weeks of its year, numbered as in ISO 8601: the first has at least four days of the
 * year.
 */
function inWeeks(weeks: readonly number[], { number, year, weekday }: Day, weekStart: number): boolean {
  const begin = number - ((weekday - weekStart + 7) % 7);
  const firstWeek = (of: number) => {
    const newYear = numberOf(of, 1, 1);
    const into = (dayOf(newYear).weekday - weekStart + 7) % 7;
    return newYear - into + (into > 3 ? 7 : 0);
  };
  const own = begin >= firstWeek(year + 1) ? year + 1 : begin < firstWeek(year) ? year - 1 : year;
  const week = (begin - firstWeek(own)) / 7 + 1;
  return weeks.includes(week) || weeks.includes(week - 1 - (firstWeek(own + 1) - firstWeek(own)) / 7);
}

function atPositions(days: readonly Day[], positions: readonly number[]): readonly Day[] {
  if (positions.length === 0) return days;
  return days.filter((_, at) => positions.includes(at + 1) || positions.includes(at - days.length));
}

const mostDays = 2000;

/**
 * Returns the same repetition, with a large COUNT replaced by the last day as UNTIL: a COUNT has to be counted from
 * `first` (in days since 1970) each time.
 */
export function replaceLongCountByUntil(rule: RecurrenceRule, first: number): RecurrenceRule {
  if (rule.count === null) return rule;
  let last = NaN;
  for (const day of recurrenceDays(rule, first, { from: first, until: Infinity })) last = day;
  const periodCount = (last - first) / rule.interval;
  const looked = rule.freq === 'YEARLY' ? (periodCount / 12) * Math.max(1, rule.byMonth.length) : periodCount;
  if (!(looked > mostDays)) return rule;
  return { ...rule, count: null, until: new Date(last * dayLength).toISOString().slice(0, 10).replaceAll('-', '') };
}
