import { parseRrule } from '../../calendar/rrule.ts';
import type { RecurrenceDay, RecurrenceRule } from '../../calendar/repeat-rule.ts';
import type { Translator } from '../app/translator.svelte.ts';

const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const positions = new Map<number, 1 | 2 | 3 | 4 | 5 | 'last' | 'second_last'>([
  ...([1, 2, 3, 4, 5] as const).map((nth) => [nth, nth] as const),
  [-1, 'last'],
  [-2, 'second_last'],
]);

/** A repetition in the reader's language, such as “every Monday until 31 March”. */
export function recurrenceText(repeat: string, words: Translator): string {
  const parsedRule = parseRrule(repeat);
  if (!parsedRule.ok) return words.t('calendar.repeat_other');
  const { value: rule } = parsedRule;
  const plain = plainText(rule, words);
  if (rule.count !== null) return words.t('calendar.repeat_times', { repeat: plain, n: rule.count });
  if (rule.until === null) return plain;
  const [, year, month, day] = /^(....)(..)(..)/.exec(rule.until) ?? [];
  return words.t('calendar.repeat_until', { repeat: plain, day: dateText(`${year}-${month}-${day}`, words, true) });
}

function plainText(rule: RecurrenceRule, words: Translator): string {
  const { freq, interval, byDay, byMonthDay, byMonth } = rule;
  const working = onWorkingDays(rule);
  const rare = rule.byWeekNo.length + rule.byYearDay.length > 0 || (rule.bySetPos.length > 0 && !working);
  const both = byDay.length > 0 && byMonthDay.length > 0;
  const yearly =
    freq === 'YEARLY' &&
    byMonth.length === 1 &&
    byMonthDay.length === 1 &&
    byDay.length === 0 &&
    (byMonthDay[0] ?? 0) > 0;
  if (rare || both || (byMonth.length > 0 && freq !== 'YEARLY')) return words.t('calendar.repeat_other');
  const on = interval > 1 || byMonth.length > (yearly ? 1 : 0) ? 'calendar.each_of' : 'calendar.each_on';
  const unit = units[freq];
  const unitText =
    interval === 1 ? words.t(`calendar.each_${unit}`) : words.t(`calendar.each_${unit}s`, { n: interval });
  if (yearly) {
    const date = `2024-${String(byMonth[0]).padStart(2, '0')}-${String(byMonthDay[0]).padStart(2, '0')}`;
    return words.t(on, { each: unitText, days: dateText(date, words, false) });
  }
  const months = byMonth.map((month) => monthText(month, words));
  const each =
    months.length === 0 ? unitText : words.t('calendar.each_in', { each: unitText, months: listText(months, words) });
  const byDays = working
    ? rule.bySetPos.map((nth) => nthText(nth, words.t('calendar.working_day'), words))
    : byDay.map((day) => dayText(day, words));
  const days = [...byDays, ...byMonthDay.map((day) => monthDayText(day, words))];
  if (days.length === 0) return each;
  if (freq === 'WEEKLY' && interval === 1)
    return byDay.map(({ day }) => day).join() === '1,2,3,4,5'
      ? words.t('calendar.each_weekday')
      : words.t('calendar.each_named', { days: listText(days, words) });
  return words.t(on, { each, days: listText(days, words) });
}

function dayText({ nth, day }: RecurrenceDay, words: Translator): string {
  const style = words.language === 'zh' ? 'short' : 'long';
  const format = new Intl.DateTimeFormat(words.locale, { weekday: style, timeZone: 'UTC' });
  const name = format.format(Date.UTC(2024, 0, day));
  return nth === null ? name : nthText(nth, name, words);
}

function nthText(nth: number, name: string, words: Translator): string {
  const positionName = positions.get(nth);
  return positionName
    ? words.t('calendar.on_nth', { nth: words.t(`calendar.nth_${positionName}`), day: name })
    : `${nth}. ${name}`;
}

/** True if the positions of a rule count the days from Monday to Friday of one month. */
function onWorkingDays({ freq, byDay, byMonth, byMonthDay, bySetPos }: RecurrenceRule): boolean {
  const isOneMonth = freq === 'MONTHLY' || (freq === 'YEARLY' && byMonth.length === 1);
  const isWeek = byDay.map(({ nth, day }) => (nth === null ? day : 0)).join() === '1,2,3,4,5';
  return bySetPos.length > 0 && isOneMonth && isWeek && byMonthDay.length === 0;
}

const monthText = (month: number, words: Translator) =>
  new Intl.DateTimeFormat(words.locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 1));

const monthDayText = (day: number, words: Translator) =>
  day === -1
    ? words.t('calendar.on_last_day')
    : day < 0
      ? words.t('calendar.on_day_from_end', { n: -day })
      : words.t('calendar.on_date', { n: day });

const listText = (days: readonly string[], words: Translator) =>
  words.language === 'zh' ? days.join('、') : new Intl.ListFormat(words.locale, { type: 'conjunction' }).format(days);

function dateText(date: string, words: Translator, withYear: boolean): string {
  const format: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(words.locale, { ...format, ...(withYear ? { year: 'numeric' } : {}) }).format(
    Date.parse(`${date}T00:00:00Z`),
  );
}
