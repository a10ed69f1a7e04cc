import { csvRows } from '../domain/csv-rows.ts';
import { isRecord, type Json, type JsonObject, parseJson } from '../domain/json.ts';
import { markdownTables } from '../domain/markdown-tables.ts';
import { tableRows } from '../domain/table-rows.ts';

export type ChartRow = Readonly<Record<string, Json>>;

/**
 * Rows by column from what a model or a file gives as data: a list of objects, lists of cells under a head, one list for
 * each column, values by name, or a table as text. Null where no rows can be seen in it.
 */
export function chartRows(data: Json): ChartRow[] | null {
  if (typeof data === 'string') return fromText(data);
  if (Array.isArray(data)) return fromList(data);
  if (typeof data !== 'object' || data === null) return null;
  const fields = Object.entries(data);
  const columns = fields.filter((field): field is [string, Json[]] => Array.isArray(field[1]));
  if (columns.length === 1 && columns[0] && typeof columns[0][1][0] === 'object') return fromList(columns[0][1]);
  if (columns.length === fields.length && fields.length > 0) {
    const longest = columns.reduce((most, [, cells]) => Math.max(most, cells.length), 0);
    return Array.from({ length: longest }, (_, at) =>
      Object.fromEntries(columns.map(([name, cells]) => [name, cells[at] ?? null])),
    );
  }
  return fields.every(([, value]) => typeof value === 'number')
    ? fields.map(([name, value]) => ({ name, value }))
    : null;
}

function fromList(list: Json[]): ChartRow[] | null {
  const [first] = list;
  if (list.every((row): row is JsonObject => isRecord(row))) return list;
  if (list.every((row) => Array.isArray(row)) && Array.isArray(first)) {
    const head = first.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)));
    return list
      .slice(1)
      .map((row) => Object.fromEntries(head.map((name, at) => [name, Array.isArray(row) ? (row[at] ?? null) : null])));
  }
  return list.every((value) => typeof value === 'number') ? list.map((value, at) => ({ name: at + 1, value })) : null;
}

function fromText(text: string): ChartRow[] | null {
  const value = parseJson(text);
  if (value !== undefined) return typeof value === 'string' ? null : chartRows(value);
  const [table] = markdownTables(text);
  const rows = tableRows(table ?? csvRows(text));
  return rows.length > 0 && Object.keys(rows[0] ?? {}).length > 1 ? rows : null;
}
