import { chineseNumber } from '../calendar/chinese-number.ts';

const number = '(?:[0-9０-９]+(?:\\.[0-9])?|[一二两三四五六七八九十]{1,3})';
const later = '(?:之后|以后|过后|后)';
const hours = new RegExp(`(?:过|再过)?(${number})(个半)?(?:个)?(?:小时|钟头)(半)?(?:零?(${number})分钟?)?${later}`);
const minutes = new RegExp(`(?:过|再过)?(${number})(分钟|刻钟)${later}`);
const half = new RegExp(`(?:过|再过)?半个?(?:小时|钟头)${later}`);

/** “两小时后”, “一个半小时后”, “三十分钟以后”: minutes from now, and where it stands. */
export function chineseDuration(text: string): { minutes: number; from: number; until: number } | null {
  const at = (found: RegExpExecArray, count: number) => ({
    minutes: Math.round(count),
    from: found.index,
    until: found.index + found[0].length,
  });
  const inHours = hours.exec(text);
  if (inHours) {
    const [, count = '', before, after, extra] = inHours;
    const whole = valueOf(count) + (before !== undefined || after !== undefined ? 0.5 : 0);
    return at(inHours, whole * 60 + (extra ? valueOf(extra) : 0));
  }
  const inMinutes = minutes.exec(text);
  if (inMinutes) return at(inMinutes, valueOf(inMinutes[1] ?? '') * (inMinutes[2] === '刻钟' ? 15 : 1));
  const inHalf = half.exec(text);
  return inHalf && at(inHalf, 30);
}

const valueOf = (text: string) => (text.includes('.') ? Number(text.normalize('NFKC')) : chineseNumber(text));
