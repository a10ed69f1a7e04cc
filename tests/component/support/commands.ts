import type { BrowserCommand } from 'vitest/node';

type Point = [x: number, y: number];
type Command = BrowserCommand<[Point[]]>;

/** Returns points of the frame in which the components are as points of the window, which the browser's input takes. */
async function inWindow(context: Parameters<Command>[0], points: readonly Point[]): Promise<Point[]> {
  const frame = await (await context.frame()).frameElement();
  const box = await frame.boundingBox();
  return points.map(([x, y]) => [x + (box?.x ?? 0), y + (box?.y ?? 0)]);
}

/** Presses the mouse button at the first point, moves along the others, and releases it at the last. */
const mouseDrag: Command = async (context, points) => {
  const [from, ...way] = await inWindow(context, points);
  const { mouse } = context.page;
  await mouse.move(...from!);
  await mouse.down();
  for (const point of way) await mouse.move(...point, { steps: 6 });
  await mouse.up();
};

type Window = Parameters<Command>[0]['page'];
type Session = ReturnType<ReturnType<Window['context']>['newCDPSession']>;

/** One for each window: a touch belongs to the session that began it. */
const sessions = new WeakMap<Window, Session>();

function sessionOf(page: Window): Session {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** Sends real touch events of one finger at each of the points. */
const touching =
  (type: 'touchStart' | 'touchMove'): Command =>
  async (context, points) => {
    const session = await sessionOf(context.page);
    for (const [x, y] of await inWindow(context, points))
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  };

const touchEnd: BrowserCommand = async ({ page }) => {
  await (await sessionOf(page)).send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/**
 * A finger goes down at the first point, along the others and up, without a rest that a slow answer to the page would
 * make.
 */
const touchThrough: Command = async (context, [from, ...way]) => {
  await touching('touchStart')(context, from ? [from] : []);
  await touching('touchMove')(context, way);
  await touchEnd(context);
};

export const commands = {
  mouseDrag,
  touchThrough,
  touchStart: touching('touchStart'),
  touchMove: touching('touchMove'),
  touchEnd,
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    mouseDrag: (points: Point[]) => Promise<void>;
    touchThrough: (points: Point[]) => Promise<void>;
    touchStart: (points: Point[]) => Promise<void>;
    touchMove: (points: Point[]) => Promise<void>;
    touchEnd: () => Promise<void>;
  }
}
