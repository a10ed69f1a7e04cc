import { isRagged } from './is-ragged.ts';

/**
 * The rows under a head as objects by column; cells that are missing are empty, or missing still where they would be by far
 * the most; what has no column is left out.
 */
export function tableRows([head = [], ...body]: readonly (readonly string[])[]): Record<string, string>[] {
  const columns = head.map((name) => name.trim());
  const ragged = isRagged(body, columns.length);
  return body.map((row) => {
    const own = ragged ? columns.slice(0, row.length) : columns;
    return Object.fromEntries(own.map((name, at) => [name, row[at]?.trim() ?? '']));
  });
}
