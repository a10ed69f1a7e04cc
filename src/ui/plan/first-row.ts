/**
 * The first of the rows `from` to before `to` that passes, or `to`. The test must hold for every row after one that
 * passes: only about log2 of the rows are measured, wherever they lie.
 */
export function firstRow(
  list: HTMLElement,
  passes: (row: HTMLElement) => boolean,
  from = 0,
  to = list.children.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = list.children[middle];
    if (row instanceof HTMLElement && !passes(row)) low = middle + 1;
    else high = middle;
  }
  return low;
}
