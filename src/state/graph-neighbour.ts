import type { StepLink } from '../domain/step-links.ts';
import type { GraphLayout } from './graph-layout.ts';

/**
 * The step that a key leads to: up and down along the links, or to the next row where there is none; left and right as
 * one reads, row after row, so that every step is reached; to the first and the last of the plan. Null where there is
 * none, or for another key.
 */
export function graphNeighbour(
  ids: readonly string[],
  links: readonly StepLink[],
  { places }: GraphLayout,
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
    const read = [...places].sort(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([each]) => each);
    return read[read.indexOf(id) + way] ?? null;
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
