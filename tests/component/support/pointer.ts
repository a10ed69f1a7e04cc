import { commands, type Locator } from 'vitest/browser';

type Point = [x: number, y: number];

export function middleOf(thing: Locator): Point {
  const { left, top, width, height } = thing.element().getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** The mouse goes down on the one thing and up on the other. */
export const mouseDrag = (from: Locator, to: Locator): Promise<void> =>
  commands.mouseDrag([middleOf(from), middleOf(to)]);

/** A finger goes down, rests until `rested` has resolved, if that is given, then moves in a straight line, and up. */
export async function touchDrag(from: Point, to: Point, rested?: () => Promise<unknown>): Promise<void> {
  const way = Array.from({ length: 12 }, (_, at): Point => {
    const part = (at + 1) / 12;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  });
  if (!rested) {
    await commands.touchThrough([from, ...way]);
    return;
  }
  await commands.touchStart([from]);
  await rested();
  await commands.touchMove(way);
  await commands.touchEnd();
}

/** A finger goes down and up. */
export const tap = (thing: Locator): Promise<void> => commands.touchThrough([middleOf(thing)]);
