import type { Point } from './graph-layout.ts';

/** How far above its end a link runs straight down, so that the tip of its arrow lies on it. */
const straight = 14;

/** The drawing of a link through its points: straight down past the rows, in soft curves between them. */
export function linkPath(points: readonly Point[]): string {
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
