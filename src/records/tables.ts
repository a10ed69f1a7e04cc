/** The rows of a CSV text that are not blank. */
export function csvRows(text: string): string[][] {
  return allCsvRows(text).filter(isFilled);
}

/** All rows of a CSV text (RFC 4180), as a spreadsheet numbers them. */
export function allCsvRows(text: string): string[][] {
  return rowsIn(text.replace(separatorLine, ''), csvSeparator(text)).rows;
}

/**
 * The rows of a CSV text that are not blank, and the line of its first quote that is not closed where its cell ends;
 * null if there is none.
 */
export function csvWithOpenQuote(text: string): { rows: string[][]; openQuoteLine: number | null } {
  const rest = text.replace(separatorLine, '');
  const { rows, openQuote } = rowsIn(rest, csvSeparator(text));
  const at = openQuote === null ? null : openQuote + text.length - rest.length;
  return { rows: rows.filter(isFilled), openQuoteLine: at === null ? null : text.slice(0, at).split('\n').length };
}

const isFilled = (row: readonly string[]) => row.some((cell) => cell.trim() !== '');

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

/**
 * The separator of a CSV text: named by a first line `sep=;`, as Excel writes it; otherwise the one of those in its
 * header by which most rows have as many cells as the header, and of these the one with the most; a comma if the header
 * has none.
 */
export function csvSeparator(text: string): string {
  const named = separatorLine.exec(text)?.[1];
  if (named !== undefined) return named;
  const sample = text.slice(0, sampleLength);
  const judged = separators.map((separator) => {
    const all = rowsIn(sample, separator, text.length > sampleLength).rows.filter(isFilled);
    const [head = [], ...rows] = text.length > sampleLength && all.length > 2 ? all.slice(0, -1) : all;
    const fitting = rows.filter((row) => row.length === head.length).length;
    return { separator, width: head.length, share: rows.length === 0 ? 1 : fitting / rows.length };
  });
  const [best] = judged
    .filter(({ width }) => width > 1)
    .toSorted((one, other) => other.share - one.share || other.width - one.width);
  return best?.separator ?? ',';
}

/**
 * The rows below the header as objects with the column names as keys; repeated names are numbered. A missing cell
 * becomes an empty string, except in a large table most of whose cells are missing: there an object has only the
 * columns for which its row has cells. Cells without a column are dropped.
 */
export function tableRows([head = [], ...body]: readonly (readonly string[])[]): Record<string, string>[] {
  const columns = ownNames(head);
  const ragged = isTooRagged(body, columns.length);
  return body.map((row) => {
    const own = ragged ? columns.slice(0, row.length) : columns;
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
