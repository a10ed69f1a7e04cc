import type { MarkedToken, Token, Tokens } from 'marked';
import { allCsvRows, csvTable, tablesFromMarkdown } from '../../records/tables.ts';
import { type WrittenColumn, writtenColumns } from '../../records/written-cell.ts';
import { markdownTokens } from '../markdown-tokens.ts';
import { inlineText, plainTextFromMarkdown } from '../markdown-text.ts';

/** A row of a sheet that is to be written. */
export interface WrittenRow {
  cells: readonly string[];
  isHeader: boolean;
  /** Its columns; none in a row of text. */
  columns: readonly WrittenColumn[];
}

/** A sheet that is to be written. */
export interface WrittenSheet {
  name: string;
  rows: readonly WrittenRow[];
}

/**
 * Returns the sheets that a text stands for: one for each heading of a Markdown text with tables, otherwise one with
 * all rows of the CSV. `title` is the name of a sheet without heading.
 */
export function sheetsOfText(text: string, title: string): WrittenSheet[] {
  const tokens = tablesFromMarkdown(text).length > 0 ? markdownTokens(text, { longest: Infinity }) : null;
  return tokens?.some(({ type }) => type === 'table') ? markdownSheets(tokens, title) : [csvSheet(text, title)];
}

function csvSheet(text: string, name: string): WrittenSheet {
  const { separator, above, rows: table, isOneColumn } = csvTable(text);
  const rows = isOneColumn ? table : allCsvRows(text);
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop();
  const filledIndexes = rows.flatMap((row, at) => (row.some((cell) => cell.trim() !== '') ? [at] : []));
  const header = filledIndexes[isOneColumn ? 0 : above.length] ?? 0;
  const columns = columnsOf(rows.slice(header + 1), isOneColumn ? '' : separator);
  return {
    name,
    rows: rows.map((cells, at) => ({ cells, isHeader: at === header, columns: at < header ? [] : columns })),
  };
}

function markdownSheets(tokens: readonly MarkedToken[], title: string): WrittenSheet[] {
  const sheets: { name: string; rows: WrittenRow[] }[] = [];
  let sheet: { name: string; rows: WrittenRow[] } = { name: title, rows: [] };
  const add = (rows: readonly WrittenRow[]) => {
    if (rows.length === 0) return;
    if (sheet.rows.length === 0) sheets.push(sheet);
    else sheet.rows.push({ cells: [], isHeader: false, columns: [] });
    for (const row of rows) sheet.rows.push(row);
  };
  for (const token of tokens) {
    if (token.type === 'heading') sheet = { name: inlineText(token.tokens).trim() || title, rows: [] };
    else if (token.type === 'table') add(tableRows(token));
    else if (token.type !== 'hr') add(textRows(token));
  }
  return sheets;
}

function tableRows({ header, rows }: Tokens.Table): WrittenRow[] {
  const [head = [], ...body] = [header, ...rows].map((row) =>
    row.map(({ tokens }) => inlineText(tokens).replace(/<br *\/?>/gi, '\n')),
  );
  const columns = columnsOf(body, '|');
  return [head, ...body].map((cells, at) => ({ cells, isHeader: at === 0, columns }));
}

function textRows(token: Token): WrittenRow[] {
  const lines = plainTextFromMarkdown(token.raw).split('\n');
  return lines.flatMap((line) => (line.trim() === '' ? [] : [{ cells: [line], isHeader: false, columns: [] }]));
}

function columnsOf(rows: readonly (readonly string[])[], separator: string): readonly WrittenColumn[] {
  const columns: string[][] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      columns[at] ??= [];
      columns[at].push(cell);
    }
  return writtenColumns(columns, columns.length > 1 ? separator : '');
}
