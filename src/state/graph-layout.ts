import type { StepLink } from '../domain/step-links.ts';
import type { GraphCell } from './graph-cell.ts';
import { graphCells } from './graph-cells.ts';
import { graphRows } from './graph-rows.ts';
import { spreadOut } from './spread-out.ts';

export interface Point {
  x: number;
  y: number;
}

export interface GraphLayout {
  /** The upper left corner of each step. */
  places: ReadonlyMap<string, Point>;
  /** The points that each link passes, from the lower edge of the one step to the upper edge of the other. */
  ways: ReadonlyMap<StepLink, readonly Point[]>;
  left: number;
  width: number;
  height: number;
}

/** The size of a step, the room beside and below it, and that of a lane. */
export const graphSize = { width: 184, height: 84, beside: 20, below: 46, lane: 14 } as const;

/** A long plan is not looked at whole, and its layout must not be felt. */
const sweepsFor = (steps: number) => (steps > 300 ? 4 : 12);

/**
 * Steps in rows from top to bottom, at most `across` in a row, links between them with few crossings and few bends. The
 * links form no cycle. A thousand steps take some hundredths of a second, where general layout libraries take seconds.
 */
export function graphLayout(ids: readonly string[], links: readonly StepLink[], across: number): GraphLayout {
  const { width, height, beside, below, lane } = graphSize;
  const { rows, ways } = graphCells(graphRows(ids, links, across), links, { step: width + beside, lane });
  for (const row of rows) place(row, (_, at) => at * (width + beside));
  for (let sweep = 0; sweep < sweepsFor(ids.length); sweep += 1) {
    const downwards = sweep % 2 === 0;
    for (const row of downwards ? rows : [...rows].reverse()) arrange(row, downwards ? 'above' : 'below');
  }
  for (const row of [...rows].reverse()) place(row, (cell) => middle(cell.below, cell.x));
  for (const row of rows) place(row, (cell) => middle(cell.above, cell.x));

  const cells = rows.flat();
  const left = cells.reduce((least, cell) => Math.min(least, cell.x - cell.width / 2), Infinity);
  const right = cells.reduce((most, cell) => Math.max(most, cell.x + cell.width / 2), -Infinity);
  const top = (row: number) => row * (height + below);
  const places = new Map<string, Point>();
  const tops = new Map<GraphCell, number>();
  rows.forEach((row, at) => {
    for (const cell of row) {
      tops.set(cell, top(at));
      if (cell.id !== null) places.set(cell.id, { x: Math.round(cell.x - width / 2), y: top(at) });
    }
  });
  const points = (way: readonly GraphCell[]) =>
    way.flatMap((cell, at) => {
      const x = Math.round(cell.x);
      const y = tops.get(cell) ?? 0;
      const passed = [
        { x, y },
        { x, y: y + height },
      ];
      return at === 0 ? passed.slice(1) : at === way.length - 1 ? passed.slice(0, 1) : passed;
    });
  return {
    places,
    ways: new Map([...ways].map(([link, way]) => [link, points(way)])),
    left: cells.length > 0 ? left : 0,
    width: cells.length > 0 ? right - left : 0,
    height: rows.length > 0 ? top(rows.length - 1) + height : 0,
  };
}

/** Puts the cells of a row in the order of their neighbours in the next one, each as near to its own as can be. */
function arrange(row: GraphCell[], side: 'above' | 'below'): void {
  const wished = new Map(row.map((cell) => [cell, middle(cell[side], cell.x)]));
  row.sort((a, b) => (wished.get(a) ?? 0) - (wished.get(b) ?? 0));
  place(row, (cell) => wished.get(cell) ?? cell.x);
}

function place(row: readonly GraphCell[], wish: (cell: GraphCell, at: number) => number): void {
  const wanted = row.map((cell, at) => ({ at: wish(cell, at), width: cell.width, weight: pull(cell) }));
  spreadOut(wanted).forEach((x, at) => {
    const cell = row[at];
    if (cell) cell.x = x;
  });
}

/** A lane between lanes pulls hard, so that links run straight down; one that leaves or joins a step gives way. */
function pull({ id, above, below }: GraphCell): number {
  if (id !== null) return 1;
  return [...above, ...below].every((cell) => cell.id === null) ? 4 : 0.25;
}

function middle(cells: readonly GraphCell[], otherwise: number): number {
  return cells.length === 0 ? otherwise : cells.reduce((sum, { x }) => sum + x, 0) / cells.length;
}
