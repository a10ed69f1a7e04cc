/** The part of a row's height, from its top, that a pointer must pass before the row makes way. */
const threshold = 12;

/** The index at which the row at `from` would land with the pointer at `y` in the list. */
export function landingPlace(list: HTMLElement, from: number, y: number): number {
  const above = firstRow(
    list,
    ({ offsetTop: top, offsetHeight: height }) => y < top + Math.max(height / 2, height - 4 * threshold),
    0,
    from,
  );
  const below = firstRow(
    list,
    ({ offsetTop: top, offsetHeight: height }) => y <= top + Math.min(threshold, height / 2),
    from + 1,
  );
  return above + below - from - 1;
}

/**
 * The first index from `from` to before `to` that passes, or `to` (a binary search). The test must hold for every row
 * after one that passes; about log2 of the rows are measured.
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
