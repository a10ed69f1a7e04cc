/** What a number in a cell stands for, by the format in which Excel shows it. */
export type NumberFormatKind = 'number' | 'date' | 'time' | 'moment' | 'duration';

/** The numbers of Excel's own formats for dates and times, those of its East Asian editions included. */
const own = new Map<number, NumberFormatKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'time'] as const),
  [22, 'moment'],
  [46, 'duration'],
]);

/** Returns what a format means, by its number and, if it is not one of Excel's own, its code, such as `yyyy-mm-dd`. */
export function numberFormatKind(id: number, code: string | undefined): NumberFormatKind {
  if (code === undefined) return own.get(id) ?? 'number';
  const [positive = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./gs, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';', 1);
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'duration';
  const plain = positive.replace(/general|standard|am\/pm|a\/p|上午\/下午/gi, '');
  if (/[0#?]/.test(plain.replace(/s[.,]0+/gi, 's'))) return 'number';
  const hasDate = /[yd]|^e+|[^0#?]e/i.test(plain) || (/m/i.test(plain) && !/[hs]/i.test(plain));
  const hasTime = /[hs]/i.test(plain);
  if (hasDate) return hasTime ? 'moment' : 'date';
  return hasTime ? 'time' : 'number';
}

/** Names of currencies that stand in quotation marks in formats, beside the signs. */
const currencyName = /^(?:[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|лв\.?|元)$/;

/**
 * Returns what is counted by the numbers that a format shows: `%`, or the sign or name of a currency; null if it does
 * not tell, as the formats for the currency of whoever opens the workbook.
 */
export function numberFormatUnit(id: number, code: string | undefined): string | null {
  if (code === undefined) return id === 9 || id === 10 ? '%' : null;
  const [positive = ''] = code.split(';', 1);
  if (positive.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gs, '').includes('%')) return '%';
  const [, named] = /\[\$([^\]-]+)[^\]]*\]/.exec(positive) ?? [];
  if (named !== undefined) return named.trim() || null;
  const literals = [...positive.matchAll(/"([^"]*)"|\\(.)/gs)].map(([, quoted, sign]) => (quoted ?? sign ?? '').trim());
  const bare = /\p{Sc}/u.exec(positive.replace(/"[^"]*"|\[[^\]]*\]/g, ''))?.[0];
  return bare ?? literals.find((text) => currencyName.test(text) || /^\p{Sc}$/u.test(text)) ?? null;
}

const dayMs = 86_400_000;

/** Returns a number of days as Excel counts them as the text of what it means: dates and times as ISO 8601 has them. */
export function formatExcelSerialDate(value: number, meaning: NumberFormatKind, isFrom1904: boolean): string {
  if (meaning === 'duration' && value < 0 && value > -2_958_466)
    return `-${formatExcelSerialDate(-value, meaning, isFrom1904)}`;
  if (meaning === 'number' || value < 0 || value >= 2_958_466) return formatNumberWithoutExponent(value);
  const ms = Math.round(value * dayMs);
  const [days, rest] = [Math.floor(ms / dayMs), ms % dayMs];
  if (meaning === 'duration') return clock(ms);
  if (meaning === 'time' && days === 0) return clock(rest);
  const date = isoDate(days, isFrom1904);
  return meaning === 'date' && rest === 0 ? date : `${date}T${clock(rest)}`;
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns the date of a day; Excel takes 1900 for a leap year, as Lotus did. */
function isoDate(days: number, isFrom1904: boolean): string {
  if (!isFrom1904 && days === 60) return '1900-02-29';
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(first + days * dayMs).toISOString().slice(0, 10);
}

/** Returns a number without grouping or exponent, with the 15 digits that Excel counts with and shows. */
function formatNumberWithoutExponent(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes('e')) return text;
  const [, sign = '', whole = '', part = '', exponent = '0'] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  const decimalExponent = Number(exponent);
  const digits = whole + part;
  return decimalExponent < 0
    ? `${sign}0.${'0'.repeat(-decimalExponent - 1)}${digits}`
    : `${sign}${digits}${'0'.repeat(decimalExponent - part.length)}`;
}
