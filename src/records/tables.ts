/** A table in a CSV text, and what else the text holds. */
export interface CsvTable {
  separator: string;
  /** The lines above the header, such as the number of an account; of each, the cells that are not empty. */
  above: string[][];
  /** The rows that are not blank, the header first. */
  rows: string[][];
  /** True if lines that the separator divides are whole cells, since the header has one column. */
  isOneColumn: boolean;
  /** The line of the first quote that is not closed where its cell ends; null if there is none. */
  openQuoteLine: number | null;
}

/** The table in a CSV text: its header may stand below other lines, which are set aside. */
export function csvTable(text: string): CsvTable {
  const { separator, start } = layoutOf(text);
  const rest = text.replace(separatorLine, '');
  const { rows, openQuote } = rowsIn(rest, separator);
  const at = openQuote === null ? null : openQuote + text.length - rest.length;
  const filled = rows.filter(isFilled);
  const table = filled.slice(start);
  const isOneColumn = table[0]?.length === 1 && table.some((row) => filledWidth(row) > 1);
  return {
    separator,
    above: filled.slice(0, start).map((row) => row.map((cell) => cell.trim()).filter((cell) => cell !== '')),
    rows: isOneColumn ? table.map((row) => [row.slice(0, filledWidth(row)).join(separator)]) : table,
    isOneColumn,
    openQuoteLine: at === null ? null : text.slice(0, at).split('\n').length,
  };
}

/** The rows of the table in a CSV text, the header first. */
export const csvRows = (text: string): string[][] => csvTable(text).rows;

/** All rows of a CSV text (RFC 4180), as a spreadsheet numbers them. */
export function allCsvRows(text: string): string[][] {
  return rowsIn(text.replace(separatorLine, ''), csvSeparator(text)).rows;
}

/** The rows of a CSV text as objects, with remarks for a model on what of the text is not plainly a row. */
export function readCsv(text: string): { rows: Record<string, string>[]; remarks: string[] } {
  const table = csvTable(text);
  return { rows: tableRows(table.rows), remarks: csvRemarks(table) };
}

const mostQuoted = 5;

function csvRemarks({ above, rows: [head = [], ...body], isOneColumn, openQuoteLine }: CsvTable): string[] {
  const quoted = above.slice(0, mostQuoted).map((cells) => `“${cells.join(' ').slice(0, 80)}”`);
  const lines = above.length === 1 ? '1 line' : `${above.length} lines`;
  const extra = body.filter((row) => filledWidth(row) > head.length).length;
  const widest = body.reduce((most, row) => (row.length > most ? Math.max(most, filledWidth(row)) : most), head.length);
  const notes = head.length > 2 ? body.slice(body.findLastIndex((row) => row.length > 1) + 1) : [];
  return [
    ...(above.length > 0
      ? [
          `${lines} above the table ${above.length === 1 ? 'is' : 'are'} not among the rows: ${quoted.join(', ')}${above.length > mostQuoted ? ' …' : ''}.`,
        ]
      : []),
    ...(extra > 0
      ? [
          `${extra === 1 ? '1 row has' : `${extra} rows have`} more cells than the header: ${extraColumn(head.length)}${widest > head.length + 1 ? ` to ${extraColumn(widest - 1)}` : ''} hold what stands in no column.`,
        ]
      : []),
    ...(notes.length > 0
      ? [
          `The last ${notes.length === 1 ? 'row has' : `${notes.length} rows have`} one cell each, such as “${notes[0]?.[0]?.trim().slice(0, 80) ?? ''}”: lines below the table, perhaps.`,
        ]
      : []),
    ...(isOneColumn
      ? [`It was read as one column, since its first line has one cell: “${head[0]?.trim() ?? ''}”.`]
      : []),
    ...(openQuoteLine === null
      ? []
      : [
          `A quote in line ${openQuoteLine} of the CSV is not closed where its cell ends: check how that line was read.`,
        ]),
  ];
}

const isFilled = (row: readonly string[]) => row.some((cell) => cell.trim() !== '');

/** How many cells a row has without the empty ones at its end. */
function filledWidth(row: readonly string[]): number {
  let width = row.length;
  while (width > 0 && row[width - 1]?.trim() === '') width -= 1;
  return width;
}

/**
 * Returns the rows, and where the first quote is that is never closed, or is closed lines later and not at the end of a
 * cell. A quote that is never closed is read as a sign of its cell, unless the text is `cut`, the beginning of another.
 */
function rowsIn(text: string, separator: string, cut = false): { rows: string[][]; openQuote: number | null } {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  let openQuote: number | null = null;
  /** The last quote that opened a cell, and what had been read before it. */
  let opened = { at: 0, field: '' };
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length || (quoted && !cut); at += 1) {
    const sign = text.charAt(at);
    if (quoted) {
      if (at >= text.length) {
        openQuote ??= opened.at;
        at = opened.at;
        field = `${opened.field}"`;
        quoted = false;
      } else if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else {
        quoted = false;
        if (field.includes('\n') && !endsCell(text, at + 1, separator)) openQuote ??= opened.at;
      }
    } else if (sign === '"' && field.trim() === '') {
      opened = { at, field };
      quoted = true;
      field = '';
    } else if (sign === separator) endField();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') field += sign;
  }
  endRow();
  return { rows, openQuote };
}

/** True if nothing but spaces stands between this place and the end of its cell. */
function endsCell(text: string, from: number, separator: string): boolean {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r';
}

const separators = [',', ';', '\t', '|'];

const separatorLine = /^\ufeff?[ \t]*"?sep=([^\r\n"])"?[ \t]*(?:\r\n|\n|\r|$)/i;

/** How much of a text the choice of its separator looks at, in characters. */
const sampleLength = 10_000;

/** The separator of a CSV text. */
export const csvSeparator = (text: string): string => layoutOf(text).separator;

/**
 * Returns the separator of a CSV text, and how many of its rows that are not blank stand above the header. A first line
 * `sep=;`, as Excel writes it, names the separator; otherwise it is the one by which most rows have as many cells as the
 * header, and of these the one with the most; a comma if no header has two.
 */
function layoutOf(text: string): { separator: string; start: number } {
  const named = separatorLine.exec(text)?.[1];
  const sample = text.replace(separatorLine, '').slice(0, sampleLength);
  const isCut = text.length > sampleLength;
  const judged = (named === undefined ? separators : [named]).map((separator) => {
    const all = rowsIn(sample, separator, isCut).rows;
    const whole = isCut && all.filter(isFilled).length > 2 ? all.slice(0, -1) : all;
    const start = tableStart(whole, separator);
    const [head = [], ...rows] = whole.filter(isFilled).slice(start);
    const fitting = rows.filter((row) => row.length === head.length).length;
    return { separator, start, width: head.length, share: rows.length === 0 ? 1 : fitting / rows.length };
  });
  const [best] = judged
    .filter(({ width }) => width > 1)
    .toSorted(
      (one, other) =>
        other.share - one.share || Number(one.start > 0) - Number(other.start > 0) || other.width - one.width,
    );
  return best ?? { separator: named ?? ',', start: 0 };
}

/** The most rows above a header, and the most of them with several cells unless the table is longer. */
const [mostAbove, mostDividedAbove] = [60, 10];

/**
 * Returns how many rows that are not blank stand above the header. A header is below others only if it is wider than
 * each of them, is followed by a row of its width, and has names alone, a column of numbers or dates being below one of
 * them; or else if all above are lines of one cell, and all below have its width.
 */
function tableStart(all: readonly (readonly string[])[], separator: string): number {
  const rows = all.flatMap((cells, at) =>
    isFilled(cells) ? [{ cells, width: filledWidth(cells), isSetOff: at > 0 && !isFilled(all[at - 1] ?? []) }] : [],
  );
  let start = 0;
  let [widest, divided] = [0, 0];
  for (const [at, { cells, width, isSetOff }] of rows.slice(0, mostAbove + 1).entries()) {
    const names = cells.slice(0, width);
    if (at > 0 && width > Math.max(widest, 1) && isHeader(names)) {
      const below = rows.slice(at + 1);
      const fits = (row: (typeof rows)[number]) => row.cells.length === cells.length || row.width === width;
      const body = below.filter(fits);
      const isDistinct = names.some((name, column) => !isNumberOrDate(name) && isOfNumbers(body, column));
      const isTitled = widest === 1 && width > 2 && (separator !== ',' || isSetOff) && body.length === below.length;
      const isFewer = divided <= Math.max(mostDividedAbove, below.length);
      if (below.slice(0, 2).some(fits) && isFewer && (isDistinct || isTitled)) start = at;
    }
    /* A line padded with empty cells is as narrow as its text; the names of a header may end early. */
    widest = Math.max(widest, width * 2 <= cells.length ? width : cells.length);
    if (width > 1) divided += 1;
  }
  return start;
}

const isHeader = (names: readonly string[]) =>
  names.every((name, at) =>
    name.trim() === '' ? at === 0 : !isNumberOrDate(name) || /^\s*(19|20)\d\d\s*$/.test(name),
  );

function isOfNumbers(rows: readonly { cells: readonly string[] }[], column: number): boolean {
  const filled = rows.flatMap(({ cells }) => cells[column]?.trim() || []);
  return filled.length > 0 && filled.every(isNumberOrDate);
}

const isNumberOrDate = (cell: string) =>
  /^(?=.*\d)[\p{Sc}\d\s.,:/'’()+−–%TZ年月日元-]+(?:EUR|USD|GBP|CHF|CNY)?\s*$/u.test(cell);

/** The name of the column that holds the cells at this place, below no name of the header. */
const extraColumn = (at: number) => `column ${at + 1}`;

/**
 * The rows below the header as objects with the column names as keys; repeated names are numbered, and cells without a
 * column are in `column 4` and so on. A missing cell becomes an empty string, except in a large table most of whose
 * cells are missing: there an object has only the columns for which its row has cells.
 */
export function tableRows([head = [], ...body]: readonly (readonly string[])[]): Record<string, string>[] {
  const width = body.reduce((most, row) => (row.length > most ? Math.max(most, filledWidth(row)) : most), head.length);
  const more = Array.from({ length: width - head.length }, (_, at) => extraColumn(head.length + at));
  const columns = ownNames([...head, ...more]);
  const least = isTooRagged(body, head.length) ? 0 : isTooRagged(body, width) ? head.length : width;
  return body.map((row) => {
    const own = row.length < width ? columns.slice(0, Math.max(least, row.length)) : columns;
    return Object.fromEntries(own.map((name, at) => [name, row[at]?.trim() ?? '']));
  });
}

/** The names of columns; a repeated name gets a number, such as `Labels 2`. */
function ownNames(head: readonly string[]): string[] {
  const taken = new Set(head.map((name) => name.trim()));
  const counts = new Map<string, number>();
  return head.map((cell) => {
    const name = cell.trim();
    const before = counts.get(name) ?? 0;
    let nth = before + 1;
    if (before > 0) while (taken.has(`${name} ${nth}`.trim())) nth += 1;
    counts.set(name, nth);
    const own = before === 0 ? name : `${name} ${nth}`.trim();
    taken.add(own);
    return own;
  });
}

const everyday = 100_000;

/** True if padding rows to `width` cells would add far more cells than they have. */
export function isTooRagged(rows: readonly (readonly string[])[], width: number): boolean {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return width * rows.length > 2 * cells + everyday;
}

/** The tables of a Markdown text, each as rows of cells with the header first. */
export function markdownTables(text: string): string[][][] {
  const lines = text.split('\n');
  const tables: string[][][] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const head = lines[at - 1] ?? '';
    if (!head.includes('|') || !(lines[at] ?? '').includes('-') || !isRule(lines[at] ?? '')) continue;
    const table = [cells(head)];
    for (at += 1; at < lines.length && (lines[at] ?? '').includes('|'); at += 1) table.push(cells(lines[at] ?? ''));
    tables.push(table);
  }
  return tables;
}

/** True if a line is a table's delimiter row, such as `| --- | :-: |`. */
function isRule(line: string): boolean {
  const parts = line.trim().split('|');
  const from = parts.length > 1 && parts[0] === '' ? 1 : 0;
  const until = parts.length - from > 1 && parts.at(-1) === '' ? -1 : undefined;
  return parts.slice(from, until).every((part) => /^:?-+:?$/.test(part.trim()));
}

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
