import { firstRow } from './first-row.ts';

/** The part of a row's top that a pointer must pass before the row makes way. */
const threshold = 12;

/** Where the row at `from` would land when the pointer that carries it is at `y` in the list. */
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
