/**
 * The distance, in pixels, that a pointer must move into a row below before that row makes way. For a row above, the
 * distance is four times as long. In both cases it is at most half of the row's height.
 */
const threshold = 12;

/** Returns the index at which the row at `from` would land if the pointer were at `y` in the list. */
export function dropIndexAt(list: HTMLElement, from: number, y: number): number {
  const above = firstIndexPassing(
    list,
    ({ offsetTop: top, offsetHeight: height }) => y < top + Math.max(height / 2, height - 4 * threshold),
    0,
    from,
  );
  const below = firstIndexPassing(
    list,
    ({ offsetTop: top, offsetHeight: height }) => y <= top + Math.min(threshold, height / 2),
    from + 1,
  );
  return above + below - from - 1;
}

/**
 * Returns the first index from `from` to before `to` that passes the test, or `to` (a binary search). Every row after
 * one that passes must pass, too; about log2 of the rows are measured.
 */
export function firstIndexPassing(
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
