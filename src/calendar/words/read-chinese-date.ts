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

/** Reads a date. `after` is the first day of a range of which this is the last: it supplies the omitted parts. */
type Reader = (
  found: RegExpExecArray,
  today: CalendarDate,
  after: CalendarDate | null,
) => CalendarDate | [CalendarDate, CalendarDate] | null;

const n = '([0-9０-９]{1,2}|[一二三四五六七八九十廿]{1,3})';
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
    /(\d{4})(?:年\s*|[-/.])(\d{1,2})(?:月\s*|[-/.])(\d{1,2})[日号號]?/y,
    ([, y, m, d]) => existing(calendarDate(Number(y), Number(m), Number(d))),
  ],
  [
    new RegExp(`(今年|明年|后年)?${n}月\\s*${n}(?:[日号號]|(?![0-9一二三四五六七八九十个]))`, 'y'),
    ([, year, m = '', d = ''], today, after) => {
      const years = year === '明年' ? 1 : year === '后年' ? 2 : 0;
      const of = (more: number) =>
        existing(calendarDate(Number(today.slice(0, 4)) + more, chineseNumber(m), chineseNumber(d)));
      const date = of(years);
      return date !== null && year === undefined && date < (after ?? today) ? of(1) : date;
    },
  ],
  [
    new RegExp(`(下下?个?|本|这个?)月${n}[日号號]`, 'y'),
    ([, word, d = ''], today) => ofMonth(addMonths(firstOfMonth(today), away(word)), chineseNumber(d)),
  ],
  [/(下下?个?|本|这个?)?月底/y, ([, word], today) => lastOfMonth(addMonths(firstOfMonth(today), away(word)))],
  [/下个?月(?!\d)/y, (_, today) => addMonths(today, 1)],
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
  [/下个?(?:周|星期|礼拜)/y, (_, today) => addDays(today, 7)],
  [new RegExp(`${n}(?:天|日)(?:之后|以后|后)`, 'y'), ([, count = ''], today) => addDays(today, chineseNumber(count))],
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
      `(?<![0-9０-９一二三四五六七八九十月年])${n}[号號日](?![楼线门院馆桌位店路机房车仓电球三两游餐次])`,
      'y',
    ),
    ([, d = ''], today, after) => {
      const day = chineseNumber(d);
      const date = ofMonth(firstOfMonth(after ?? today), day);
      return date !== null && date < (after ?? today) ? ofMonth(addMonths(firstOfMonth(after ?? today), 1), day) : date;
    },
  ],
];

/** Returns the date at a position of the text. */
export function readChineseDate(
  text: string,
  from: number,
  today: CalendarDate,
  after: CalendarDate | null,
): FoundDate | null {
  for (const [pattern, reader] of readers) {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    const read = found && reader(found, today, after);
    if (!read) continue;
    const [date, endDate] = typeof read === 'string' ? [read, null] : read;
    const word = /^(早上|晚上|早晨|早|晚|晨|夜里|夜)/.exec(text.slice(from + found[0].length))?.[0];
    const joins = word !== undefined && pattern.source.includes('(?=早');
    return {
      date,
      endDate,
      part: joins ? chinesePartOfDay(word) : null,
      length: found[0].length + (joins ? word.length : 0),
    };
  }
  return null;
}

const monday = (date: CalendarDate) => addDays(date, 1 - weekdayOf(date));

function ofMonth(first: CalendarDate, day: number): CalendarDate | null {
  return day < 1 ? null : existing(`${first.slice(0, 8)}${String(day).padStart(2, '0')}`);
}
