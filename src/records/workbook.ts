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
}

export interface Workbook {
  sheets: readonly WorkbookSheet[];
  /** The number of further sheets, if a limit was reached. */
  unread: number;
}

/** Returns the only sheet with cells, if its CSV says all that there is to say of the workbook; otherwise null. */
export function onlySheet({ sheets, unread }: Workbook): WorkbookSheet | null {
  const [sheet, ...others] = sheets.filter(({ csv, cutAfter }) => csv !== '' || cutAfter !== null);
  const isPlain = others.length === 0 && unread === 0;
  return sheet && isPlain && !sheet.isHidden && sheet.cutAfter === null && sheet.uncomputed === 0 ? sheet : null;
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

function sheetFacts({ csv, rows, columns }: WorkbookSheet, file: string | undefined): string[] {
  if (file === undefined) return ['no cells.'];
  const head =
    csvTable(csv)
      .rows[0]?.map((cell) => cell.trim())
      .filter((cell) => cell !== '') ?? [];
  const names = [...head.slice(0, mostColumns), ...(head.length > mostColumns ? ['…'] : [])].join(', ');
  const size = `${rows === 1 ? '1 row' : `${rows} rows`} and ${columns === 1 ? '1 column' : `${columns} columns`}`;
  return [`“${file}”, ${size}, with the header ${names}.`];
}

/** Returns what a reader of a sheet's cells must know of them. */
export function sheetNotes({ cutAfter, uncomputed }: WorkbookSheet): string[] {
  return [
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
  ];
}
