import type { StepLink } from '../domain/step-links.ts';

/**
 * The row of each step in a graph from top to bottom: below all that it waits for, as high as there is room in rows of
 * `across` steps, and no higher than it takes to stand above the first that waits for it.
 */
export function graphRows(ids: readonly string[], links: readonly StepLink[], across: number): Map<string, number> {
  const below = new Map(ids.map((id) => [id, [] as string[]]));
  const waits = new Map(ids.map((id) => [id, 0]));
  for (const { from, to } of links) {
    below.get(from)?.push(to);
    waits.set(to, (waits.get(to) ?? 0) + 1);
  }
  const earliest = new Map<string, number>();
  const order = ids.filter((id) => waits.get(id) === 0);
  for (const id of order)
    for (const to of below.get(id) ?? []) {
      earliest.set(to, Math.max(earliest.get(to) ?? 0, (earliest.get(id) ?? 0) + 1));
      const left = (waits.get(to) ?? 1) - 1;
      waits.set(to, left);
      if (left === 0) order.push(to);
    }
  const begins = (id: string) => {
    const row = earliest.get(id) ?? 0;
    const next = (below.get(id) ?? []).map((to) => earliest.get(to) ?? 0);
    return row === 0 && next.length > 0 ? Math.min(...next) - 1 : row;
  };
  return filled(order, below, new Map(order.map((id) => [id, begins(id)])), across);
}

/** `order` has each step behind those that it waits for. */
function filled(
  order: readonly string[],
  below: ReadonlyMap<string, readonly string[]>,
  earliest: Map<string, number>,
  across: number,
): Map<string, number> {
  const taken: number[] = [];
  const rows = new Map<string, number>();
  const inTurn = [...order].sort((a, b) => (earliest.get(a) ?? 0) - (earliest.get(b) ?? 0));
  for (const id of inTurn) {
    let row = earliest.get(id) ?? 0;
    while ((taken[row] ?? 0) >= across) row += 1;
    taken[row] = (taken[row] ?? 0) + 1;
    rows.set(id, row);
    for (const to of below.get(id) ?? []) earliest.set(to, Math.max(earliest.get(to) ?? 0, row + 1));
  }
  return rows;
}
