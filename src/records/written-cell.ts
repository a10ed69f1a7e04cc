import { csvTable, tablesFromMarkdown } from './tables.ts';
import { columnReaders, decimalMark, isAmbiguousNumber, parseWrittenNumber } from './written-numbers.ts';

/** A cell as a workbook stores it: a number with the format that shows it as it was written, or a text. */
export type WrittenCell = { value: string; format: string } | null;

/** A column of a sheet that is to be written. */
export interface WrittenColumn {
  /** Returns a cell's number or date, if it is plainly one; null for a text. */
  cellOf: (text: string) => WrittenCell;
  /**
   * A cell such as `1.200` that could be one of two numbers, so that all numbers of the column stay text; null if none.
   */
  open: string | null;
}

const amount =
  /^([-−]?)(\p{Sc}[ \u00a0]?)?((?:[1-9]|0(?![\d]))[\d.,\u00a0\u202f]*(?<=\d))([ \u00a0\u202f]?(?:\p{Sc}|%|元))?$/u;
/** Amounts whose commas are those of thousands wherever such a sign is used. */
const thousands = /^[-−]?(?:[$¥￥][ \u00a0]?[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:,\d{3})+[ \u00a0]?元)$/;
/** An id: it begins with a zero, or has more digits than Excel keeps. */
const id = /^(?:0\d|\d{16})/;
/** The most digits that Excel keeps, and the most that it shows of a number without a format. */
const [mostDigits, mostShown] = [15, 11];

/**
 * Returns how the cells of each column are stored. The numbers of a column are such only if all of them are plainly
 * numbers: with an id among them, or one that could be either of two, all are texts, so that no sum leaves some out.
 * `separator` is what stands between the cells: a comma there is no decimal mark.
 */
export function writtenColumns(columns: readonly (readonly string[])[], separator: string): WrittenColumn[] {
  const readers = columnReaders(columns, { semicolons: separator === ';' });
  const shownMark = decimalMark(columns, { commas: separator !== ';' });
  return columns.map((cells, at) => {
    const reader = readers[at];
    const hasThousands = cells.some((cell) => thousands.test(cell.trim()));
    const mark = hasThousands ? (shownMark === ',' ? null : '.') : shownMark;
    const valueIn = (text: string): number | 'open' | null => {
      if (!/[\p{Nd}千万亿萬億]/u.test(text)) return null;
      if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
      if (!isAmbiguousNumber(text)) return reader?.numberIn(text) ?? null;
      if (reader?.open === null) return reader.numberIn(text) ?? 'open';
      const isPlain = separator === ',' && /^[-−]?\d+\.\d+$/.test(text);
      const own = isPlain ? (mark === ',' ? null : '.') : mark;
      return own === null ? 'open' : (parseWrittenNumber(text, own) ?? 'open');
    };
    let open: string | null = null;
    let isText = false;
    for (const cell of cells) {
      const text = cell.trim();
      const value = valueIn(text);
      if (value === 'open') open ??= text;
      else isText ||= id.test(text) || (value !== null && value !== 0 && numberCell(text, value) === null);
    }
    isText ||= open !== null;
    const numberOf = (text: string) => {
      const value = valueIn(text);
      return value === null || value === 'open' ? null : numberCell(text, value);
    };
    return { cellOf: (text) => dateCell(text) ?? (isText ? null : numberOf(text)), open };
  });
}

/**
 * Returns the columns of a workbook's text whose numbers stay text since one could be either of two, by their names,
 * each with such a cell; judged by the beginning of the text.
 */
export function openColumns(text: string): { name: string; cell: string }[] {
  const sample = text.slice(0, 100_000);
  const tables = tablesFromMarkdown(sample);
  const { separator, rows, isOneColumn } = csvTable(sample);
  return (tables.length > 0 ? tables : [rows]).flatMap(([head = [], ...body]) => {
    const columns = head.map((_, at) => body.map((row) => row[at] ?? ''));
    const divider = columns.length < 2 || isOneColumn ? '' : tables.length > 0 ? '|' : separator;
    return writtenColumns(columns, divider).flatMap(({ open }, at) =>
      open === null ? [] : [{ name: head[at]?.trim() ?? '', cell: open }],
    );
  });
}

function numberCell(text: string, value: number): WrittenCell {
  if (text.length > 40) return null;
  const [, sign = '', before = '', digits, after = ''] = amount.exec(text) ?? [];
  if (digits === undefined || (before !== '' && after !== '')) return null;
  if (sign !== '' && value === 0) return null;
  const significant = digits.replace(/\D/g, '').replace(/^0+/, '').length;
  for (const [mark, other] of ['.,', ',.']) {
    if (mark === undefined || other === undefined) continue;
    const plain = digits
      .replace(/[\u00a0\u202f]/g, '')
      .replaceAll(other, '')
      .replace(mark, '.');
    if (Number(plain) !== Math.abs(value)) continue;
    const decimals = plain.split('.')[1] ?? '';
    if (significant > mostDigits && decimals === '') return null;
    const isGrouped = digits.replace(mark, '').search(/\D/) >= 0;
    const shown = `${isGrouped ? '#,##0' : '0'}${decimals === '' ? '' : `.${'0'.repeat(decimals.length)}`}`;
    const number = `${sign === '' ? '' : '-'}${plain}`;
    if (after.endsWith('%')) return { value: String(Number(`${number}e-2`)), format: `${shown}%` };
    if (before + after !== '') return { value: number, format: `${quoted(before)}${shown}${quoted(after)}` };
    const isGeneral = !isGrouped && !decimals.endsWith('0') && (significant <= mostShown || significant > mostDigits);
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
