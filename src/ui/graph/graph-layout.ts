import type { StepLink } from '../../plan/step-links.ts';

export interface Point {
  x: number;
  y: number;
}

export interface GraphLayout {
  /** The top left corner of each step, by id. */
  positions: ReadonlyMap<string, Point>;
  /** The points of each link, from the lower edge of one step to the upper edge of the other. */
  paths: ReadonlyMap<StepLink, readonly Point[]>;
  left: number;
  width: number;
  height: number;
}

/** Sizes in pixels: a step, the gaps beside and below it, and the width of a lane. */
export const graphSize = { width: 184, height: 84, beside: 20, below: 46, lane: 14 } as const;

/** The number of sweeps; fewer for long plans, whose layout must not block the page. */
const sweepsFor = (steps: number) => (steps > 300 ? 4 : 12);

/**
 * Returns a layered layout from top to bottom, at most `across` steps in a row, with few link crossings and bends. The
 * links must form no cycle. A thousand steps take some hundredths of a second; general layout libraries take seconds.
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
  rows.forEach((row, rowIndex) => {
    for (const cell of row) {
      tops.set(cell, top(rowIndex));
      if (cell.id !== null) places.set(cell.id, { x: Math.round(cell.x - width / 2), y: top(rowIndex) });
    }
  });
  const points = (way: readonly GraphCell[]) =>
    way.flatMap((cell, cellIndex) => {
      const x = Math.round(cell.x);
      const y = tops.get(cell) ?? 0;
      const linkPoints = [
        { x, y },
        { x, y: y + height },
      ];
      return cellIndex === 0 ? linkPoints.slice(1) : cellIndex === way.length - 1 ? linkPoints.slice(0, 1) : linkPoints;
    });
  return {
    positions: places,
    paths: new Map([...ways].map(([link, way]) => [link, points(way)])),
    left: cells.length > 0 ? left : 0,
    width: cells.length > 0 ? right - left : 0,
    height: rows.length > 0 ? top(rows.length - 1) + height : 0,
  };
}

/**
 * Sorts the cells of a row by the positions of their neighbours in the adjacent row, and places each as near to them as
 * possible.
 */
function arrange(row: GraphCell[], side: 'above' | 'below'): void {
  const wished = new Map(row.map((cell) => [cell, middle(cell[side], cell.x)]));
  row.sort((a, b) => (wished.get(a) ?? 0) - (wished.get(b) ?? 0));
  place(row, (cell) => wished.get(cell) ?? cell.x);
}

function place(row: readonly GraphCell[], wish: (cell: GraphCell, at: number) => number): void {
  const desiredCentres = row.map((cell, at) => ({ at: wish(cell, at), width: cell.width, weight: pull(cell) }));
  nonOverlappingCentres(desiredCentres).forEach((x, at) => {
    const cell = row[at];
    if (cell) cell.x = x;
  });
}

/** The weight of a cell: high for a lane between lanes, so that links run straight down; low for one next to a step. */
function pull({ id, above, below }: GraphCell): number {
  if (id !== null) return 1;
  return [...above, ...below].every((cell) => cell.id === null) ? 4 : 0.25;
}

function middle(cells: readonly GraphCell[], otherwise: number): number {
  return cells.length === 0 ? otherwise : cells.reduce((sum, { x }) => sum + x, 0) / cells.length;
}

/**
 * Returns the row of each step, counted from the top. A step is below all steps that it depends on, and as high as
 * possible with at most `across` steps in a row; a step without dependencies is only as high as the first step that
 * depends on it needs.
 */
function graphRows(ids: readonly string[], links: readonly StepLink[], across: number): Map<string, number> {
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
      const openDependencies = (waits.get(to) ?? 1) - 1;
      waits.set(to, openDependencies);
      if (openDependencies === 0) order.push(to);
    }
  const begins = (id: string) => {
    const row = earliest.get(id) ?? 0;
    const next = (below.get(id) ?? []).map((to) => earliest.get(to) ?? 0);
    return row === 0 && next.length > 0 ? Math.min(...next) - 1 : row;
  };
  return filled(order, below, new Map(order.map((id) => [id, begins(id)])), across);
}

/** Returns the row of each step, with at most `across` in a row; in `order`, each step follows its dependencies. */
function filled(
  order: readonly string[],
  below: ReadonlyMap<string, readonly string[]>,
  earliest: Map<string, number>,
  across: number,
): Map<string, number> {
  const cellsInRow: number[] = [];
  const rows = new Map<string, number>();
  const inTurn = [...order].sort((a, b) => (earliest.get(a) ?? 0) - (earliest.get(b) ?? 0));
  for (const id of inTurn) {
    let row = earliest.get(id) ?? 0;
    while ((cellsInRow[row] ?? 0) >= across) row += 1;
    cellsInRow[row] = (cellsInRow[row] ?? 0) + 1;
    rows.set(id, row);
    for (const to of below.get(id) ?? []) earliest.set(to, Math.max(earliest.get(to) ?? 0, row + 1));
  }
  return rows;
}

/** A cell in a row of the graph: a step, or a lane through which links pass between steps. */
interface GraphCell {
  /** The id of the step; null for a lane. */
  id: string | null;
  width: number;
  /** The x coordinate of its centre. */
  x: number;
  above: GraphCell[];
  below: GraphCell[];
}

interface GraphCells {
  /** From top to bottom; the cells of a row are not sorted yet. */
  rows: GraphCell[][];
  /** The cells that each link passes, both ends included. */
  ways: Map<StepLink, GraphCell[]>;
}

/**
 * A link across more rows than this is drawn as a straight line: reserving space for it in each of those rows would
 * fill the graph.
 */
const longest = 30;

/**
 * The cells of each row: steps, and the lanes of links that pass the row. Links from the same step, or to the same
 * step, share one lane in each row, so that a fan is no wider than a single link.
 */
function graphCells(
  rowOf: ReadonlyMap<string, number>,
  links: readonly StepLink[],
  { step, lane }: { step: number; lane: number },
): GraphCells {
  const rows: GraphCell[][] = [];
  const addCell = (row: number, id: string | null, width: number): GraphCell => {
    const cell: GraphCell = { id, width, x: 0, above: [], below: [] };
    (rows[row] ??= []).push(cell);
    return cell;
  };
  const cells = new Map([...rowOf].map(([id, row]) => [id, addCell(row, id, step)]));
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
      const cell = lanes.get(key) ?? addCell(row, null, lane);
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

interface Wanted {
  /** The desired x coordinate of its centre. */
  at: number;
  width: number;
  weight: number;
}

/**
 * Returns centres as near to the desired ones as possible (weighted least squares), in this order and without overlap.
 */
export function nonOverlappingCentres(desiredCentres: readonly Wanted[]): number[] {
  const offsets: number[] = [];
  desiredCentres.forEach(({ width }, at) => {
    const before = desiredCentres[at - 1];
    offsets.push(before ? (offsets[at - 1] ?? 0) + (before.width + width) / 2 : 0);
  });
  const blocks: { mean: number; weight: number; count: number }[] = [];
  desiredCentres.forEach(({ at, weight }, index) => {
    let block = { mean: at - (offsets[index] ?? 0), weight, count: 1 };
    for (let last = blocks.at(-1); last && last.mean > block.mean; last = blocks.at(-1)) {
      blocks.pop();
      const sum = last.weight + block.weight;
      const mean = (last.mean * last.weight + block.mean * block.weight) / sum;
      block = { mean, weight: sum, count: last.count + block.count };
    }
    blocks.push(block);
  });
  const places = blocks.flatMap(({ mean, count }) => new Array<number>(count).fill(mean));
  return places.map((mean, index) => mean + (offsets[index] ?? 0));
}
