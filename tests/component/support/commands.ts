import type { BrowserCommand } from 'vitest/node';

type Point = [x: number, y: number];

/** Commands take points of the frame in which the components are; the browser's input takes points of the window. */
const inWindow = async (context: Parameters<BrowserCommand>[0], [x, y]: Point): Promise<Point> => {
  const frame = await (await context.frame()).frameElement();
  const box = await frame.boundingBox();
  return [x + (box?.x ?? 0), y + (box?.y ?? 0)];
};

/** Presses the mouse button at the first point, moves along the others, and releases it at the last. */
const mouseDrag: BrowserCommand<[Point[]]> = async (context, points) => {
  const [from, ...way] = await Promise.all(points.map((point) => inWindow(context, point)));
  const { mouse } = context.page;
  await mouse.move(...from!);
  await mouse.down();
  for (const point of way) await mouse.move(...point, { steps: 6 });
  await mouse.up();
};

export const commands = { mouseDrag };

declare module 'vitest/browser' {
  interface BrowserCommands {
    mouseDrag: (points: Point[]) => Promise<void>;
  }
}
