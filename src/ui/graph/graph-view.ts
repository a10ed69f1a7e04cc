import { graphSize, type GraphLayout, type Point } from './graph-layout.ts';
import type { StepLink } from '../../plan/step-links.ts';
import type { Step } from '../../plan/step.ts';

interface Size {
  width: number;
  height: number;
}

/** Position and scale of the graph in its frame. */
export interface GraphView {
  x: number;
  y: number;
  zoom: number;
}

const margin = 14;
/** The smallest scale at which titles can be read. */
const legible = 0.6;
export const zoomRange = { least: 0.02, most: 1.5 } as const;

/** The view of the whole graph, at a scale of 1 at most. */
export function wholeView({ left, width, height }: Size & { left: number }, frame: Size): GraphView {
  const fits = Math.min((frame.width - 2 * margin) / width, (frame.height - 2 * margin) / height, 1);
  const zoom = Math.max(zoomRange.least, fits);
  return {
    x: (frame.width - width * zoom) / 2 - left * zoom,
    y: Math.max(margin, (frame.height - height * zoom) / 3),
    zoom,
  };
}

/**
 * Returns the view of the whole graph if titles are legible, else at the smallest legible scale around the current
 * step.
 */
export function initialGraphView(layout: GraphLayout, frame: Size, focus: Point | undefined): GraphView {
  const whole = wholeView(layout, frame);
  if (whole.zoom >= legible || !focus) return whole;
  const zoom = Math.max(legible, Math.min(1, (frame.width - 2 * margin) / layout.width));
  const [fromLeft, fromRight] = [
    margin - layout.left * zoom,
    frame.width - margin - (layout.left + layout.width) * zoom,
  ];
  const centred = frame.width / 2 - (focus.x + graphSize.width / 2) * zoom;
  const isWide = fromRight < fromLeft;
  const x = isWide ? Math.max(fromRight, Math.min(fromLeft, centred)) : (fromLeft + fromRight) / 2;
  const seenFromTop = (focus.y + graphSize.height) * zoom + 2 * margin < frame.height;
  return { x, y: seenFromTop ? margin : frame.height / 3 - focus.y * zoom, zoom };
}

/**
 * Returns the view of the graph, moved as little as needed for a step to be visible in the frame; the zoom stays.
 * `step` is the step's position in the graph.
 */
export function viewPannedToStep(view: GraphView, frame: Size, step: Point): GraphView {
  const shift = (stepEdge: number, size: number, room: number) => {
    const end = stepEdge + size * view.zoom;
    if (stepEdge >= margin && end <= room - margin) return 0;
    return stepEdge < margin ? margin - stepEdge : Math.max(room - margin - end, margin - stepEdge);
  };
  return {
    x: view.x + shift(view.x + step.x * view.zoom, graphSize.width, frame.width),
    y: view.y + shift(view.y + step.y * view.zoom, graphSize.height, frame.height),
    zoom: view.zoom,
  };
}

/** The view scaled by a factor, around the centre of the frame. */
export function zoomedView(view: GraphView, frame: Size, factor: number): GraphView {
  const zoom = Math.max(zoomRange.least, Math.min(zoomRange.most, view.zoom * factor));
  const about = (viewOffset: number, middle: number) => middle - ((middle - viewOffset) * zoom) / view.zoom;
  return { x: about(view.x, frame.width / 2), y: about(view.y, frame.height / 2), zoom };
}

/**
 * Returns the step that a key leads to: up and down along the links, or to the adjacent row if there is none; left and
 * right in reading order, so that every step can be reached; Home and End to the first and the last of the plan. Null
 * if there is none, and for other keys.
 */
export function graphNeighbour(
  ids: readonly string[],
  links: readonly StepLink[],
  { positions: places }: GraphLayout,
  id: string,
  key: string,
): string | null {
  const here = places.get(id);
  if (!here) return null;
  const row = (y: number) => ids.filter((each) => places.get(each)?.y === y);
  const x = (each: string) => places.get(each)?.x ?? 0;
  const nearest = (all: readonly string[]) => {
    const far = (each: string) => Math.abs(x(each) - here.x);
    return all.reduce<string | null>((best, each) => (best === null || far(each) < far(best) ? each : best), null);
  };
  const rowsOn = (way: 1 | -1) => {
    const others = [...places.values()].map(({ y }) => y * way).filter((y) => y > here.y * way);
    return others.length === 0 ? [] : row(Math.min(...others) * way);
  };
  const beside = (way: 1 | -1) => {
    const idsInReadingOrder = [...places].sort(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([each]) => each);
    return idsInReadingOrder[idsInReadingOrder.indexOf(id) + way] ?? null;
  };
  switch (key) {
    case 'ArrowUp':
      return nearest(links.filter((link) => link.to === id).map(({ from }) => from)) ?? nearest(rowsOn(-1));
    case 'ArrowDown':
      return nearest(links.filter((link) => link.from === id).map(({ to }) => to)) ?? nearest(rowsOn(1));
    case 'ArrowLeft':
      return beside(-1);
    case 'ArrowRight':
      return beside(1);
    case 'Home':
      return ids[0] ?? null;
    case 'End':
      return ids.at(-1) ?? null;
    default:
      return null;
  }
}

/** Pixels above its end over which a link runs straight down, so that its arrowhead is aligned. */
const straight = 14;

/** The SVG path of a link through its points: straight past the rows, curved between them. */
export function svgPathOfLink(points: readonly Point[]): string {
  return points
    .map(({ x, y }, at) => {
      const last = points[at - 1];
      if (!last) return `M${x} ${y}`;
      if (last.x === x) return `V${y}`;
      const end = at === points.length - 1 ? y - straight : y;
      const middle = (last.y + end) / 2;
      return `C${last.x} ${middle} ${x} ${middle} ${x} ${end}${end === y ? '' : `V${y}`}`;
    })
    .join('');
}

/** The index of each step in the list, by id. */
export function stepIndexes(steps: readonly Step[]): ReadonlyMap<string, number> {
  return new Map(steps.map(({ id }, at) => [id, at]));
}
