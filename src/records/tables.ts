/** The rows of a CSV text that are not blank. */
export function csvRows(text: string): string[][] {
  return allCsvRows(text).filter((row) => row.some((cell) => cell.trim() !== ''));
}

/** All rows of a CSV text (RFC 4180), as a spreadsheet numbers them. */
export function allCsvRows(text: string): string[][] {
  return rowsIn(text.replace(separatorLine, ''), csvSeparator(text));
}

function rowsIn(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && field.trim() === '') {
      quoted = true;
      field = '';
    } else if (sign === separator) endField();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') field += sign;
  }
  endRow();
  return rows;
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
    const all = rowsIn(sample, separator).filter((row) => row.some((cell) => cell.trim() !== ''));
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
