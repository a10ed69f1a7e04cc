const digits: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

/** Returns a number up to 99, given in Chinese numerals or in digits, half-width or full-width. */
export function parseChineseNumber(text: string): number {
  const plain = text.normalize('NFKC').replace('廿', '二十');
  if (/^\d+$/.test(plain)) return Number(plain);
  const ten = plain.indexOf('十');
  if (ten < 0) return Number(Array.from(plain, (digit) => digits[digit] ?? 0).join(''));
  const tens = ten === 0 ? 1 : (digits[plain.slice(0, ten)] ?? 0);
  return tens * 10 + (digits[plain.slice(ten + 1).replace('零', '')] ?? 0);
}
