import type { TimeOfDay } from './found-time.ts';

/** A part of the day: which hours on a twelve-hour clock are meant, and what is meant without an hour. */
export interface PartOfDay {
  usual: TimeOfDay;
  /** The hour meant by “three” in it. */
  hour(named: number): number;
}

const afternoon = (named: number) => (named < 12 ? named + 12 : named);
const evening = (named: number) => (named === 12 ? 24 : named >= 5 && named < 12 ? named + 12 : named);
const at = (hour: number): TimeOfDay => ({ hour, minute: 0 });

/** By its Chinese name; null when it is none. */
export function partOfDay(word: string): PartOfDay | null {
  if (/^(凌晨|半夜|午夜)$/.test(word)) return { usual: at(0), hour: (named) => (named === 12 ? 0 : named) };
  if (/^(清晨|早晨|早上|早|上午|晨)$/.test(word)) return { usual: at(9), hour: (named) => named };
  if (/^(中午|正午)$/.test(word)) return { usual: at(12), hour: (named) => (named < 10 ? named + 12 : named) };
  if (/^(午后|下午)$/.test(word)) return { usual: at(14), hour: afternoon };
  if (word === '傍晚') return { usual: at(18), hour: afternoon };
  if (/^(晚上|夜里|晚间|晚|夜)$/.test(word)) return { usual: at(20), hour: evening };
  return null;
}
