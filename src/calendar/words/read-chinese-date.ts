import {
  addDays,
  addMonths,
  calendarDate,
  isCalendarDate,
  weekdayOf,
  type CalendarDate,
} from '../../values/calendar-date.ts';
import { chineseNumber } from '../chinese-number.ts';
import { chinesePartOfDay, type PartOfDay } from './chinese-clock.ts';

interface FoundDate {
  date: CalendarDate;
  endDate: CalendarDate | null;
  /** The part of the day that a word for a day includes, such as “明晚”. */
  part: PartOfDay | null;
  length: number;
}

/**
 * Reads a date; null if there is no such day. `after` is the first day of a range of which this is the last: it supplies
 * the omitted parts.
 */
type Reader = (
  found: RegExpExecArray,
  today: CalendarDate,
  after: CalendarDate | null,
) => CalendarDate | [CalendarDate, CalendarDate] | null;

const n = '([0-9０-９]{1,3}|[零〇一二三四五六七八九十廿]{1,3})';
const unbroken = '(?<![0-9０-９零〇一二三四五六七八九十廿])';
const clockAhead = /^(?:\s|$|[上中下早晚凌清傍0-9０-９])/;
const daysAway: Record<string, number> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨日: -1,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
};
const weekdays = '一二三四五六日';
const firstOfMonth = (date: CalendarDate) => `${date.slice(0, 8)}01`;
const lastOfMonth = (date: CalendarDate) => addDays(addMonths(firstOfMonth(date), 1), -1);
const existing = (date: CalendarDate) => (isCalendarDate(date) ? date : null);
const away = (word: string | undefined) => (word?.match(/下/g) ?? []).length - (word?.match(/上/g) ?? []).length;

const readers: [RegExp, Reader][] = [
  [
    /(大前天|前天|昨天|昨日|今天|今日|明天|明日|大后天|后天)/y,
    ([, word = ''], today) => addDays(today, daysAway[word] ?? 0),
  ],
  [/([今明昨])(?=早|晚|晨|夜)/y, ([, word = ''], today) => addDays(today, word === '明' ? 1 : word === '昨' ? -1 : 0)],
  [
    /(?<!\d)(\d{4})(?:年\s*|[-/.])(\d{1,3})(?:月\s*|[-/.])(\d{1,3})[日号號]?/y,
    ([, y, m, d]) => existing(calendarDate(Number(y), Number(m), Number(d))),
  ],
  [
    new RegExp(`(今年|明年|后年)?${unbroken}${n}月\\s*${n}(?:[日号號]|(?![0-9一二三四五六七八九十个]))`, 'y'),
    ([, year, m = '', d = ''], today, after) => {
      const years = year === '明年' ? 1 : year === '后年' ? 2 : 0;
      const of = (more: number) => calendarDate(Number(today.slice(0, 4)) + more, chineseNumber(m), chineseNumber(d));
      const date = of(years);
      return existing(year === undefined && date < (after ?? today) ? of(1) : date);
    },
  ],
  [
    new RegExp(`(下{1,3}个?|本|这个?)月的?${n}[日号號]`, 'y'),
    ([, word, d = ''], today) => ofMonth(addMonths(firstOfMonth(today), away(word)), chineseNumber(d)),
  ],
  [
    new RegExp(`(今年|明年|后年)?${unbroken}${n}月份?的?(?:(?:底|末)(?!\\s*的?(?:第|最后|倒数))|最后一?天)`, 'y'),
    ([, year, m = ''], today) => {
      const of = (more: number) => existing(calendarDate(Number(today.slice(0, 4)) + more, chineseNumber(m), 1));
      const first = of(year === '明年' ? 1 : year === '后年' ? 2 : 0);
      const passed = first !== null && year === undefined && lastOfMonth(first) < today;
      const month = passed ? of(1) : first;
      return month && lastOfMonth(month);
    },
  ],
  [
    /(下{1,3}个?|本|这个?|(?<![0-9０-９一二三四五六七八九十个上]))月的?(?:(?:底|末)(?!\s*的?(?:第|最后|倒数))|最后一?天)/y,
    ([, word], today) => lastOfMonth(addMonths(firstOfMonth(today), away(word))),
  ],
  [
    /(下{1,3}个?|本|这个?|[0-9０-９一二三四五六七八九十]{1,3}|(?<![0-9０-９一二三四五六七八九十个上]))月份?(?:的|底|末)?\s*(?:初(?![一二三四五六七八九十])|中旬|上旬|下旬|第[一二三四五1-5]个?(?:周|星期|礼拜|工作日|天)|最后|倒数)/y,
    () => null,
  ],
  [/(下{1,3})个?月(?!\d)/y, ([, word = ''], today) => addMonths(today, word.length)],
  [/(?:今年)?年底/y, (_, today) => `${today.slice(0, 4)}-12-31`],
  [
    /(上上?|下下?|这|本)?个?(?:周|星期|礼拜)末/y,
    ([, word], today) => {
      const saturday = addDays(monday(today), away(word) * 7 + 5);
      return [saturday, addDays(saturday, 1)];
    },
  ],
  [
    /(?<![一二两三四五六七八九十每0-9])(上上?|下下?|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天1-7])/y,
    ([, word, day = ''], today, after) => {
      const index = weekdays.indexOf(day === '天' ? '日' : day);
      const date = addDays(monday(after ?? today), away(word) * 7 + (index < 0 ? Number(day) - 1 : index));
      return word === undefined && date < (after ?? today) ? addDays(date, 7) : date;
    },
  ],
  [/(?:[上下]{1,2}|这|本)个?(?:周|星期|礼拜)[八九089](?![点點时:：次个小])/y, () => null],
  [/下个?(?:周|星期|礼拜)/y, (_, today) => addDays(today, 7)],
  [
    new RegExp(`${unbroken}${n}(?:天|日)(?:之后|以后|后)`, 'y'),
    ([, count = ''], today) => addDays(today, chineseNumber(count)),
  ],
  [
    new RegExp(`([0-9]{1,2}|[一二两三四五六七八九十]{1,3})天(?:之后|以后|后)`, 'y'),
    ([, count = ''], today) => addDays(today, chineseNumber(count)),
  ],
  [
    /([0-9]{1,2}|[一二两三四五六七八九十]{1,2})个?(?:周|星期|礼拜)(?:之后|以后|后)/y,
    ([, count = ''], today) => addDays(today, 7 * chineseNumber(count)),
  ],
  [
    /([0-9]{1,2}|[一二两三四五六七八九十]{1,2})个月(?:之后|以后|后)/y,
    ([, count = ''], today) => addMonths(today, chineseNumber(count)),
  ],
  [
    new RegExp(
      `(?<![0-9０-９零〇一二三四五六七八九十月年.])${n}[号號日](?![楼线门院馆桌位店路机房车仓电球三两游餐次元])`,
      'y',
    ),
    ([, d = ''], today, after) => {
      const day = chineseNumber(d);
      const date = ofMonth(firstOfMonth(after ?? today), day);
      return date !== null && date < (after ?? today) ? ofMonth(addMonths(firstOfMonth(after ?? today), 1), day) : date;
    },
  ],
];

/** What stands between a day of the week and its date: “周六，12月5日”. */
const dateAfter =
  /^[\s，,]*(?=\d{4}年|(?:[0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})(?:月\s*[0-9０-９一二三四五六七八九十]|[日号號](?![楼线门院馆桌位店路机房车仓电球])))/;

/** The day of the week that stands after a date: “12月5日周六”. */
const weekdayAfter = /^\s*[（(]?(?:周|星期|礼拜)([一二三四五六日天])[)）]?/;

const lunarDay = '(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]?|[一二三]?十[一二三四五六七八九]?)';
const lunar = [
  '(?:农历|阴历|旧历|夏历)(?=\\s*(?:今年|明年|后年|每年|每月|[0-9零一二三四五六七八九十廿正腊冬闰初年除大]))',
  `(?:[正腊冬]|闰[一二三四五六七八九十]{1,2})月${lunarDay}|[0-9一二三四五六七八九十]{1,2}月(?=初|廿)${lunarDay}`,
  '大年(?:初[一二三四五六七八九十]|三十)|除夕',
  '(?:春节|中秋节?|端午节?|元宵节?|重阳节|七夕)(?=\\s*(?:凌晨|早|上午|中午|下午|傍晚|晚|[0-9０-９一二两三四五六七八九十]{1,3}[点點:：]))',
];
const lunarDate = new RegExp(lunar.join('|'), 'y');

/** True if a day that does not exist was meant as a day: not “2月30万” or “88号技师”. */
function isMeant(found: string, rest: string): boolean {
  if (/^[0-9０-９一二三四五六七八九十廿]+[日号號]$/.test(found) && chineseNumber(found.slice(0, -1)) <= 31) return true;
  if (/^\d{4}|月.*[号號底末天]$|[初旬倒最]|第|[周期拜]/.test(found)) return true;
  return found.endsWith('日') ? !/^[内后前之以间]/.test(rest) : clockAhead.test(rest);
}

/** Returns the date at a position of the text; its error if it is no date that can be used; null if there is none. */
export function readChineseDate(
  text: string,
  from: number,
  today: CalendarDate,
  after: CalendarDate | null,
): FoundDate | 'date' | 'lunar' | null {
  lunarDate.lastIndex = from;
  if (lunarDate.test(text)) return 'lunar';
  for (const [pattern, reader] of readers) {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (!found) continue;
    const read = reader(found, today, after);
    const rest = text.slice(from + found[0].length);
    if (read === null && isMeant(found[0], rest)) return 'date';
    if (read === null) continue;
    const [date, endDate] = typeof read === 'string' ? [read, null] : read;
    const dated = /^(?:上|下|这|本)*个?(?:周|星期|礼拜)[^末]$/.test(found[0]) ? dateAfter.exec(rest) : null;
    if (dated) {
      const next = readChineseDate(rest.slice(dated[0].length), 0, today, after);
      if (next === null || typeof next === 'string') return next;
      if (weekdayOf(next.date) !== weekdayOf(date)) return 'date';
      return { ...next, length: found[0].length + dated[0].length + next.length };
    }
    const named = pattern.source.includes('月') ? weekdayAfter.exec(rest) : null;
    if (named && weekdays.indexOf(named[1] === '天' ? '日' : (named[1] ?? '')) + 1 !== weekdayOf(date)) return 'date';
    const word = /^(早上|晚上|早晨|早|晚|晨|夜里|夜)/.exec(rest)?.[0];
    const joins = word !== undefined && pattern.source.includes('(?=早');
    return {
      date,
      endDate,
      part: joins ? chinesePartOfDay(word) : null,
      length: found[0].length + (joins ? word.length : 0) + (named?.[0].length ?? 0),
    };
  }
  return null;
}

const monday = (date: CalendarDate) => addDays(date, 1 - weekdayOf(date));

function ofMonth(first: CalendarDate, day: number): CalendarDate | null {
  return day < 1 ? null : existing(`${first.slice(0, 8)}${String(day).padStart(2, '0')}`);
}
