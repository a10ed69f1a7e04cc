import type { WorkbookSheet } from '../../records/workbook.ts';
import { csvCell } from '../../values/csv-cell.ts';
import { type NumberFormatKind, formatExcelSerialDate } from './number-format.ts';
import { formatSubOrSuperscript } from './sub-or-superscript.ts';
import { readXml, type XmlHandlers } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** What the sheets of a workbook refer to by number. */
export interface WorkbookParts {
  strings: readonly string[];
  /** What a number means, by the style of its cell. */
  meanings: readonly NumberFormatKind[];
  isFrom1904: boolean;
}

interface Cell {
  text: string;
  /** True for what is counted or added up: a number or a duration. */
  isAmount: boolean;
}

/** The cells of a row that are not empty, by column from 0. */
type Row = Map<number, Cell>;

/** How many rows are read between two signs of life. */
const aliveEvery = 500;
const mostColumns = 16_384;

/** Returns the cells of a sheet as CSV of at most about `most` characters, without what is empty at its edges. */
export function readSheetAsCsv(
  parts: ZipParts,
  name: string,
  workbook: WorkbookParts,
  most: number,
  alive: () => void,
): Omit<WorkbookSheet, 'name' | 'isHidden'> {
  const rows = new Map<number, Row>();
  const merges: Merge[] = [];
  let length = 0;
  let uncomputed = 0;
  let cellPlace = { row: -1, column: -1 };
  let rowCount = 0;
  let cell = { type: '', style: 0, value: '', formula: '', part: '', script: '' };
  let into: 'value' | 'formula' | 'part' | null = null;
  let isReading = false;

  const endCell = () => {
    const sheetCell = cellOf(cell, workbook);
    if (cell.formula !== '' && cell.value === '' && cell.type !== 'str') uncomputed += 1;
    if (sheetCell.text === '' || cellPlace.column >= mostColumns) return;
    const row = rows.get(cellPlace.row) ?? new Map<number, Cell>();
    row.set(cellPlace.column, sheetCell);
    rows.set(cellPlace.row, row);
    length += sheetCell.text.length + 1;
  };

  const handlers: XmlHandlers = {
    open: (element, attribute) => {
      switch (element) {
        case 'row': {
          const rowNumber = Number(attribute('r'));
          cellPlace = { row: rowNumber > 0 ? rowNumber - 1 : cellPlace.row + 1, column: -1 };
          rowCount += 1;
          if (rowCount % aliveEvery === 0) alive();
          return;
        }
        case 'c': {
          const cellReference = placeOf(attribute('r'));
          cellPlace = cellReference ?? { row: cellPlace.row, column: cellPlace.column + 1 };
          cell = { type: attribute('t'), style: Number(attribute('s')), value: '', formula: '', part: '', script: '' };
          return;
        }
        case 'v':
          into = 'value';
          return;
        case 't':
          if (!isReading) into = 'part';
          return;
        case 'r':
          cell.script = '';
          return;
        case 'vertAlign':
          cell.script = attribute('val');
          return;
        case 'rPh':
          isReading = true;
          return;
        case 'f':
          into = 'formula';
          cell.formula = '=';
          return;
        case 'mergeCell': {
          const [from, to] = attribute('ref').split(':').map(placeOf);
          if (from && to && to.row > from.row) merges.push({ ...from, last: to.row });
          return;
        }
      }
    },
    text: (more) => {
      if (into !== null) cell[into] += more;
    },
    close: (element) => {
      if (element === 'v' || element === 't' || element === 'f') into = null;
      if (element === 't') {
        cell.value += formatSubOrSuperscript(cell.part, cell.script);
        cell.part = '';
      }
      if (element === 'rPh') isReading = false;
      else if (element === 'c') endCell();
    },
  };
  readXml(parts.text(name), handlers, () => length > most);
  const sortedRows = [...rows].sort(([one], [other]) => one - other);
  fillDown(sortedRows, merges);
  return { ...csvOf(sortedRows, most), uncomputed };
}

interface Merge {
  row: number;
  column: number;
  last: number;
}

/**
 * Repeats the text of cells that are merged with those below in each row that has other cells, so that each row is whole
 * by itself. A number or a duration is not repeated, since it would be counted several times.
 */
function fillDown(rows: readonly (readonly [number, Row])[], merges: readonly Merge[]): void {
  const byNumber = new Map(rows);
  for (const { row, column, last } of merges) {
    const cell = byNumber.get(row)?.get(column);
    if (!cell || cell.isAmount) continue;
    if (last - row > rows.length)
      rows.forEach(([rowIndex, cells]) => rowIndex > row && rowIndex <= last && cells.set(column, cell));
    else for (let at = row + 1; at <= last; at += 1) byNumber.get(at)?.set(column, cell);
  }
}

function cellOf(
  { type, style, value, formula }: { type: string; style: number; value: string; formula: string },
  { strings, meanings, isFrom1904 }: WorkbookParts,
): Cell {
  if (type === 'str' || type === 'inlineStr') return { text: unescapeWorkbookText(value), isAmount: false };
  const cellValue = value.trim();
  if (cellValue === '') return { text: formula === '=' ? '' : formula, isAmount: false };
  switch (type) {
    case 's':
      return { text: strings[Number(cellValue)] ?? '', isAmount: false };
    case 'b':
      return { text: /^(?:1|true)$/i.test(cellValue) ? 'TRUE' : 'FALSE', isAmount: false };
    case 'e':
      return { text: value, isAmount: false };
    case 'd':
      return { text: value.replace(/T00:00:00(?:\.0+)?Z?$/, ''), isAmount: false };
    default: {
      const number = Number(cellValue);
      if (!Number.isFinite(number)) return { text: value, isAmount: false };
      const meaning = meanings[style] ?? 'number';
      const isExact = meaning === 'number' && hasOwnDigits(cellValue);
      const text = isExact ? cellValue : formatExcelSerialDate(number, meaning, isFrom1904);
      return { text, isAmount: meaning === 'number' || meaning === 'duration' };
    }
  }
}

/**
 * True if a number is to stay as it is stored: a whole one, or one with more digits than Excel writes. Of 17 digits the
 * last are noise: Excel stores 1.1 as 1.1000000000000001.
 */
const hasOwnDigits = (numberText: string) =>
  /^-?[1-9]\d*$/.test(numberText) ||
  (/^-?(?:0|[1-9]\d*)\.\d+$/.test(numberText) && numberText.replace(/^[-0.]+|\./g, '').length > 17);

/** Returns the row and the column of a cell such as `B3`, both counted from 0. */
function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) return null;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/**
 * Returns rows as CSV of at most about `most` characters, each as wide as the widest; several empty rows or columns in a
 * row become one.
 */
function csvOf(
  rows: readonly (readonly [number, Row])[],
  most: number,
): Pick<WorkbookSheet, 'csv' | 'rows' | 'columns' | 'cutAfter'> {
  const filledColumns = new Set<number>();
  for (const [, row] of rows) for (const column of row.keys()) filledColumns.add(column);
  const columns = withGaps([...filledColumns].sort((one, other) => one - other));
  let csv = '';
  let writtenRows = 0;
  let before = rows[0]?.[0] ?? 0;
  for (const [number, row] of rows) {
    const line = columns.map((column) => csvCell(column === null ? '' : (row.get(column)?.text ?? ''))).join(',');
    if (csv.length + line.length > most) break;
    csv += `${number > before + 1 ? '\n' : ''}${line}\n`;
    before = number;
    writtenRows += 1;
  }
  return {
    csv,
    rows: writtenRows,
    columns: columns.length,
    cutAfter: writtenRows < rows.length ? (writtenRows === 0 ? 0 : before + 1) : null,
  };
}

/** Returns the numbers in order, with a null where some are missing between two. */
function withGaps(numbers: readonly number[]): (number | null)[] {
  return numbers.flatMap((number, at) => (at > 0 && number > (numbers[at - 1] ?? 0) + 1 ? [null, number] : [number]));
}

/** Returns a text of a workbook, in which a sign that XML cannot hold stands as `_x000D_`, with these signs. */
export function unescapeWorkbookText(text: string): string {
  if (!text.includes('_x')) return text.replace(/\r\n?/g, '\n');
  return text
    .replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\r\n?/g, '\n');
}
