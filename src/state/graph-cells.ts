import type { StepLink } from '../domain/step-links.ts';
import type { GraphCell } from './graph-cell.ts';

export interface GraphCells {
  /** From top to bottom; the cells of a row in no order as yet. */
  rows: GraphCell[][];
  /** The cells that each link passes, both ends included. */
  ways: Map<StepLink, GraphCell[]>;
}

/** A link that passes more rows than this is drawn straight: lanes for all of those would fill the graph. */
const longest = 30;

/**
 * Steps in their rows, and the lanes that links need to pass the rows between. Links that come from one step, or lead to
 * one, share a lane in each row, so that a fan takes up no more room than a single link.
 */
export function graphCells(
  rowOf: ReadonlyMap<string, number>,
  links: readonly StepLink[],
  { step, lane }: { step: number; lane: number },
): GraphCells {
  const rows: GraphCell[][] = [];
  const added = (row: number, id: string | null, width: number): GraphCell => {
    const cell: GraphCell = { id, width, x: 0, above: [], below: [] };
    (rows[row] ??= []).push(cell);
    return cell;
  };
  const cells = new Map([...rowOf].map(([id, row]) => [id, added(row, id, step)]));
  const fans = new Map<string, number>();
  const more = (key: string) => fans.set(key, (fans.get(key) ?? 0) + 1);
  for (const { from, to } of links) {
    more(`from ${from}`);
    more(`to ${to}`);
  }
  const lanes = new Map<string, GraphCell>();
  const ways = new Map<StepLink, GraphCell[]>();
  for (const link of links) {
    const start = cells.get(link.from);
    const end = cells.get(link.to);
    if (!start || !end) continue;
    const first = (rowOf.get(link.from) ?? 0) + 1;
    const last = (rowOf.get(link.to) ?? 0) - 1;
    const out = `from ${link.from}`;
    const into = `to ${link.to}`;
    const shared = (fans.get(out) ?? 0) >= (fans.get(into) ?? 0) ? out : into;
    const way = [start];
    for (let row = first; row <= last && last - first < longest; row += 1) {
      const key = `${row} ${shared}`;
      const cell = lanes.get(key) ?? added(row, null, lane);
      lanes.set(key, cell);
      way.push(cell);
    }
    way.push(end);
    ways.set(link, way);
    way.forEach((cell, at) => {
      const next = way[at + 1];
      if (!next || cell.below.includes(next)) return;
      cell.below.push(next);
      next.above.push(cell);
    });
  }
  return { rows, ways };
}
