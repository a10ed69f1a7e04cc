import { safeFileName, unusedFileName } from './file-name.ts';
import { csvTable } from './tables.ts';

/** A sheet of a workbook. */
export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  /** Its cells as CSV: what the workbook stores, dates as ISO 8601; empty if the sheet is. */
  csv: string;
  rows: number;
  columns: number;
  /** The number of the last row that was read, if a limit was reached. */
  cutAfter: number | null;
  /** The number of formulas whose results the workbook does not hold; they are in the CSV in place of these. */
  uncomputed: number;
  /** What the numbers of each column of the CSV count, such as `%` or `€`; null if their formats do not tell. */
  units: readonly (string | null)[];
  /** How many of its rows and columns people do not see. */
  hiddenRows: number;
  hiddenColumns: number;
  /** The cells whose formulas give an error, with these. */
  faults: readonly string[];
  /** The notes and comments on its cells. */
  notes: readonly string[];
}

export interface Workbook {
  sheets: readonly WorkbookSheet[];
  /** The number of further sheets, if a limit was reached. */
  unread: number;
}

/**
 * Returns the only sheet with cells, if its CSV says all that there is to say of the workbook, but for the units of its
 * numbers; otherwise null.
 */
export function onlySheet({ sheets, unread }: Workbook): WorkbookSheet | null {
  const [sheet, ...others] = sheets.filter(({ csv, cutAfter }) => csv !== '' || cutAfter !== null);
  const isPlain = others.length === 0 && unread === 0;
  const isBare = (one: WorkbookSheet) => one.cutAfter === null && one.uncomputed === 0 && one.notes.length === 0;
  return sheet && isPlain && !sheet.isHidden && isBare(sheet) ? sheet : null;
}

/** Returns the names of the files of a workbook's sheets with cells, by sheet, as other programs name them. */
export function sheetFileNames(workbook: string, { sheets }: Workbook): Map<WorkbookSheet, string> {
  const names = new Map<WorkbookSheet, string>();
  for (const sheet of sheets)
    if (sheet.csv !== '')
      names.set(sheet, unusedFileName(`${workbook} - ${safeFileName(sheet.name)}.csv`, [...names.values()]));
  return names;
}

const mostColumns = 30;

/** The text of a workbook for a model: its sheets, and the files that hold their cells. */
export function workbookOverview({ sheets, unread }: Workbook, files: ReadonlyMap<WorkbookSheet, string>): string {
  const count = sheets.length === 1 ? '1 sheet' : `${sheets.length} sheets`;
  const lines = sheets.map(
    (sheet) => `- ${sheetTitle(sheet)}: ${[...sheetFacts(sheet, files.get(sheet)), ...sheetNotes(sheet)].join(' ')}`,
  );
  const rest = unread === 0 ? [] : [`\n[${unread} more sheets were not read.]`];
  return `${[`A workbook with ${count}. The cells of each are in a file of their own:\n`, ...lines, ...rest].join('\n')}\n`;
}

/** Returns a sheet's name, with a note if people do not see it. */
export const sheetTitle = ({ name, isHidden }: WorkbookSheet): string => (isHidden ? `${name} (hidden)` : name);

/** True if the text of a workbook says that people do not see the sheet with this file. */
export const isHiddenIn = (overview: string, file: string): boolean => overview.includes(` (hidden): “${file}”`);

function sheetFacts({ csv, rows, columns }: WorkbookSheet, file: string | undefined): string[] {
  if (file === undefined) return ['no cells.'];
  const names = listed(headOf(csv).filter((cell) => cell !== ''));
  const size = `${rows === 1 ? '1 row' : `${rows} rows`} and ${columns === 1 ? '1 column' : `${columns} columns`}`;
  return [`“${file}”, ${size}, with the header ${names}.`];
}

const headOf = (csv: string) => csvTable(csv).rows[0]?.map((cell) => cell.trim()) ?? [];

const listed = (items: readonly string[], most = mostColumns, separator = ', ') =>
  [...items.slice(0, most), ...(items.length > most ? ['…'] : [])].join(separator);

const mostQuoted = 20;

/** Returns what a reader of a sheet's cells must know of them. */
export function sheetNotes(sheet: WorkbookSheet): string[] {
  const { cutAfter, uncomputed, hiddenRows, hiddenColumns, faults, notes } = sheet;
  const hidden = [
    ...(hiddenRows === 0 ? [] : [hiddenRows === 1 ? '1 row' : `${hiddenRows} rows`]),
    ...(hiddenColumns === 0 ? [] : [hiddenColumns === 1 ? '1 column' : `${hiddenColumns} columns`]),
  ].join(' and ');
  const isOne = hiddenRows + hiddenColumns === 1;
  return [
    ...unitNotes(sheet),
    ...(hidden === '' ? [] : [`${hidden} of it ${isOne ? 'is' : 'are'} hidden in the workbook.`]),
    ...(cutAfter === null
      ? []
      : [
          cutAfter === 0
            ? 'It was not read, since the workbook is too long.'
            : `The rows after row ${cutAfter} were not read.`,
        ]),
    ...(uncomputed === 0
      ? []
      : [
          `${uncomputed === 1 ? '1 formula has' : `${uncomputed} formulas have`} no stored result, and ${uncomputed === 1 ? 'stands' : 'stand'} in the cells as written.`,
        ]),
    ...(faults.length === 0 ? [] : [`Errors: ${listed(faults, mostQuoted, '; ')}.`]),
    ...(notes.length === 0 ? [] : [`Notes on its cells: ${listed(notes, mostQuoted, '; ')}.`]),
  ];
}

/** Returns which columns of a sheet are in percent or in a currency, though their cells are bare numbers. */
function unitNotes({ csv, units }: WorkbookSheet): string[] {
  const head = headOf(csv);
  return [...new Set(units)].flatMap((unit) => {
    if (unit === null) return [];
    const names = units.flatMap((each, at) => (each === unit ? [head[at] || `column ${at + 1}`] : []));
    return [`${unit === '%' ? 'In percent, so that 0.06 is 6 %' : `In ${unit}`}: ${listed(names)}.`];
  });
}
