import { type columnReaders, isAmbiguousNumber } from '../../records/written-numbers.ts';

/** A cell as a workbook stores it: a number with the format that shows it as it was written, or a text. */
export type WrittenCell = { value: string; format: string } | null;

/** How the numbers of a column are read. */
export type NumberColumn = ReturnType<typeof columnReaders>[number];

const amount =
  /^([-−]?)(\p{Sc}[ \u00a0]?)?((?:[1-9]|0(?![\d]))[\d.,\u00a0\u202f]*(?<=\d))([ \u00a0\u202f]?(?:\p{Sc}|%))?$/u;
/** The most digits that Excel keeps, and the most that it shows of a number without a format. */
const [mostDigits, mostShown] = [15, 11];

/**
 * Returns a cell's number or date, if it is plainly one; null for a text. A text are what begins with a zero, has more
 * than 15 digits, or could be one of two numbers, and all that only looks like a formula.
 */
export function writtenCell(text: string, column: NumberColumn | undefined, hasCommas: boolean): WrittenCell {
  return dateCell(text) ?? numberCell(text, column, hasCommas);
}

function numberCell(text: string, column: NumberColumn | undefined, hasCommas: boolean): WrittenCell {
  if (text.length > 40) return null;
  const [, sign = '', before = '', digits, after = ''] = amount.exec(text) ?? [];
  if (digits === undefined || (before !== '' && after !== '')) return null;
  const value = column?.numberIn(text) ?? null;
  if (value === null || (sign !== '' && value === 0)) return null;
  const significant = digits.replace(/\D/g, '').replace(/^0+/, '').length;
  if (significant > mostDigits) return null;
  const isPlain = hasCommas && /^\d+\.\d+$/.test(digits) && Number(digits) === Math.abs(value);
  if (isAmbiguousNumber(text) && column?.open !== null && !isPlain) return null;
  for (const [mark, other] of ['.,', ',.']) {
    if (mark === undefined || other === undefined) continue;
    const plain = digits
      .replace(/[\u00a0\u202f]/g, '')
      .replaceAll(other, '')
      .replace(mark, '.');
    if (Number(plain) !== Math.abs(value)) continue;
    const decimals = plain.split('.')[1] ?? '';
    const isGrouped = digits.replace(mark, '').search(/\D/) >= 0;
    const shown = `${isGrouped ? '#,##0' : '0'}${decimals === '' ? '' : `.${'0'.repeat(decimals.length)}`}`;
    const number = `${sign === '' ? '' : '-'}${plain}`;
    if (after.endsWith('%')) return { value: String(Number(`${number}e-2`)), format: `${shown}%` };
    if (before + after !== '') return { value: number, format: `${quoted(before)}${shown}${quoted(after)}` };
    const isGeneral = !isGrouped && !decimals.endsWith('0') && significant <= mostShown;
    return { value: number, format: isGeneral ? '' : shown };
  }
  return null;
}

const quoted = (text: string) => (text === '' ? '' : `"${text}"`);

const dayMs = 86_400_000;
/** Day 0 of Excel for all dates from March 1900 on. */
const dayZero = Date.UTC(1899, 11, 30);
const firstDay = 61;

function dateCell(text: string): WrittenCell {
  const [, date = '', hours, minutes = '', seconds] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(text) ?? [];
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (date === '' || Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return null;
  const days = (ms - dayZero) / dayMs;
  if (days < firstDay) return null;
  if (hours === undefined) return { value: String(days), format: 'yyyy-mm-dd' };
  const time = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) / 86_400;
  return { value: String(days + time), format: `yyyy-mm-dd hh:mm${seconds === undefined ? '' : ':ss'}` };
}
