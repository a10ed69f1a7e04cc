import type { Json } from '../domain/json.ts';

/** A value as rows of cells: lists as they are, objects laid out under `columns`, anything else as a row of one cell. */
export function rowsOf(value: Json, columns: readonly string[]): Json[][] {
  return (Array.isArray(value) ? value : [value]).map((item) => {
    if (Array.isArray(item)) return item;
    return typeof item === 'object' && item !== null ? columns.map((column) => item[column] ?? null) : [item];
  });
}
