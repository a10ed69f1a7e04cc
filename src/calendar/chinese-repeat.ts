import { parseChineseNumber } from './chinese-number.ts';
import { weekdaysInRanges, recurrenceAtPositions, workingDays, type RecurrencePeriod } from './positions-in-period.ts';
import { simpleRecurrenceRule, type RecurrenceRule } from './repeat-rule.ts';
import type { TimeError } from './words/found-time.ts';

const week = '(?:周|星期|礼拜)';
const number = '(?:[0-9０-９]{1,2}|[一二两三四五六七八九十廿]{1,3})';
const letters = '一二三四五六日';
const letter = '[一二三四五六日天](?!次|[点时個个]|小时|节课)';
const and = '(?:[、,，和及与跟]|以及)';
const to = '[到至~～－–—-]';
const dayList = `${letter}(?:\\s*(?:${and}|${to})?\\s*(?:每?${week})?${letter})*`;
const once = '(?:\\s*[一1]次(?!性))?';

const date = `(?:${number}[号日]|最后一?天)`;
/** Some days of a period: “第一、三个周一”, “最后一个工作日”, “倒数第二天”, “1号和15号”, “底”. */
const positions = `(?:(?:第(?<nth>${number}(?:${and}第?${number})*)|(?<first>首|头一)|倒数第(?<back>${number})|最后一?)个?(?:${week}(?<day>${letter})|(?<working>工作日)|[天日])|(?<dates>(?:(?:${number}[号日]?|最后一?天)\\s*${and}\\s*)*${date})|(?<end>底|末))`;

type Groups = Record<string, string | undefined>;
type Reader = (parts: Groups) => RecurrenceRule | TimeError;

const within =
  (period: (parts: Groups) => RecurrencePeriod): Reader =>
  (parts) =>
    positionsOf(period(parts), parts);

/** The more specific a form is, the earlier it is listed. */
const forms: [string, Reader][] = [
  [
    `每隔?(?:${number}|半)?个?(?:小时|钟头|分钟|刻钟|半天|半个?月|旬)|(?:${number}个?(?:小时|分钟)|半个?(?:小时|月))一次`,
    () => 'repeat',
  ],
  [`每${number}月${number}[号日]`, () => 'repeat'],
  [`[每逢][单双](?!${week})|单双?周(?=${week}|的|\\s)`, () => 'repeat'],
  [
    `(?:每隔?${number}?|${number})个?(?:天|日|${week}|月|年|季度?)(?:至少|最多|大约|约)?(?![一1]次)[0-9一二两三四五六七八九十几多]{1,3}次`,
    () => 'repeat',
  ],
  ['(?:每?逢|每个?月的?)(?:农历|阴历)?(?:初[一二三四五六七八九十]|廿)', () => 'lunar'],
  [
    `每年的?\\s*(?<month>${number})月份?的?\\s*${positions}`,
    within(({ month = '' }) => ({ kind: 'month_of_year', month: parseChineseNumber(month) })),
  ],
  [`每年的?\\s*${number}(?:\\s*(?:${and}|${to})\\s*${number})*月`, () => 'repeat'],
  [
    `每年的?\\s*${positions}`,
    (parts) => (parts.dates?.includes('天') === false ? 'repeat' : positionsOf({ kind: 'year' }, parts)),
  ],
  [
    `每个?季度?的?\\s*${positions}`,
    (parts) => (/[号日]/.test(parts.dates ?? '') ? 'repeat' : positionsOf({ kind: 'quarter' }, parts)),
  ],
  [
    `(?:每(?<gap>隔)?(?:(?<each>${number})个|个)?月|(?<other>隔)个?月|每?逢)(?:一次)?[的逢]?\\s*${positions}`,
    within(({ gap, each, other }) => ({ kind: 'month', interval: intervalOf(gap ?? other, each) })),
  ],
  [
    `(?:每?逢|每个?|平时)(?:${week}的?)?工作日|工作日每天`,
    () => ({ ...simpleRecurrenceRule('WEEKLY'), byDay: workingDays }),
  ],
  [`(?:每?逢|每个?)${week}末`, () => onDays('六日')],
  [
    `(?:每(?<gap>隔)?(?<each>${number})?个?|每?逢|(?<other>隔|每双|双(?=${week}(?:的|\\s+)?${week}))个?)${week}(?:的|\\s+)?(?:${week})?(?<days>${dayList})`,
    ({ gap, each, other, days = '' }) => onDays(days, intervalOf(gap ?? other, each)),
  ],
  [`${week}(?<days>${letter}\\s*${to}\\s*${week}?${letter})\\s*(?:每天|每日|天天)`, ({ days = '' }) => onDays(days)],
  [`每隔?半年${once}|半年一次`, () => simpleRecurrenceRule('MONTHLY', 6)],
  [
    `(?:每(?<gap>隔)?(?<each>${number})?个?|(?<![相间时])(?<other>隔)(?<each2>${number})?个?|(?<pair>每双(?=${week})|双(?=${week}(?:\\s|$|一次))))(?<unit>天|日|${week}|月|年|季度?)${once}`,
    ({ gap, each, other, each2, pair, unit = '' }) => every(unit, intervalOf(gap ?? other ?? pair, each ?? each2)),
  ],
  [
    `(?<each>${number})个?(?<unit>天|${week}|月|年|季度)[一1]次(?!性)`,
    ({ each, unit = '' }) => every(unit, intervalOf(undefined, each)),
  ],
  ['天天|每(?=早|晚)', () => simpleRecurrenceRule('DAILY')],
];

/** Matches words that extend the repetition before them in a way that is not supported. */
const more = new RegExp(
  `^\\s*的?\\s*(?:早中?晚|(?:${and}|以及)\\s*(?:每|第|最后|${week}|${number}[号日月]|初))|(?:除了?|不含|不包括|跳过)(?:每?${week}|节假日|法定|假期|工作日|每月|${number}[号月])|(?:末|假日|假期|工作日|[${letters}天])除外`,
);
/** The same for all but “每天”. */
const moreOfPeriod = new RegExp(
  `^\\s*的?\\s*(?:第[0-9一二三四五六七八九十]|最后|倒数|首个|初|[上中下]旬|${number}(?=$|\\s|${and}))`,
);
const rangeOfDates = new RegExp(`^\\s*${to}\\s*(?:${number}[号日]|月?底)`);

/**
 * Returns the repetition that a Chinese text names, such as “每周一三五”, and its position; its error if it cannot be used,
 * null if it names none.
 */
export function findChineseRecurrence(
  text: string,
): { rule: RecurrenceRule; from: number; until: number } | TimeError | null {
  for (const [pattern, parseRule] of forms) {
    const repeatMatch = new RegExp(pattern).exec(text);
    if (!repeatMatch) continue;
    const rule = parseRule(repeatMatch.groups ?? {});
    if (typeof rule === 'string') return rule;
    const until = repeatMatch.index + repeatMatch[0].length;
    const rest = text.slice(until);
    const isOpen = rule.freq !== 'DAILY' && moreOfPeriod.test(rest);
    if (more.test(rest) || isOpen || (rule.byMonthDay.length > 0 && rangeOfDates.test(rest))) return 'repeat';
    return { rule, from: repeatMatch.index, until };
  }
  return null;
}

const dayOf = (name: string) => letters.indexOf(name === '天' ? '日' : name) + 1;

function positionsOf(
  period: RecurrencePeriod,
  { nth, first, back, day, working, dates, end }: Groups,
): RecurrenceRule | TimeError {
  if (dates !== undefined) return recurrenceAtPositions(period, numbersIn(dates.replace(/最后一?天/g, '-1')), 'day');
  if (end !== undefined) return recurrenceAtPositions(period, [-1], 'day');
  const positions =
    nth !== undefined
      ? numbersIn(nth)
      : first !== undefined
        ? [1]
        : back !== undefined
          ? [-parseChineseNumber(back)]
          : [-1];
  return recurrenceAtPositions(
    period,
    positions,
    day !== undefined ? dayOf(day) : working !== undefined ? 'working_day' : 'day',
  );
}

const numbersIn = (text: string) =>
  (text.match(new RegExp(`-1|${number}`, 'g')) ?? []).map((part) => (part === '-1' ? -1 : parseChineseNumber(part)));

function every(unit: string, interval: number): RecurrenceRule {
  if (unit.startsWith('季')) return simpleRecurrenceRule('MONTHLY', 3 * interval);
  const freq = /[天日]/.test(unit) ? 'DAILY' : unit === '月' ? 'MONTHLY' : unit === '年' ? 'YEARLY' : 'WEEKLY';
  return simpleRecurrenceRule(freq, interval);
}

/** Returns a weekly repetition on the days of a list such as “一三五” or “一到五”. */
function onDays(text: string, interval = 1): RecurrenceRule {
  const ranges = text.matchAll(new RegExp(`([${letters}天])(?:\\s*${to}\\s*${week}?([${letters}天]))?`, 'g'));
  const byDay = weekdaysInRanges(Array.from(ranges, ([, from = '', until = from]) => [dayOf(from), dayOf(until)]));
  return { ...simpleRecurrenceRule('WEEKLY', interval), byDay };
}

/** Returns the interval: “每隔一天” leaves one day out and so means every second day. */
function intervalOf(gap: string | undefined, each: string | undefined): number {
  const statedInterval = each === undefined ? 1 : Math.max(1, parseChineseNumber(each));
  return gap === undefined ? statedInterval : statedInterval + 1;
}
