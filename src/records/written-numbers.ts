import type { Json } from '../values/json.ts';
import { csvTable } from './tables.ts';
import { simplified } from '../values/simplified-chinese.ts';

type Cells = readonly (Json | undefined)[];
export type DecimalMark = '.' | ',';

interface ColumnReader {
  /** Returns the number in a cell of the column, or null if it holds none or one that could be either of two. */
  numberIn: (cell: Json | undefined) => number | null;
  /** A cell such as `1,234` whose number the column itself leaves open; null if it has none. */
  open: string | null;
}

/**
 * Returns how to read the numbers of each column. The decimal mark is the one that a cell of the column can only be
 * read with, as `12,5` with a comma; else the one of the other columns; else a comma if semicolons separate the cells.
 */
export function columnReaders(columns: readonly Cells[], { semicolons }: { semicolons: boolean }): ColumnReader[] {
  const marks = columns.map(onlyMarks);
  const [common, another] = new Set(marks.flatMap((own) => [...own]));
  const usual = common !== undefined && another === undefined ? common : semicolons && !common ? ',' : '.';
  return columns.map((cells, at) => {
    const [mark, second] = marks[at] ?? [];
    const open = cells.find((cell): cell is string => typeof cell === 'string' && isAmbiguousNumber(cell)) ?? null;
    if (second !== undefined)
      return {
        numberIn: (cell) => (isAmbiguousNumber(cell) ? null : (withMark(cell, '.') ?? withMark(cell, ','))),
        open: null,
      };
    return { numberIn: (cell) => withMark(cell, mark ?? usual), open: mark === undefined ? open : null };
  });
}

/**
 * Returns the decimal mark that the decimal parts in a table's columns show, as in `12,5` or `1.234,50`; null if none
 * does, or if some have one and some the other. Where commas may be something else, a column tells one only if it is
 * written so twice and holds nothing else.
 */
export function decimalMark(columns: readonly Cells[], { commas }: { commas: boolean }): DecimalMark | null {
  const decimalMarks = columns.flatMap((cells) => {
    const marks = cells.flatMap((cell) => tellingMark(cell) ?? []);
    const isList = () =>
      marks.length < 2 || cells.some((cell) => cell !== undefined && cell !== '' && withMark(cell, ',') === null);
    return commas && marks.includes(',') && isList() ? marks.filter((mark) => mark === '.') : marks;
  });
  const [mark = null, another] = new Set(decimalMarks);
  return another === undefined ? mark : null;
}

/** Returns the only decimal mark with which a cell is a number, if a decimal part follows it. */
function tellingMark(cell: Json | undefined): DecimalMark | null {
  const mark = typeof cell === 'string' ? onlyMark(cell) : null;
  return mark !== null && typeof cell === 'string' && cell.split(mark).length === 2 ? mark : null;
}

/** How a CSV text is written: what separates its cells, and the decimal mark of its numbers. */
export interface CsvFormat {
  separator: string;
  mark: DecimalMark | null;
}

/** How much of a CSV text its form is read from, in characters. */
const formLength = 100_000;

/** Returns how a CSV text is written, judged by its beginning. */
export function csvFormatOfText(text: string): CsvFormat {
  const sample = text.slice(0, formLength);
  const { separator, rows } = csvTable(sample);
  const [head = [], ...body] = sample.length < text.length ? rows.slice(0, -1) : rows;
  const columns = head.map((_, at) => body.map((row) => row[at]));
  return { separator, mark: decimalMark(columns, { commas: separator === ',' }) };
}

const onlyMarks = (cells: Cells) => new Set(cells.flatMap((cell) => onlyMark(cell) ?? []));

/** Returns the number in a text; one that could be either of two is read with this mark. Null if it holds none. */
export function parseWrittenNumber(text: string, mark: DecimalMark): number | null {
  return withMark(text, mark) ?? withMark(text, mark === '.' ? ',' : '.');
}

/** Returns the only decimal mark with which a cell is a number; null if it is one with both, or with none. */
function onlyMark(cell: Json | undefined): DecimalMark | null {
  const [pointed, comma] = [withMark(cell, '.'), withMark(cell, ',')];
  if ((pointed === null) === (comma === null)) return null;
  return pointed === null ? ',' : '.';
}

/** True if a cell is one number with a decimal point and another with a decimal comma. */
export function isAmbiguousNumber(cell: Json | undefined): boolean {
  const [pointed, comma] = [withMark(cell, '.'), withMark(cell, ',')];
  return pointed !== null && comma !== null && pointed !== comma;
}

/** Units by the number of zeros that they add. */
const zeros: Readonly<Record<string, number>> = {
  千: 3,
  万: 4,
  十万: 5,
  百万: 6,
  千万: 7,
  亿: 8,
  万亿: 12,
  k: 3,
  thousand: 3,
  tsd: 3,
  M: 6,
  mn: 6,
  mio: 6,
  million: 6,
  bn: 9,
  mrd: 9,
  billion: 9,
};
const unitAtEnd =
  /(?<=\d)(?:([十百千]?万|万亿|千|亿)|([kK]|M|mn|[Tt]sd|[Mm]io|[Mm]rd|bn|thousand|million|billion)\.?)$/;

const currency =
  /(?:\b(?:NT|HK|US|AU?|CA?|SG?|NZ))?\p{Sc}|%|\b(?:USD|EUR|CNY|RMB|GBP|JPY|NTD|TWD|HKD)(?=\P{L}|$)|人民币|(?:新?台|港)币|[美欧日港]?[元圆]/gu;

/**
 * Returns the number in a cell with this decimal mark: with thousands separators, a currency or percent sign, a unit
 * such as 万 or bn, or in brackets if negative; null for anything else.
 */
function withMark(cell: Json | undefined, mark: DecimalMark): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== 'string' || !/[\p{N}一二三四五六七八九两兩]/u.test(cell)) return null;
  const text = cell.normalize('NFKC');
  const bare = (/[億萬兩圓幣臺歐]/.test(text) ? simplified(text) : text)
    .replace(currency, '')
    .replace(/(?<!\d)\s+|\s+(?!\d)|(?<=\d)[\s'’_](?=\d{3}(?!\d))/g, '');
  const negative = /^\(.*\)$/.test(bare) || /^[-−–]/.test(bare);
  const inner = bare.replace(/^\(|\)$/g, '').replace(/^[-−–+]/, '');
  const compound = compoundNumber(inner);
  if (compound !== null) return negative ? -compound : compound;
  const [suffix = '', chinese, other = ''] = unitAtEnd.exec(inner) ?? [];
  const exponent = zeros[chinese ?? (other === 'M' ? other : other.toLowerCase())] ?? 0;
  const numberText = inner.slice(0, inner.length - suffix.length);
  const digits = mark === '.' ? numberText : numberText.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  if (!/^(\d+|[1-9]\d{0,2}(,\d{3})+)?(\.\d+)?(e[-+]?\d+)?$/i.test(digits) || !/\d/.test(digits)) return null;
  const value = Number(`${digits.replaceAll(',', '')}${exponent === 0 ? '' : `e${exponent}`}`);
  return Number.isFinite(value) ? (negative ? -value : value) : null;
}

const figures = '一二三四五六七八九';
/** “3万8千”, “2万5” and “两千五”, whose last figure counts the next place. */
const compounds =
  /^(\d{1,4}|[一二两三四五六七八九])([千万亿])(?:([1-9一二三四五六七八九])(?:(?<=千.)百|(?<=万.)千)?)?$/;

/** Returns the number in a text with two Chinese units, or in Chinese figures; null for anything else. */
function compoundNumber(text: string): number | null {
  const [, count = '', unit = '', next] = compounds.exec(text) ?? [];
  if (unit === '' || (next === undefined && /\d/.test(count))) return null;
  const valueOf = (figure: string) =>
    /\d/.test(figure) ? Number(figure) : figures.indexOf(figure.replace('两', '二')) + 1;
  const place = 10 ** (zeros[unit] ?? 0);
  return valueOf(count) * place + (next === undefined ? 0 : (valueOf(next) * place) / 10);
}
