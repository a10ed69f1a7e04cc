import type { Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

/**
 * One finger down at `from`, along a straight line to `to`, and up: real touch events of the browser. It rests at first
 * until `rested` has resolved.
 */
export async function touchDrag(
  page: Page,
  from: Point,
  to: Point,
  rested: () => Promise<void> = async () => undefined,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  await rested();
  for (let part = 1; part <= 12; part += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * part) / 12, y: from.y + ((to.y - from.y) * part) / 12 },
    ]);
  await touch('touchEnd', []);
  await session.detach();
}
