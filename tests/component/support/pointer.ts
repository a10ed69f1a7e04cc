import { commands, type Locator } from 'vitest/browser';

type Point = [x: number, y: number];

export function middleOf(thing: Locator): Point {
  const { left, top, width, height } = thing.element().getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** The mouse goes down on the one thing and up on the other. */
export const mouseDrag = (from: Locator, to: Locator): Promise<void> =>
  commands.mouseDrag([middleOf(from), middleOf(to)]);
