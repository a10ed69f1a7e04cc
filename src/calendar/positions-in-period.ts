import { simpleRecurrenceRule, type RecurrenceDay, type RecurrenceRule } from './repeat-rule.ts';

/** The days from Monday to Friday. */
export const workingDays: readonly RecurrenceDay[] = weekdaysInRanges([[1, 5]]);

/**
 * Returns the days of the week in ranges such as Monday to Friday, ordered and each once. Both ends belong to a range,
 * and one that begins later in the week than it ends goes on into the next.
 */
export function weekdaysInRanges(ranges: readonly (readonly [first: number, last: number])[]): RecurrenceDay[] {
  const days = new Set<number>();
  for (const [first, last] of ranges) {
    const length = (last - first + 7) % 7;
    for (let at = 0; at <= length; at += 1) days.add(((first - 1 + at) % 7) + 1);
  }
  return [...days].sort((a, b) => a - b).map((day) => ({ nth: null, day }));
}

/** The span in which days are counted: a month, every nth month, a month of the year, a quarter, or a year. */
export type RecurrencePeriod =
  | { kind: 'month'; interval: number }
  | { kind: 'month_of_year'; month: number }
  | { kind: 'quarter' }
  | { kind: 'year' };

/**
 * Returns the repetition on some days of each period: the nth (-1 is the last) of its days, working days or days of the
 * week (1 is Monday). `date` if there is no such day, `repeat` if an RRULE cannot say it, or not clearly.
 */
export function recurrenceAtPositions(
  period: RecurrencePeriod,
  positions: readonly number[],
  of: 'day' | 'working_day' | number,
): RecurrenceRule | 'date' | 'repeat' {
  const most = of === 'day' ? 31 : of === 'working_day' ? 23 : 5;
  if (positions.some((position) => position === 0 || Math.abs(position) > most))
    return of === 'day' ? 'date' : 'repeat';
  const inPeriod = rule(period, positions, of);
  if (inPeriod === 'repeat' || inPeriod === 'date') return inPeriod;
  if (of === 'day') return { ...inPeriod, byMonthDay: positions };
  if (of === 'working_day') return { ...inPeriod, byDay: workingDays, bySetPos: positions };
  return { ...inPeriod, byDay: positions.map((nth) => ({ nth, day: of })) };
}

function rule(period: RecurrencePeriod, positions: readonly number[], of: 'day' | 'working_day' | number) {
  if (period.kind === 'month') return simpleRecurrenceRule('MONTHLY', period.interval);
  const yearly = (byMonth: readonly number[]) => ({ ...simpleRecurrenceRule('YEARLY'), byMonth });
  if (period.kind === 'month_of_year') {
    const { month } = period;
    if (month < 1 || month > 12) return 'date';
    const length = new Date(Date.UTC(2024, month, 0)).getUTCDate();
    return of === 'day' && positions.some((position) => Math.abs(position) > length) ? 'date' : yearly([month]);
  }
  // The nth days from either end of a longer period are those of its first or its last month, if they are near enough.
  const near = of === 'day' ? 28 : of === 'working_day' ? 20 : 4;
  const sides = new Set(positions.map(Math.sign));
  if (sides.size !== 1 || positions.some((position) => Math.abs(position) > near)) return 'repeat';
  const isFirst = sides.has(1);
  if (period.kind === 'year') return yearly([isFirst ? 1 : 12]);
  return of === 'working_day' ? 'repeat' : yearly(isFirst ? [1, 4, 7, 10] : [3, 6, 9, 12]);
}
