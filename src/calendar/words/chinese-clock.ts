import { chineseNumber } from '../chinese-number.ts';
import type { TimeOfDay } from './found-time.ts';

const part = '(凌晨|半夜|午夜|清晨|早晨|早上|上午|中午|正午|午后|下午|傍晚|晚上|夜里|晚间|早|晚)?';
const digits = '(?:[0-9０-９]{1,3}|[零〇一二两三四五六七八九十廿]{1,3})';
const number = `(${digits})`;
const minutes = `(?:\\s*(?=过?${digits}分)|\\s*(?=半|一刻|三刻)|)(半|一刻|三刻|过?${number}分?(?![0-9人个位名]))`;
const spoken = new RegExp(`${part}\\s*${number}\\s*(?:点钟|点整|点|點|时(?!候|间|刻))(?:${minutes})?`, 'y');
const figures = new RegExp(
  `${part}\\s*([0-9０-９]{1,2})[:：]([0-9０-９]{2})(?:[:：][0-9]{2})?(?![0-9])\\s*([ap]m)?`,
  'iy',
);
const english = /(\d{1,2})\s*([ap])\.?m\b/iy;
const alone = /(凌晨|清晨|早晨|早上|上午|中午|正午|午后|下午|傍晚|晚上|晚间)/y;

/** What is counted in “点” without being a time: “30点建议”. */
const counted = /^\s*(?:积分|建议|意见|要求|理由|经验|内容|想法|注意|好处|伤害|[数卡券])/;

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
export function chineseClock(
  text: string,
  from: number,
  before: { part: PartOfDay | null; alone: boolean },
): Clock | 'clock' | null {
  const found = match(spoken, text, from);
  if (found && !isPlainWord(found, before.part !== null)) {
    const [whole, word, hour = '', minutes, count] = found;
    const read = clock(whole, word, chineseNumber(hour), minutesOf(minutes, count), before.part, true);
    return read === 'clock' && counted.test(text.slice(from + whole.length)) ? null : read;
  }
  const written = match(figures, text, from);
  if (written) {
    const [whole, word, hour = '', minutes = '', half] = written;
    const named = twelveHours(chineseNumber(hour), half);
    const read = clock(whole, word, named, chineseNumber(minutes), half ? null : before.part, false);
    return read === 'clock' && named > latestSlip && !before.alone ? null : read;
  }
  const [short, hour, half] = match(english, text, from) ?? [];
  if (short !== undefined) return clock(short, undefined, twelveHours(Number(hour), `${half ?? ''}m`), 0, null, false);
  const [word] = before.alone ? (match(alone, text, from) ?? []) : [];
  const named = word === undefined ? null : chinesePartOfDay(word);
  return word !== undefined && named ? { time: named.usual, part: named, length: word.length } : null;
}

function match(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/**
 * True if an expression is an ordinary word: “一点” and “有点” mean “a little” unless a part of the day or minutes are
 * given.
 */
function isPlainWord([, word, hour, minutes]: RegExpExecArray, hasPart: boolean): boolean {
  return hour === '一' && word === undefined && minutes === undefined && !hasPart;
}

function minutesOf(minutes: string | undefined, count: string | undefined): number {
  if (minutes === undefined) return 0;
  if (minutes === '半') return 30;
  if (minutes === '一刻') return 15;
  return minutes === '三刻' ? 45 : chineseNumber(count ?? '0');
}

function clock(
  whole: string,
  word: string | undefined,
  named: number,
  minute: number,
  before: PartOfDay | null,
  bare: boolean,
): Clock | 'clock' {
  const own = chinesePartOfDay(word ?? '') ?? before;
  const hour = own ? own.hour(named) : bare && named >= 1 && named <= 6 ? named + 12 : named;
  if (hour > 24 || minute > 59) return 'clock';
  return { time: { hour, minute }, part: own, length: whole.length };
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

const afternoon = (named: number) => (named < 12 ? named + 12 : named);
const evening = (named: number) => (named === 12 ? 24 : named >= 5 && named < 12 ? named + 12 : named);
const at = (hour: number): TimeOfDay => ({ hour, minute: 0 });

/** Returns the part of the day with a Chinese name; null if there is none. */
export function chinesePartOfDay(word: string): PartOfDay | null {
  if (/^(凌晨|半夜|午夜)$/.test(word)) return { usual: at(0), hour: (named) => (named === 12 ? 0 : named) };
  if (/^(清晨|早晨|早上|早|上午|晨)$/.test(word)) return { usual: at(9), hour: (named) => named };
  if (/^(中午|正午)$/.test(word)) return { usual: at(12), hour: (named) => (named < 10 ? named + 12 : named) };
  if (/^(午后|下午)$/.test(word)) return { usual: at(14), hour: afternoon };
  if (word === '傍晚') return { usual: at(18), hour: afternoon };
  if (/^(晚上|夜里|晚间|晚|夜)$/.test(word)) return { usual: at(20), hour: evening };
  return null;
}
