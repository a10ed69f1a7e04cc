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
  /** What a number counts, such as `%` or `€`, by the style of its cell. */
  units: readonly (string | null)[];
  isFrom1904: boolean;
}

interface Cell {
  text: string;
  /** True for what is counted or added up: a number or a duration. */
  isAmount: boolean;
  /** What a number counts; null if its format does not tell, absent if the cell holds no number. */
  unit?: string | null;
}

/** The cells of a row that are not empty, by column from 0. */
type Row = Map<number, Cell>;

/** How many rows are read between two signs of life. */
const aliveEvery = 500;
const mostColumns = 16_384;
const mostFaults = 50;

/** Returns the cells of a sheet as CSV of at most about `most` characters, without what is empty at its edges. */
export function readSheetAsCsv(
  parts: ZipParts,
  name: string,
  workbook: WorkbookParts,
  most: number,
  alive: () => void,
): Omit<WorkbookSheet, 'name' | 'isHidden' | 'notes'> {
  const rows = new Map<number, Row>();
  const merges: Merge[] = [];
  let length = 0;
  let uncomputed = 0;
  const faults: string[] = [];
  const hiddenRows = new Set<number>();
  const hiddenColumns: [first: number, last: number][] = [];
  let cellPlace = { row: -1, column: -1 };
  let rowCount = 0;
  let cell = { reference: '', type: '', style: 0, value: '', formula: '', part: '', script: '' };
  let into: 'value' | 'formula' | 'part' | null = null;
  let isReading = false;

  const endCell = () => {
    const sheetCell = cellOf(cell, workbook);
    if (cell.formula !== '' && cell.value === '' && cell.type !== 'str') uncomputed += 1;
    if (cell.type === 'e' && cell.formula.length > 1 && faults.length < mostFaults)
      faults.push(`${cell.reference} is ${cell.value}, by the formula ${cell.formula}`);
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
          if (isOn(attribute('hidden'))) hiddenRows.add(cellPlace.row);
          rowCount += 1;
          if (rowCount % aliveEvery === 0) alive();
          return;
        }
        case 'col':
          if (isOn(attribute('hidden')))
            hiddenColumns.push([Number(attribute('min')) - 1, Number(attribute('max')) - 1]);
          return;
        case 'c': {
          const reference = attribute('r');
          cellPlace = placeOf(reference) ?? { row: cellPlace.row, column: cellPlace.column + 1 };
          const content = { value: '', formula: '', part: '', script: '' };
          cell = { reference, type: attribute('t'), style: Number(attribute('s')), ...content };
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
          if (from && to) merges.push({ ...from, last: to.row, lastColumn: to.column });
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
  const hiddenRowCount = sortedRows.filter(([row]) => hiddenRows.has(row)).length;
  foldGroups(sortedRows, merges);
  return { ...csvOf(sortedRows, most, hiddenColumns), uncomputed, faults, hiddenRows: hiddenRowCount };
}

const isOn = (value: string) => /^(?:1|true)$/i.test(value);

interface Merge {
  row: number;
  column: number;
  last: number;
  lastColumn: number;
}

/**
 * Repeats the text of cells that are merged with those below in each row that has other cells, so that each row is
 * whole by itself. A number or a duration is not repeated, since it would be counted several times.
 */
function fillDown(rows: readonly (readonly [number, Row])[], merges: readonly Merge[]): void {
  const byNumber = new Map(rows);
  for (const { row, column, last } of merges) {
    const cell = byNumber.get(row)?.get(column);
    if (!cell || cell.isAmount || last === row) continue;
    if (last - row > rows.length)
      rows.forEach(([rowIndex, cells]) => rowIndex > row && rowIndex <= last && cells.set(column, cell));
    else for (let at = row + 1; at <= last; at += 1) byNumber.get(at)?.set(column, cell);
  }
}

/** The most rows above the names of columns, and the most below them that are looked at. */
const [mostAbove, mostBelow] = [20, 10];

/**
 * Puts the names of groups of columns, of which one at least is merged over its columns, before the names of these, so
 * that `Plan` over `Jan` and `Feb` becomes `Plan Jan` and `Plan Feb`, and takes their row away. Only at the head of a
 * sheet, below lines of one or two cells, where no column is without a name and the first is in no group; and only if
 * most columns of groups hold numbers or dates below and none its name again, since the names are a row of data else.
 */
function foldGroups(rows: [number, Row][], merges: readonly Merge[]): void {
  for (let at = 0; at < mostAbove; at += 1) {
    const [number = 0, groups = new Map<number, Cell>()] = rows[at] ?? [];
    const names = rows[at + 1]?.[1] ?? new Map<number, Cell>();
    const spans = new Map(
      merges
        .filter(({ row, last }) => row === number && last === row)
        .map(({ column, lastColumn }) => [column, lastColumn]),
    );
    const own = [...groups].filter(([column, cell]) => names.get(column) !== cell);
    const members = own.map(([column, group]) => {
      const last = spans.get(column) ?? column;
      return { group, columns: [...names.keys()].filter((each) => each >= column && each <= last), last, column };
    });
    const first = Math.min(...groups.keys(), ...names.keys());
    const grouped = members.flatMap(({ columns }) => (columns.length > 1 ? columns : []));
    const below = rows.slice(at + 2, at + 2 + mostBelow);
    const cellsBelow = (column: number) => below.flatMap(([, row]) => row.get(column) ?? []);
    if (
      own.length > 1 &&
      grouped.length > 0 &&
      names.has(first) &&
      own.every(([column, cell]) => column !== first && isName(cell)) &&
      [...names.values()].every(isName) &&
      members.every(({ columns, column, last }) => columns.length === last - column + 1) &&
      2 * grouped.filter((column) => isOfValues(cellsBelow(column))).length > grouped.length &&
      !grouped.some((column) => cellsBelow(column).some(({ text }) => text === names.get(column)?.text))
    ) {
      for (const { group, columns } of members)
        for (const column of columns)
          names.set(column, { text: `${group.text} ${names.get(column)?.text ?? ''}`, isAmount: false });
      rows.splice(at, 1);
      foldGroups(rows, merges);
      return;
    }
    if (groups.size > 2) return;
  }
}

/** True if most cells of a column are numbers, dates or times. */
const isOfValues = (cells: readonly Cell[]) =>
  2 * cells.filter(({ text, isAmount }) => isAmount || /^(?:\d{4}-\d\d-\d\d|\d\d?:\d\d)/.test(text)).length >
  cells.length;

const isName = ({ text, isAmount }: Cell) => !isAmount || /^(?:19|20)\d\d$/.test(text);

function cellOf(
  { type, style, value, formula }: { type: string; style: number; value: string; formula: string },
  { strings, meanings, units, isFrom1904 }: WorkbookParts,
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
      if (meaning === 'number') return { text, isAmount: true, unit: units[style] ?? null };
      return { text, isAmount: meaning === 'duration' };
    }
  }
}

/**
 * True if a number is to stay as it is stored: a whole one, or one with more digits than Excel writes. Of 17 digits the
 * last two are noise: Excel stores 1.1 as 1.1000000000000001, and a sum as 478047.80000000005.
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
 * Returns rows as CSV of at most about `most` characters, each as wide as the widest; several empty rows or columns in
 * a row become one.
 */
function csvOf(
  rows: readonly (readonly [number, Row])[],
  most: number,
  hidden: readonly (readonly [first: number, last: number])[],
): Pick<WorkbookSheet, 'csv' | 'rows' | 'columns' | 'cutAfter' | 'units' | 'hiddenColumns'> {
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
    hiddenColumns: columns.filter(
      (column) => column !== null && hidden.some(([first, last]) => column >= first && column <= last),
    ).length,
    units: columns.map((column) => (column === null ? null : unitOf(rows.map(([, row]) => row.get(column)?.unit)))),
    cutAfter: writtenRows < rows.length ? (writtenRows === 0 ? 0 : before + 1) : null,
  };
}

/**
 * Returns what nearly all numbers of a column count, and no other number counts something else; null if it is not told.
 */
function unitOf(units: readonly (string | null | undefined)[]): string | null {
  const [unit, another] = new Set(units.filter((each) => typeof each === 'string'));
  if (unit === undefined || another !== undefined) return null;
  const unitCount = units.filter((each) => each === unit).length;
  const others = units.filter((each) => each === null).length;
  return others < unitCount && others <= 2 + unitCount / 10 ? unit : null;
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
