import type { Result } from '../values/result.ts';
import { isCalendarDate } from '../values/calendar-date.ts';
import { simpleRecurrenceRule, type RecurrenceDay, type RecurrenceRule } from './repeat-rule.ts';

type Read = Result<RecurrenceRule, string>;

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const lists = {
  BYMONTH: { field: 'byMonth', least: 1, most: 12 },
  BYWEEKNO: { field: 'byWeekNo', least: -53, most: 53 },
  BYYEARDAY: { field: 'byYearDay', least: -366, most: 366 },
  BYMONTHDAY: { field: 'byMonthDay', least: -31, most: 31 },
  BYSETPOS: { field: 'bySetPos', least: -366, most: 366 },
} as const;

class Fault extends Error {}

/** Reads an RRULE such as `FREQ=WEEKLY;BYDAY=MO`; `error` is one sentence. */
export function parseRrule(text: string): Read {
  try {
    return { ok: true, value: parsed(text) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, error: error.message };
    throw error;
  }
}

function parsed(text: string): RecurrenceRule {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '');
  const parts = plain
    .split(';')
    .filter(Boolean)
    .map((part) => part.split('=').map((side) => side.trim()));
  const freq = frequencies.find((name) => parts.some(([key, value]) => key === 'FREQ' && value === name));
  if (!freq) throw new Fault(`“${text.trim().slice(0, 80)}” needs a FREQ that is one of ${frequencies.join(', ')}`);
  const rule: RecurrenceRule = simpleRecurrenceRule(freq);
  for (const [key = '', value = ''] of parts) read(rule, key, value);
  if (rule.count !== null && rule.until !== null) throw new Fault('COUNT and UNTIL cannot both be given');
  if (rule.byDay.some(({ nth }) => nth !== null) && (freq === 'DAILY' || freq === 'WEEKLY'))
    throw new Fault(`a numbered weekday such as 1MO needs FREQ=MONTHLY or FREQ=YEARLY`);
  return rule;
}

function read(rule: RecurrenceRule, key: string, value: string): void {
  switch (key) {
    case 'FREQ':
      return;
    case 'INTERVAL':
      rule.interval = whole(key, value, 1, 1000);
      return;
    case 'COUNT':
      rule.count = whole(key, value, 1, 10_000);
      return;
    case 'UNTIL':
      rule.until = untilOf(value);
      return;
    case 'WKST':
      rule.weekStart = dayOf(value).day;
      return;
    case 'BYDAY':
      rule.byDay = each(value).map(dayOf);
      return;
    case 'BYMONTH':
    case 'BYWEEKNO':
    case 'BYYEARDAY':
    case 'BYMONTHDAY':
    case 'BYSETPOS': {
      const { field, least, most } = lists[key];
      rule[field] = each(value).map((item) => whole(key, item, least, most));
      if (rule[field].includes(0)) throw new Fault(`${key} cannot be 0`);
      return;
    }
    default:
      throw new Fault(`“${key.slice(0, 40)}” cannot be used in a repetition here`);
  }
}

/** Returns the distinct items of a list: a file may repeat one very often, and each is checked for every day. */
const each = (list: string) => [...new Set(list.split(',').map((item) => item.trim()))];

function whole(key: string, value: string, least: number, most: number): number {
  const number = /^[+-]?\d+$/.test(value.trim()) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw new Fault(`${key} must be a whole number from ${least} to ${most}, not “${value.slice(0, 40)}”`);
}

function dayOf(text: string): RecurrenceDay {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text.trim()) ?? [];
  const day = weekdays.indexOf(name) + 1;
  const number = nth === '' ? null : Number(nth);
  if (day === 0 || number === 0 || Math.abs(number ?? 1) > 53)
    throw new Fault(
      `“${text.slice(0, 40)}” is no day of the week: use ${weekdays.join(', ')}, or 1MO for a first Monday`,
    );
  return { nth: number, day };
}

function untilOf(text: string): string {
  const [, year = '', month = '', day = '', clock = ''] =
    /^(\d{4})-?(\d\d)-?(\d\d)(T(?:[01]\d|2[0-3]):?[0-5]\d:?[0-5]\dZ?)?$/.exec(text) ?? [];
  if (!isCalendarDate(`${year}-${month}-${day}`))
    throw new Fault(`UNTIL must be a day such as 20261231, not “${text.slice(0, 40)}”`);
  return `${year}${month}${day}${clock.replaceAll(':', '')}`;
}

/** Returns a repetition as the value of an RRULE, such as `FREQ=WEEKLY;BYDAY=MO`. */
export function formatRrule(rule: RecurrenceRule): string {
  const list = (name: string, values: readonly (number | string)[]) =>
    values.length === 0 ? '' : `${name}=${values.join(',')}`;
  return [
    `FREQ=${rule.freq}`,
    rule.interval === 1 ? '' : `INTERVAL=${rule.interval}`,
    rule.weekStart === 1 ? '' : `WKST=${weekdays[rule.weekStart - 1] ?? 'MO'}`,
    list('BYMONTH', rule.byMonth),
    list('BYWEEKNO', rule.byWeekNo),
    list('BYYEARDAY', rule.byYearDay),
    list('BYMONTHDAY', rule.byMonthDay),
    list(
      'BYDAY',
      rule.byDay.map(({ nth, day }) => `${nth ?? ''}${weekdays[day - 1] ?? ''}`),
    ),
    list('BYSETPOS', rule.bySetPos),
    rule.count === null ? '' : `COUNT=${rule.count}`,
    rule.until === null ? '' : `UNTIL=${rule.until}`,
  ]
    .filter(Boolean)
    .join(';');
}
