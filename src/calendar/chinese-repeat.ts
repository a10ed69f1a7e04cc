import { chineseNumber } from './chinese-number.ts';
import { simpleRepeatRule, type RepeatDay, type RepeatRule } from './repeat-rule.ts';

const week = '(?:周|星期|礼拜)';
const number = '[0-9０-９]{1,2}|[一二两三四五六七八九十廿]{1,3}';
const letters = '一二三四五六日';
const dayList = `[一二三四五六日天](?:(?:[、,，和及与跟]\\s*(?:每?${week})?|\\s*每?${week})?[一二三四五六日天](?![点时個个]))*`;

type Reader = (parts: Record<string, string | undefined>) => RepeatRule;

/** The more specific a form is, the earlier it is listed. */
const forms: [string, Reader][] = [
  [
    `每(?:个)?月(?:的)?(?:第(?<nth>[一二三四五1-5])|(?<last>最后一))个?(?:${week}(?<day>[一二三四五六日天])|(?<any>天))`,
    ({ nth, last, day, any }) => {
      const at = last === undefined ? chineseNumber(nth ?? '1') : -1;
      const rule = simpleRepeatRule('MONTHLY');
      return any ? { ...rule, byMonthDay: [at] } : { ...rule, byDay: [{ nth: at, day: dayOf(day ?? '一') }] };
    },
  ],
  [
    `每(?:个)?月(?:的)?(?<date>${number})[号號日]`,
    ({ date = '' }) => ({ ...simpleRepeatRule('MONTHLY'), byMonthDay: [chineseNumber(date)] }),
  ],
  ['每(?:个)?月(?:底|末)', () => ({ ...simpleRepeatRule('MONTHLY'), byMonthDay: [-1] })],
  [
    `每年(?:的)?(?<month>${number})月(?<date>${number})[号號日]`,
    ({ month = '', date = '' }) => ({
      ...simpleRepeatRule('YEARLY'),
      byMonth: [chineseNumber(month)],
      byMonthDay: [chineseNumber(date)],
    }),
  ],
  ['(?:每(?:个)?|平时)工作日|工作日每天', () => onDays('一二三四五')],
  [`每(?:个)?${week}末`, () => onDays('六日')],
  [
    `每(?<gap>隔)?(?<each>${number})?(?:个)?${week}(?:的)?(?:${week})?(?<days>${dayList})(?![点时個个])`,
    ({ gap, each, days = '' }) => onDays(days, intervalOf(gap, each)),
  ],
  [
    `每(?<gap>隔)?(?<each>${number})?(?:个)?(?<unit>天|日|周|星期|礼拜|月|年|季度?)`,
    ({ gap, each, unit = '' }) => {
      const interval = intervalOf(gap, each);
      if (unit.startsWith('季')) return simpleRepeatRule('MONTHLY', 3 * interval);
      return simpleRepeatRule(
        /[天日]/.test(unit) ? 'DAILY' : unit === '月' ? 'MONTHLY' : unit === '年' ? 'YEARLY' : 'WEEKLY',
        interval,
      );
    },
  ],
  ['天天|每(?=早|晚)', () => simpleRepeatRule('DAILY')],
];

/** Returns the repetition that a Chinese text names, such as “每周一三五”, and its position; null if it names none. */
export function chineseRepeat(text: string): { rule: RepeatRule; from: number; until: number } | null {
  for (const [pattern, read] of forms) {
    const found = new RegExp(pattern).exec(text);
    if (found) return { rule: read(found.groups ?? {}), from: found.index, until: found.index + found[0].length };
  }
  return null;
}

const dayOf = (letter: string) => letters.indexOf(letter === '天' ? '日' : letter) + 1;

function onDays(text: string, interval = 1): RepeatRule {
  const days = Array.from(text, dayOf).filter((day) => day > 0);
  const byDay: RepeatDay[] = [...new Set(days)].sort((a, b) => a - b).map((day) => ({ nth: null, day }));
  return { ...simpleRepeatRule('WEEKLY', interval), byDay };
}

/** Returns the interval: “每隔一天” leaves one day out and so means every second day. */
function intervalOf(gap: string | undefined, each: string | undefined): number {
  const named = each === undefined ? 1 : Math.max(1, chineseNumber(each));
  return gap === undefined ? named : named + 1;
}
