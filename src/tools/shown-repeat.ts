import { readRepeat } from '../calendar/read-repeat.ts';
import { writeRepeat } from '../calendar/write-repeat.ts';

const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const weekdays = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A repetition as the model is shown it, such as `every week on Mon until 2026-12-31`; rare ones as their RRULE. */
export function shownRepeat(repeat: string): string {
  const read = readRepeat(repeat);
  if (!read.ok) return repeat;
  const { freq, interval, count, until, byDay, byMonthDay, byMonth, ...rest } = read.rule;
  const rare = rest.byWeekNo.length + rest.byYearDay.length + rest.bySetPos.length + byMonth.length > 0;
  if (rare || (byDay.length > 0 && byMonthDay.length > 0)) return writeRepeat(read.rule);
  const each = interval === 1 ? `every ${units[freq]}` : `every ${interval} ${units[freq]}s`;
  const days = [
    ...byDay.map(({ nth, day }) => [nth === null ? '' : `${nth}.`, weekdays[day]].filter(Boolean).join(' ')),
    ...byMonthDay.map((day) => (day === -1 ? 'the last day' : `day ${day}`)),
  ];
  return [
    each,
    days.length === 0 ? '' : ` on ${days.join(', ')}`,
    count === null ? '' : `, ${count} times`,
    until === null ? '' : ` until ${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
  ].join('');
}
