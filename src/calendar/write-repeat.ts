import type { RepeatRule } from './repeat-rule.ts';

const weekdays = ['', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A repetition as an RRULE without its name, such as `FREQ=WEEKLY;BYDAY=MO`. */
export function writeRepeat(rule: RepeatRule): string {
  const list = (name: string, values: readonly (number | string)[]) =>
    values.length === 0 ? '' : `${name}=${values.join(',')}`;
  return [
    `FREQ=${rule.freq}`,
    rule.interval === 1 ? '' : `INTERVAL=${rule.interval}`,
    rule.weekStart === 1 ? '' : `WKST=${weekdays[rule.weekStart] ?? 'MO'}`,
    list('BYMONTH', rule.byMonth),
    list('BYWEEKNO', rule.byWeekNo),
    list('BYYEARDAY', rule.byYearDay),
    list('BYMONTHDAY', rule.byMonthDay),
    list(
      'BYDAY',
      rule.byDay.map(({ nth, day }) => `${nth ?? ''}${weekdays[day] ?? ''}`),
    ),
    list('BYSETPOS', rule.bySetPos),
    rule.count === null ? '' : `COUNT=${rule.count}`,
    rule.until === null ? '' : `UNTIL=${rule.until}`,
  ]
    .filter(Boolean)
    .join(';');
}
