import { isRecord, type Json } from '../domain/json.ts';

/** The columns that rows given as objects name, in the order of their first use; none for lists of cells. */
export function columnsOf(rows: Json): string[] {
  const items = Array.isArray(rows) ? rows : [rows];
  const keys = items.flatMap((item) => (isRecord(item) ? Object.keys(item) : []));
  return [...new Set(keys)];
}
