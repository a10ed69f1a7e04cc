import {
  addDays,
  addMonths,
  calendarDate,
  isCalendarDate,
  weekdayOf,
  type CalendarDate,
} from '../../values/calendar-date.ts';
import { parseChineseNumber } from '../chinese-number.ts';
import { chinesePartOfDay, type PartOfDay } from './chinese-clock.ts';
import type { TimeError } from './found-time.ts';

interface FoundDate {
  date: CalendarDate;
  endDate: CalendarDate | null;
  /** The part of the day that a word for a day includes, such as “明晚”. */
  part: PartOfDay | null;
  length: number;
}

/**
 * Reads a date; null if there is no such day. `after` is the first day of a range of which this is the last: it
 * supplies the omitted parts.
 */
type Reader = (
  found: RegExpExecArray,
  today: CalendarDate,
  after: CalendarDate | null,
) => CalendarDate | [CalendarDate, CalendarDate] | null;

const n = '([0-9０-９]{1,3}|[零〇一二三四五六七八九十廿]{1,3})';
const unbroken = '(?<![0-9０-９零〇一二三四五六七八九十廿])';

/** Nouns that make “3号” a number and not a date: “3号楼”, but not “3号楼市讲座”; the last ones only as in “给2号客户打电话”. */
const numbered = [
  '楼(?!市)|院(?![校庆长])|馆(?!长)|位(?!于)|仓(?!库)|厂(?!家)|窗(?!帘)|队(?!会)|样(?!品)|板(?![球报])|箱(?!包)|塔(?!吊)|色(?!拉)|室(?![内外])',
  '[螺柜栋幢层井炉泵梯罐铺厅]|线(?![上下][会课活培面讲直])|门(?![诊票])|桌(?!游)|店(?!庆)|路(?![演考])|机(?![票场构])|房(?![东租贷产])',
  '车(?![险检票展])|电(?![费话影脑])|球(?![赛队])|库(?!存)|台(?![风账])|区(?!运)|站(?!长)|口(?![语试腔])|座(?!谈)|床(?![垫单])|餐(?![厅补])',
  '会议室|会客|客[厅房]|包[间厢]|码头|考[场生点]|通知书|打印机|收银台|开关|接[口头线]|发[动电]机|看台|模[具型]|病[房床人]|教室|教学楼',
  '宿舍|公寓|别墅|摊位|航站|登机口|检票口|展[位厅台]|插座|按钮|生产线|服务器|工位|货[架柜]|选手|技师',
  `(?<=[给在用买去到找见修从]${n.replace('(', '(?:')}号)(?:客户|客人|员工|文件|方案|提案|主机|设备|出口|账[户号]|样品|仓库)`,
].join('|');
/** A person in “给周三丰打电话” rather than a day: after such a word, a given name follows, then what is done with them. */
const withPerson = '(?:给|找|跟|和|与|向|对|替|帮|陪|问|叫|同|见|联系|通知|回复|拜访|邀请)';
const givenName =
  '(?![早晚上中下前后的之以到来去要会得再就和与及我你他她班新买做订用开办聚见聊谈吃玩喝零一二两三四五六七八九十])\\p{Script=Han}';
const contact =
  '打个?(?:电话|招呼)|致电|回电|发(?:消息|邮件|信|短信|微信|文件|资料|合同|红包|报价|送)|说(?:一[声下]|$)|见面|碰面|的|开会|吃饭|联系|一起|道[歉谢贺]|转[账钱]|汇款';
const isDay = `(?!(?<=${withPerson}周.)${givenName}(?:$|[\\s\\p{P}]|${contact}))`;
/** A year before its month: “明年”, “2027年”, “二〇二七年”, “27年”, “民国115年”. */
const year = `(?:(今年|明年|后年|民国\\s*(?:[0-9０-９]{1,3}|[零〇○一二三四五六七八九十百]{1,6})年|${unbroken}(?:[0-9０-９]{4}|[零〇○一二三四五六七八九]{4}|[0-9０-９]{2}|[零〇○一二三四五六七八九]{2})年)的?\\s*|(?<!(?:[0-9０-９零〇一二三四五六七八九十廿]|[去前]|周)年的?))`;
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
const thisYear = (today: CalendarDate) => Number(today.slice(0, 4));
const years: Record<string, number> = { 今年: 0, 明年: 1, 后年: 2 };
/** Returns a named year; of the years with two figures the nearest, so that “98年” is 1998. */
function yearIn(word: string, today: CalendarDate): number {
  const ahead = years[word];
  if (ahead !== undefined) return thisYear(today) + ahead;
  if (word.startsWith('民国')) {
    const [, hundreds = '', rest = ''] = /^民国\s*(?:(.+)百)?(.*)年$/.exec(word) ?? [];
    return 1911 + 100 * parseChineseNumber(hundreds) + parseChineseNumber(rest.replace(/^零(?=.)/, ''));
  }
  const statedYear = parseChineseNumber(word.slice(0, -1));
  return word.length > 3 ? statedYear : statedYear + 100 * Math.round((thisYear(today) - statedYear) / 100);
}
const away = (word: string | undefined) => (word?.match(/下/g) ?? []).length - (word?.match(/上/g) ?? []).length;

const readers: [RegExp, Reader][] = [
  [
    /(大前天|前天|昨天|昨日|今天|今日|明天|明日|大后天|后天)/y,
    ([, word = ''], today) => addDays(today, daysAway[word] ?? 0),
  ],
  [/([今明昨])(?=早|晚|晨|夜)/y, ([, word = ''], today) => addDays(today, word === '明' ? 1 : word === '昨' ? -1 : 0)],
  [
    /(?<!\d)(\d{4})(?:年\s*|[-/.])(\d{1,3})(?:月\s*|[-/.])(\d{1,3})[日号]?/y,
    ([, y, m, d]) => existing(calendarDate(Number(y), Number(m), Number(d))),
  ],
  [
    new RegExp(`${year}${unbroken}${n}月份?\\s*${n}(?:[日号]|(?![0-9一二三四五六七八九十个]))`, 'y'),
    ([, word, m = '', d = ''], today, after) => {
      const of = (inYear: number) => calendarDate(inYear, parseChineseNumber(m), parseChineseNumber(d));
      if (word !== undefined) return existing(of(yearIn(word, today)));
      const date = of(thisYear(after ?? today));
      return existing(date < (after ?? today) ? of(thisYear(after ?? today) + 1) : date);
    },
  ],
  [
    new RegExp(`(下{1,3}个?|本|这个?)月的?${n}[日号]`, 'y'),
    ([, word, d = ''], today) => ofMonth(addMonths(firstOfMonth(today), away(word)), parseChineseNumber(d)),
  ],
  [
    new RegExp(`${year}${unbroken}${n}月份?的?(?:(?:底|末)(?!\\s*的?(?:第|最后|倒数))|最后一?天)`, 'y'),
    ([, word, m = ''], today) => {
      const of = (inYear: number) => existing(calendarDate(inYear, parseChineseNumber(m), 1));
      const first = of(word === undefined ? thisYear(today) : yearIn(word, today));
      const isMonthPast = first !== null && word === undefined && lastOfMonth(first) < today;
      const month = isMonthPast ? of(thisYear(today) + 1) : first;
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
  [
    new RegExp(`${year}(?:(?<=年)底|(?<![去前0-9０-９零〇一二三四五六七八九十])年底)`, 'y'),
    ([, word], today) => calendarDate(word === undefined ? thisYear(today) : yearIn(word, today), 12, 31),
  ],
  [
    /(上上?|下下?|这|本)?个?(?:周|星期|礼拜)末/y,
    ([, word], today) => {
      const saturday = addDays(monday(today), away(word) * 7 + 5);
      return [saturday, addDays(saturday, 1)];
    },
  ],
  [
    new RegExp(
      `(?<![一二两三四五六七八九十每0-9]|[老小](?=周))(上上?|下下?|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天1-7])${isDay}`,
      'uy',
    ),
    ([, word, day = ''], today, after) => {
      const index = weekdays.indexOf(day === '天' ? '日' : day);
      const date = addDays(monday(after ?? today), away(word) * 7 + (index < 0 ? Number(day) - 1 : index));
      return word === undefined && date < (after ?? today) ? addDays(date, 7) : date;
    },
  ],
  [/(?:[上下]{1,2}|这|本)个?(?:周|星期|礼拜)[八九089](?![点时:：次个小])/y, () => null],
  [/下个?(?:周|星期|礼拜)[之以]?内/y, () => null],
  [/下个?(?:周|星期|礼拜)/y, (_, today) => addDays(today, 7)],
  [
    new RegExp(`${unbroken}${n}(?:天|日)(?:之后|以后|后)`, 'y'),
    ([, count = ''], today) => addDays(today, parseChineseNumber(count)),
  ],
  [
    new RegExp(`([0-9]{1,2}|[一二两三四五六七八九十]{1,3})天(?:之后|以后|后)`, 'y'),
    ([, count = ''], today) => addDays(today, parseChineseNumber(count)),
  ],
  [
    /([0-9]{1,2}|[一二两三四五六七八九十]{1,2})个?(?:周|星期|礼拜)(?:之后|以后|后)/y,
    ([, count = ''], today) => addDays(today, 7 * parseChineseNumber(count)),
  ],
  [
    /([0-9]{1,2}|[一二两三四五六七八九十]{1,2})个月(?:之后|以后|后)/y,
    ([, count = ''], today) => addMonths(today, parseChineseNumber(count)),
  ],
  [
    new RegExp(
      `(?<![0-9０-９零〇一二三四五六七八九十月年.第])${n}(?:日(?![三两游餐次元线电])|号(?!${numbered}))`,
      'uy',
    ),
    ([, d = ''], today, after) => {
      const day = parseChineseNumber(d);
      const date = ofMonth(firstOfMonth(after ?? today), day);
      return date !== null && date < (after ?? today) ? ofMonth(addMonths(firstOfMonth(after ?? today), 1), day) : date;
    },
  ],
];

/** Matches the text between a weekday and its date: “周六，12月5日”, “下周三（12月9日）”. */
const dateAfter = /^[\s，,]*[（(]?/;

/** A day that does not explain the one before it: “周五，3天后到期”. */
const notExplained =
  /^(?:[下这本上]|周|星期|礼拜|[今明后]|[0-9０-９一二两三四五六七八九十]+(?:天|日[之以]?后|个?(?:周|星期|礼拜)|个月))/;

/**
 * The day of the week that stands after a date: “12月5日周六”, and after other days in brackets: “明天（周二）”, “12月8号（二）”;
 * “12月6日（日）” is Japanese, too.
 */
const weekdayAfter =
  /^\s*(?:[（(]?(?:[下这本]个?)?(?:周|星期|礼拜)(?<named>[一二三四五六日天])[)）]?|[（(](?<short>[一二三四五六日])[)）])/;

/** More days of the week: “周一三五”, “周六日”; not “周一三点” or “周二三人”. */
const moreDays =
  /^(?:[二三四五六日天]{2,}(?![点时个人位名次号日月年十百千万])|[二三四五六日天](?=\s|$|[，,。]|[早晚]上?|[上中下]午|凌晨|[0-9０-９]{1,2}[点:：时]))/;

const lunarDay = '(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]?|[一二三]?十[一二三四五六七八九]?)';
const lunar = [
  '(?:农历|阴历|旧历|夏历)(?=\\s*(?:今年|明年|后年|每年|每月|[0-9零一二三四五六七八九十廿正腊冬闰初年除大]))',
  `(?:[正腊冬]|闰[一二三四五六七八九十]{1,2})月${lunarDay}|[0-9一二三四五六七八九十]{1,2}月(?=初|廿)${lunarDay}`,
  '大年(?:初[一二三四五六七八九十]|三十)|除夕',
  '(?:春节|中秋节?|端午节?|元宵节?|重阳节|七夕)(?=\\s*(?:凌晨|早|上午|中午|下午|傍晚|晚|[0-9０-９一二两三四五六七八九十]{1,3}[点:：]))',
];
const lunarDate = new RegExp(lunar.join('|'), 'y');

/** True if a day that does not exist was meant as a day: not “2月30万” or “88号技师”. */
function isMeant(dateText: string, rest: string): boolean {
  if (/^[0-9０-９一二三四五六七八九十廿]+[日号]$/.test(dateText) && parseChineseNumber(dateText.slice(0, -1)) <= 31)
    return true;
  if (/^\d{4}|月.*[号底末天]$|[初旬倒最]|第|[周期拜]/.test(dateText)) return true;
  return dateText.endsWith('日') ? !/^[内后前之以间]/.test(rest) : clockAhead.test(rest);
}

/** Returns the date at a position of the text; its error if it is no date that can be used; null if there is none. */
export function readChineseDate(
  text: string,
  from: number,
  today: CalendarDate,
  after: CalendarDate | null,
): FoundDate | TimeError | null {
  lunarDate.lastIndex = from;
  if (lunarDate.test(text)) return 'lunar';
  for (const [pattern, reader] of readers) {
    pattern.lastIndex = from;
    const dateMatch = pattern.exec(text);
    if (!dateMatch) continue;
    const dateReading = reader(dateMatch, today, after);
    const rest = text.slice(from + dateMatch[0].length);
    if (dateReading === null && isMeant(dateMatch[0], rest)) return 'date';
    if (dateReading === null) continue;
    const [date, endDate] = typeof dateReading === 'string' ? [dateReading, null] : dateReading;
    const isWeekday =
      /(?:周|星期|礼拜)[^末]$/.test(dateMatch[0]) && !/^[下这本上]{0,2}个?(?:周|星期|礼拜)$/.test(dateMatch[0]);
    if (isWeekday && moreDays.test(rest)) return 'several';
    const dated = isWeekday || daysAway[dateMatch[0]] !== undefined ? dateAt(rest, today) : null;
    if (typeof dated === 'string') return dated;
    if (dated) {
      const isSame = isWeekday ? weekdayOf(dated.date) === weekdayOf(date) : dated.date === date;
      return isSame ? { ...dated, length: dateMatch[0].length + dated.length } : 'date';
    }
    const weekdayMatch = isWeekday ? null : weekdayAfter.exec(rest);
    const weekday = weekdayMatch?.groups?.['named'] ?? weekdayMatch?.groups?.['short'] ?? '';
    const isJapanese = weekdayMatch?.groups?.['short'] === '日' && !dateMatch[0].endsWith('号');
    const isNamed = weekdayMatch && !isJapanese && (dateMatch[0].includes('月') || /[（(]/.test(weekdayMatch[0]));
    if (isNamed && weekdays.indexOf(weekday === '天' ? '日' : weekday) + 1 !== weekdayOf(date)) return 'date';
    const word = /^(早上|晚上|早晨|早|晚|晨|夜里|夜)/.exec(rest)?.[0];
    const joins = word !== undefined && pattern.source.includes('(?=早');
    return {
      date,
      endDate,
      part: joins ? chinesePartOfDay(word) : null,
      length: dateMatch[0].length + (joins ? word.length : 0) + (isNamed ? weekdayMatch[0].length : 0),
    };
  }
  return null;
}

const monday = (date: CalendarDate) => addDays(date, 1 - weekdayOf(date));

function ofMonth(first: CalendarDate, day: number): CalendarDate | null {
  return day < 1 ? null : existing(`${first.slice(0, 8)}${String(day).padStart(2, '0')}`);
}

/** Returns the date after a day that it explains, with its brackets; null if there is none. */
function dateAt(text: string, today: CalendarDate): FoundDate | TimeError | null {
  const gap = dateAfter.exec(text)?.[0] ?? '';
  if (notExplained.test(text.slice(gap.length))) return null;
  const next = readChineseDate(text, gap.length, today, null);
  if (next === null || typeof next === 'string') return next;
  const closing = /[（(]$/.test(gap) ? (/^\s*[)）]/.exec(text.slice(gap.length + next.length))?.[0].length ?? 0) : 0;
  return { ...next, length: gap.length + next.length + closing };
}
