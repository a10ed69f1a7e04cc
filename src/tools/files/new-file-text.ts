import { type Json, isRecord } from '../../values/json.ts';
import { isMarkedInteger, writeExact } from '../../values/exact-json.ts';

/**
 * Returns the text of a new file. Text stays unchanged; a value becomes CSV, TSV or JSON Lines if the name ends so,
 * else JSON.
 */
export function newFileText(name: string, content: Json): string {
  if (typeof content === 'string') return content;
  const [, ending] = /\.(csv|tsv|tab)$/i.exec(name) ?? [];
  if (ending !== undefined) {
    const columns = columnsOf(content);
    const rows = [...(columns.length > 0 ? [columns] : []), ...rowsOf(content, columns)];
    return csvText(rows, ending.toLowerCase() === 'csv' ? ',' : '\t');
  }
  if (/\.(jsonl|ndjson)$/i.test(name)) {
    const items = Array.isArray(content) ? content : [content];
    return items.map((item) => `${writeExact(item)}\n`).join('');
  }
  return `${writeExact(content, 2)}\n`;
}

/** Rows as CSV (RFC 4180), each on its own line; values other than text are written as JSON, null as an empty cell. */
export function csvText(rows: readonly (readonly Json[])[], separator = ','): string {
  return rows.map((row) => `${row.map((cell) => field(cell, separator)).join(separator)}\n`).join('');
}

function field(cell: Json, separator: string): string {
  const text =
    cell === null ? '' : isMarkedInteger(cell) ? cell.slice(0, -1) : typeof cell === 'string' ? cell : writeExact(cell);
  return text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the columns of rows given as objects, in the order of their first use; none for lists of cells. */
export function columnsOf(rows: Json): string[] {
  const items = Array.isArray(rows) ? rows : [rows];
  const keys = items.flatMap((item) => (isRecord(item) ? Object.keys(item) : []));
  return [...new Set(keys)];
}

/** A value as rows of cells: lists unchanged, objects ordered by `columns`, anything else as a row of one cell. */
export function rowsOf(value: Json, columns: readonly string[]): Json[][] {
  return (Array.isArray(value) ? value : [value]).map((item) => {
    if (Array.isArray(item)) return item;
    return typeof item === 'object' && item !== null ? columns.map((column) => item[column] ?? null) : [item];
  });
}
