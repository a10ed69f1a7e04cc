import { parseChineseNumber } from '../chinese-number.ts';
import type { TimeOfDay } from './found-time.ts';

const part = '(?:凌晨|半夜|午夜|清晨|早晨|早上|上午|中午|正午|午前|午后|下午|傍晚|晚上|夜里|晚间|早|晚)';
const digits = '(?:[0-9０-９]{1,3}|[零〇一二两三四五六七八九十廿]{1,3})';
const digit = '[0-9０-９一二两三四五六七八九]';
const countable = '\\s*(?:积分|建议|意见|要求|理由|经验|内容|想法|注意|好处|伤害|[数卡券])';
/** Nouns that make “3点” a count (“three points”) and not a time: “3点建议”, but not “3点建议会”. */
const countedNoun = `${countable}(?=$|[\\s，,。；;！!？?的])`;
/** Nouns that “时” begins: “3时代” is no hour unless a day or a part of it stands before, as in “明天9时代码评审”. */
const nounsOfTime = '|速|薪|代(?![表码])|期(?![末中货望权])';
const twoDigits = '(?:[0-9０-９]{2}|[零〇一二三四五六七八九十]{2,3}|十)';
const minutes = `\\s*(?:半|一刻|三刻|过?${digits}分(?!之)|差(?:${digits}分钟?|一刻钟?))|过?${twoDigits}(?![0-9人个位名万])|${digit}(?=[\\s，,。；;]|$)`;
const spokenTimeBut = (nouns: string) => {
  const oClock = `(?:点钟|点整|点|时(?!候|间|刻|段(?!落)${nouns}))`;
  /** Matches after the first hour of a range such as “8-10点”, whose “点” follows only the second hour. */
  const untilHour = `(?=\\s*(?:到|至|[-–—~～－])\\s*${part}?\\s*${digits}\\s*${oClock}(?!${countedNoun}))`;
  return new RegExp(
    `(?<word>${part})?\\s*(?<hour>${digits})(?:\\s*${oClock}(?<minutes>${minutes})?|${untilHour})`,
    'y',
  );
};
const [spokenTime, spokenTimeOfDay] = [spokenTimeBut(nounsOfTime), spokenTimeBut('')];
/** “差五分三点”. */
const short = new RegExp(
  `(?<word>${part})?差(?<minutes>${digits}分钟?|一刻钟?)(?:到)?(?<late>${part})?(?<hour>${digits})(?:点钟|点整|点)`,
  'y',
);
/** An amount such as “3点5万” or “12点5的税”; not an hour and what is counted, such as “9点5人聚餐” or “8点两节课”. */
const amount = new RegExp(
  `${digits}点(?:${digit}$|[0-9０-９零〇一二三四五六七八九]{1,3}(?:的[税利息率]|万(?![人米名科达])|[亿折倍%％]|千(?![人米名克])|元(?![店宵旦])|块(?=钱|\\s|$)))`,
  'y',
);
const figures = new RegExp(
  `(${part})?\\s*([0-9０-９]{1,2})[:：]([0-9０-９]{2})(?:[:：][0-9]{2})?(?![0-9])\\s*([ap]m\\b)?`,
  'iy',
);
const english = /(\d{1,2})\s*([ap])\.?m\b/iy;
const alone = /(凌晨|清晨|早晨|早上|上午|中午|正午|午后|下午|傍晚|晚上|晚间)/y;

const countableNext = new RegExp(countable, 'y');
const countedNext = new RegExp(countedNoun, 'y');
/** A verb whose object is counted: “提3点建议给老板”. */
const counting = /(?:[提列写讲]|总结|整理)$/;

/** A larger hour in the middle of a text, such as “Psalm 34:80”, is not meant as a time. */
const latestSlip = 29;

type Clock = { time: TimeOfDay; part: PartOfDay | null; length: number };

/**
 * Returns the time of day that begins exactly at position `from` of the text, with its part of the day (such as “下午”)
 * and its length; null if there is none. English forms such as `3 pm` are read too. `before.part` is a part of the day
 * that was named earlier and decides how an hour without one is read. A part of the day without an hour counts as a
 * time only if `before.alone` is true, since in a title it may be an ordinary word. `clock` if there is no such time of
 * day, such as 25:00.
 */
export function parseChineseTimeOfDay(
  text: string,
  from: number,
  before: { part: PartOfDay | null; alone: boolean },
): Clock | 'clock' | null {
  const afterDay = before.alone && from > 0;
  const ofDayMatch = match(spokenTimeOfDay, text, from);
  const isOfDay = afterDay || before.part !== null || ofDayMatch?.groups?.word !== undefined;
  const timeMatch = match(short, text, from) ?? (isOfDay ? ofDayMatch : match(spokenTime, text, from));
  const [whole, word] = [timeMatch?.[0] ?? '', timeMatch?.groups?.late ?? timeMatch?.groups?.word];
  const isAmount = word === undefined && match(amount, text, from) !== null;
  if (timeMatch && !isAmount && !isPlainWord(timeMatch, before.part !== null)) {
    const { hour = '', minutes } = timeMatch.groups ?? {};
    const clockReading = clock(
      whole,
      word,
      parseChineseNumber(hour),
      minutesOf(minutes, whole.includes('差')),
      before.part,
      true,
    );
    const isNext = (pattern: RegExp) => match(pattern, text, from + whole.length) !== null;
    if (clockReading === 'clock') return isNext(countableNext) ? null : clockReading;
    const isCounted = isNext(countedNext) || (counting.test(text.slice(0, from)) && isNext(countableNext));
    return isCounted && word === undefined && !afterDay ? null : clockReading;
  }
  const figuresMatch = match(figures, text, from);
  if (figuresMatch) {
    const [all, part, hour = '', minutes = '', half] = figuresMatch;
    const statedHour = twelveHours(parseChineseNumber(hour), half);
    const figuresReading = clock(all, part, statedHour, parseChineseNumber(minutes), half ? null : before.part, false);
    return figuresReading === 'clock' && statedHour > latestSlip && !before.alone ? null : figuresReading;
  }
  const [halved, hour, half] = match(english, text, from) ?? [];
  if (halved !== undefined)
    return clock(halved, undefined, twelveHours(Number(hour), `${half ?? ''}m`), 0, null, false);
  const [ofDay] = before.alone ? (match(alone, text, from) ?? []) : [];
  const dayPart = ofDay === undefined ? null : chinesePartOfDay(ofDay);
  return ofDay !== undefined && dayPart ? { time: dayPart.usual, part: dayPart, length: ofDay.length } : null;
}

function match(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/**
 * True if an expression is an ordinary word: “一点” and “有点” mean “a little” unless a part of the day or minutes are
 * given.
 */
function isPlainWord({ 0: whole, groups: { word, hour, minutes } = {} }: RegExpExecArray, hasPart: boolean): boolean {
  return hour === '一' && word === undefined && minutes === undefined && !hasPart && whole !== hour;
}

/** Returns the minutes after the hour, or, negative, those that are missing to it. */
function minutesOf(minutes: string | undefined, isMissing: boolean): number {
  if (minutes === undefined) return 0;
  if (minutes.includes('半')) return 30;
  const count = minutes.includes('三刻')
    ? 45
    : minutes.includes('刻')
      ? 15
      : parseChineseNumber(minutes.replace(/[过差分钟\s]/g, ''));
  return isMissing ? -count : count;
}

function clock(
  whole: string,
  word: string | undefined,
  statedHour: number,
  minute: number,
  before: PartOfDay | null,
  bare: boolean,
): Clock | 'clock' {
  const own = chinesePartOfDay(word ?? '') ?? before;
  const hour = own ? own.hour(statedHour) : bare && statedHour >= 1 && statedHour <= 6 ? statedHour + 12 : statedHour;
  if (hour > 24 || Math.abs(minute) > 59) return 'clock';
  const time = minute < 0 ? { hour: (hour + 23) % 24, minute: minute + 60 } : { hour, minute };
  return { time, part: own, length: whole.length };
}

function twelveHours(hour: number, half: string | undefined): number {
  if (!half || hour > 24) return hour;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

/** A part of the day: how it maps hours of a twelve-hour clock, and the time meant if no hour is named. */
export interface PartOfDay {
  usual: TimeOfDay;
  /** Returns the hour on a 24-hour clock that is meant when an hour is named together with this part of the day. */
  hour(named: number): number;
}

const afternoon = (statedHour: number) => (statedHour < 12 ? statedHour + 12 : statedHour);
const evening = (statedHour: number) =>
  statedHour === 12 ? 24 : statedHour >= 5 && statedHour < 12 ? statedHour + 12 : statedHour;
const fullHour = (hour: number): TimeOfDay => ({ hour, minute: 0 });

/** Returns the part of the day with a Chinese name; null if there is none. */
export function chinesePartOfDay(word: string): PartOfDay | null {
  if (/^(凌晨|半夜|午夜)$/.test(word))
    return { usual: fullHour(0), hour: (statedHour) => (statedHour === 12 ? 0 : statedHour) };
  if (/^(清晨|早晨|早上|早|上午|午前|晨)$/.test(word)) return { usual: fullHour(9), hour: (statedHour) => statedHour };
  if (/^(中午|正午)$/.test(word))
    return { usual: fullHour(12), hour: (statedHour) => (statedHour < 10 ? statedHour + 12 : statedHour) };
  if (/^(午后|下午)$/.test(word)) return { usual: fullHour(14), hour: afternoon };
  if (word === '傍晚') return { usual: fullHour(18), hour: afternoon };
  if (/^(晚上|夜里|晚间|晚|夜)$/.test(word)) return { usual: fullHour(20), hour: evening };
  return null;
}
