import type { Json } from '../domain/json.ts';

/** Rows as CSV (RFC 4180), each on a line of its own; what is no text stands as JSON, null as nothing. */
export function csvText(rows: readonly (readonly Json[])[], separator = ','): string {
  return rows.map((row) => `${row.map((cell) => field(cell, separator)).join(separator)}\n`).join('');
}

function field(cell: Json, separator: string): string {
  const text = cell === null ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell);
  return text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
