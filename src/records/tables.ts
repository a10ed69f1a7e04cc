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
  const openQuoteIndex = openQuote === null ? null : openQuote + text.length - rest.length;
  const filledRows = rows.filter(isFilled);
  const table = filledRows.slice(start);
  const isOneColumn = table[0]?.length === 1 && table.some((row) => filledWidth(row) > 1);
  return {
    separator,
    above: filledRows.slice(0, start).map((row) => row.map((cell) => cell.trim()).filter((cell) => cell !== '')),
    rows: isOneColumn ? table.map((row) => [row.slice(0, filledWidth(row)).join(separator)]) : table,
    isOneColumn,
    openQuoteLine: openQuoteIndex === null ? null : text.slice(0, openQuoteIndex).split('\n').length,
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
  const quotedLines = above.slice(0, mostQuoted).map((cells) => `“${cells.join(' ').slice(0, 80)}”`);
  const lines = above.length === 1 ? '1 line' : `${above.length} lines`;
  const extra = body.filter((row) => filledWidth(row) > head.length).length;
  const widest = body.reduce((most, row) => (row.length > most ? Math.max(most, filledWidth(row)) : most), head.length);
  const notes = head.length > 2 ? body.slice(body.findLastIndex((row) => row.length > 1) + 1) : [];
  return [
    ...(above.length > 0
      ? [
          `${lines} above the table ${above.length === 1 ? 'is' : 'are'} not among the rows: ${quotedLines.join(', ')}${above.length > mostQuoted ? ' …' : ''}.`,
        ]
      : []),
    ...(extra > 0
      ? [
          `${extra === 1 ? '1 row has' : `${extra} rows have`} more cells than the header: ${extraColumn(head.length)}${widest > head.length + 1 ? ` to ${extraColumn(widest - 1)} hold` : ' holds'} what stands in no column.`,
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
 * cell. A quote that is never closed is read as a sign of its cell, unless the text is `isCut`, the beginning of
 * another.
 */
function rowsIn(text: string, separator: string, isCut = false): { rows: string[][]; openQuote: number | null } {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  let openQuote: number | null = null;
  /** The last quote that opened a cell, and what had been read before it. */
  let lastQuote = { at: 0, field: '' };
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length || (isQuoted && !isCut); at += 1) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (at >= text.length) {
        openQuote ??= lastQuote.at;
        at = lastQuote.at;
        field = `${lastQuote.field}"`;
        isQuoted = false;
      } else if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else {
        isQuoted = false;
        if (field.includes('\n') && !endsCell(text, at + 1, separator)) openQuote ??= lastQuote.at;
      }
    } else if (sign === '"' && field.trim() === '') {
      lastQuote = { at, field };
      isQuoted = true;
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

interface SampleRow {
  cells: readonly string[];
  /** How many cells it has without the empty ones at its end. */
  width: number;
  /** True if a blank line is above it. */
  isSetOff: boolean;
}

/**
 * Returns the separator of a CSV text, and how many of its rows that are not blank stand above the header. A first line
 * `sep=;`, as Excel writes it, names the separator; otherwise it is the one of those in the first row by which most
 * rows have as many cells as it, and of these the one with the most; a comma if the first row has none. Only if the
 * first row is plainly no header is one looked for below it.
 */
function layoutOf(text: string): { separator: string; start: number } {
  const declaredSeparator = separatorLine.exec(text)?.[1];
  const sample = text.replace(separatorLine, '').slice(0, sampleLength);
  const isCut = text.length > sampleLength;
  const layoutCandidates = (declaredSeparator === undefined ? separators : [declaredSeparator]).map((separator) => {
    const all = rowsIn(sample, separator, isCut).rows;
    const whole = isCut && all.filter(isFilled).length > 2 ? all.slice(0, -1) : all;
    const rows = whole.flatMap((cells, at): SampleRow[] =>
      isFilled(cells) ? [{ cells, width: filledWidth(cells), isSetOff: at > 0 && !isFilled(whole[at - 1] ?? []) }] : [],
    );
    const [head, ...body] = rows;
    const width = head?.cells.length ?? 0;
    const fitting = body.filter(({ cells }) => cells.length === width).length;
    return { separator, rows, width, share: body.length === 0 ? 1 : fitting / body.length };
  });
  const [best] = layoutCandidates
    .filter(({ width }) => width > 1)
    .toSorted((one, other) => other.share - one.share || other.width - one.width);
  if (best && !isDoubtful(best.rows)) return { separator: best.separator, start: 0 };
  const [headerLayout] = layoutCandidates
    .map((one) => ({ ...one, isBest: one === best, ...headerBelow(one.rows, best !== undefined && one !== best) }))
    .filter(({ start }) => start > 0)
    .toSorted(
      (one, other) => Number(other.isBest) - Number(one.isBest) || other.fits - one.fits || other.columns - one.columns,
    );
  return headerLayout ?? { separator: best?.separator ?? declaredSeparator ?? ',', start: 0 };
}

/**
 * True if the first row is plainly no header: it has one cell, or cells that are no names, or names groups of columns,
 * or is narrower than most rows, fewer than a quarter of which have its width.
 */
function isDoubtful([head, ...body]: readonly SampleRow[]): boolean {
  if (!head || head.width <= 1 || groupNames(head) > 0) return true;
  const wider = body.filter(({ width }) => width > head.width).length;
  if (wider === 0 && body.every(({ cells }) => cells.length === head.cells.length)) return false;
  if (!areNames(head)) return true;
  const same = body.filter(({ width }) => width === head.width).length;
  return wider * 2 > body.length && same * 4 < body.length;
}

/**
 * Returns how many cells of a row name groups of columns below them, as `,,Plan,,,Actual,` does: it begins with an
 * empty cell, the others are names, and at least half of its four cells or more are empty. Zero if it is no such row.
 */
function groupNames({ cells }: SampleRow): number {
  const names = cells.filter((cell) => cell.trim() !== '');
  const isGroup = cells.length > 3 && cells[0]?.trim() === '' && names.length * 2 <= cells.length;
  return isGroup && names.every((name) => !isNumberOrDate(name) || isYear(name)) ? names.length : 0;
}

/** True if each cell of a row may be the name of a column, unlike a date, the number of an account or `Account:`. */
const areNames = ({ cells, width }: SampleRow) =>
  isHeader(cells.slice(0, width)) && cells.every((cell) => !/:\s*$/.test(cell) && (cell.match(/\d/g)?.length ?? 0) < 6);

/** The most rows above a header, and the most of them with several cells unless the table is longer. */
const [mostAbove, mostDividedAbove] = [60, 10];

/**
 * Returns how many rows that are not blank stand above a header, zero if none is below others; the share of its rows
 * that have its width, and its columns. It is wider than each row above, and these are no table. It has names alone, of
 * which none is a cell of its column, and a column of numbers or dates is below one of them; or else all above are
 * lines of one cell, a blank line is between, and all below have its width. A line with a space after each separator is
 * prose.
 */
function headerBelow(
  rows: readonly SampleRow[],
  mustBeSetOff: boolean,
): { start: number; fits: number; columns: number } {
  let bestHeader = { start: 0, fits: 0, columns: 0 };
  let [widest, divided] = [0, 0];
  for (const [at, row] of rows.slice(0, mostAbove + 1).entries()) {
    const { cells, width, isSetOff } = row;
    const names = cells.slice(0, width);
    const isProse = names.slice(1).every((name) => name.startsWith(' '));
    if (at > 0 && width > Math.max(widest, 1) && isHeader(names) && !isProse && (isSetOff || !mustBeSetOff)) {
      const fits = (one: SampleRow) => one.cells.length === cells.length || one.width === width;
      const all = rows.slice(at + 1);
      const below = all.slice(0, all.findLastIndex(fits) + 1);
      const body = below.filter(fits);
      const isDistinct = names.some((name, column) => isOfNumbers(body, column, name));
      const isTitled = widest === 1 && width > 2 && isSetOff && body.length === all.length;
      const isFewer = divided <= Math.max(mostDividedAbove, all.length);
      const isOwn = names.every((name, column) => name === '' || body.every((one) => one.cells[column] !== name));
      if (
        all.slice(0, 2).some(fits) &&
        body.length * 2 > below.length &&
        isFewer &&
        isOwn &&
        (isDistinct || isTitled) &&
        !isTable(rows.slice(0, at), isSetOff)
      )
        bestHeader = { start: at, fits: body.length / below.length, columns: width };
    }
    /* A line padded with empty cells is as narrow as its text; the names of a header may end early. */
    widest = Math.max(widest, groupNames(row) || (width * 2 <= cells.length ? width : cells.length));
    if (width > 1) divided += 1;
  }
  return bestHeader;
}

/**
 * True if lines above a header are a table themselves: names with numbers or dates below one of them, a row that begins
 * with a number or date, or names right above the header.
 */
function isTable(above: readonly SampleRow[], isSetOff: boolean): boolean {
  const last = above.at(-1);
  if (!isSetOff && last && last.width > 1 && areNames(last)) return true;
  return above.some((row, at) => {
    if (row.width < 2) return false;
    if (isNumberOrDate(row.cells[0] ?? '')) return true;
    const before = above[at - 1];
    if ((before?.width === row.width && !row.isSetOff) || !areNames(row)) return false;
    const rest = above.slice(at + 1);
    const end = rest.findIndex(({ width, isSetOff: isNext }) => width !== row.width || isNext);
    const block = end < 0 ? rest : rest.slice(0, end);
    return row.cells.some((_, column) => isOfNumbers(block, column));
  });
}

const isYear = (cell: string) => /^\s*(19|20)\d\d\s*$/.test(cell);

const isHeader = (names: readonly string[]) =>
  names.some((name) => name.trim() !== '' && !isNumberOrDate(name)) &&
  names.every((name, at) => (name.trim() === '' ? at === 0 : !isNumberOrDate(name) || isYear(name)));

/** True if a column has numbers or dates alone; below a year as its `name`, numbers that are not all years. */
function isOfNumbers(rows: readonly SampleRow[], column: number, name = ''): boolean {
  const filledCells = rows.flatMap(({ cells }) => cells[column]?.trim() || []);
  return filledCells.length > 0 && filledCells.every(isNumberOrDate) && !(isYear(name) && filledCells.every(isYear));
}

const isNumberOrDate = (cell: string) =>
  /^(?=.*\d)[\p{Sc}\d\s.,:/'’()+−–%TZ年月日元-]+(?:EUR|USD|GBP|CHF|CNY)?\s*$/u.test(cell);

/** The name of the column that holds the cells at this place, below no name of the header. */
const extraColumn = (columnIndex: number) => `column ${columnIndex + 1}`;

/**
 * The rows below the header as objects with the column names as keys; repeated names are numbered, and cells without a
 * column are in `column 4` and so on of their row alone. A missing cell becomes an empty string, except in a large
 * table most of whose cells are missing: there an object has only the columns for which its row has cells.
 */
export function tableRows([head = [], ...body]: readonly (readonly string[])[]): Record<string, string>[] {
  const width = body.reduce((most, row) => (row.length > most ? Math.max(most, filledWidth(row)) : most), head.length);
  const more = Array.from({ length: width - head.length }, (_, at) => extraColumn(head.length + at));
  const columns = ownNames([...head, ...more]);
  const least = areRowLengthsTooUneven(body, head.length) ? 0 : head.length;
  return body.map((row) => {
    const own = columns.slice(0, Math.max(least, row.length > head.length ? filledWidth(row) : row.length));
    return Object.fromEntries(own.map((name, at) => [name, row[at]?.trim() ?? '']));
  });
}

/** The names of columns; a repeated name gets a number, such as `Labels 2`. */
function ownNames(head: readonly string[]): string[] {
  const columnNames = new Set(head.map((name) => name.trim()));
  const counts = new Map<string, number>();
  return head.map((cell) => {
    const name = cell.trim();
    const before = counts.get(name) ?? 0;
    let nth = before + 1;
    if (before > 0) while (columnNames.has(`${name} ${nth}`.trim())) nth += 1;
    counts.set(name, nth);
    const own = before === 0 ? name : `${name} ${nth}`.trim();
    columnNames.add(own);
    return own;
  });
}

const everyday = 100_000;

/** True if padding rows to `width` cells would add far more cells than they have. */
export function areRowLengthsTooUneven(rows: readonly (readonly string[])[], width: number): boolean {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return width * rows.length > 2 * cells + everyday;
}

/** The tables of a Markdown text, each as rows of cells with the header first. */
export function tablesFromMarkdown(text: string): string[][][] {
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
