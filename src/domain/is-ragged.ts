const everyday = 100_000;

/** Whether rows would be filled up, to a width of as many cells, with far more cells than they have. */
export function isRagged(rows: readonly (readonly string[])[], width: number): boolean {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return width * rows.length > 2 * cells + everyday;
}
