import { handlePlace } from '../../tests/trials/browser/support/handle-place.ts';
import { importLargePlan } from '../../tests/trials/browser/support/import-large-plan.ts';
import { p95 } from '../../tests/trials/browser/support/p95.ts';
import { test } from './bench-test.ts';

const count = 1000;
const seconds = 3;

/** Records the time between consecutive frames until it is stopped. */
const watchFrames = () => {
  const frames: number[] = [];
  let last = performance.now();
  let on = true;
  const next = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    if (on) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  Object.assign(globalThis, { framesSoFar: () => ((on = false), frames.slice(1)) });
};

test('a step is dragged about in a plan of 1,000', async ({ app, page, figure }) => {
  await app.goOnWithoutKey();
  await importLargePlan(app, count);
  const { x, y } = await handlePlace(app, 400);
  const { mouse } = page;
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x, y - 20, { steps: 4 });
  await page.evaluate(watchFrames);
  const began = performance.now();
  for (let at = 0; performance.now() - began < seconds * 1000; at += 1)
    await mouse.move(x, 475 + 225 * Math.sin(at / 12));
  const frames = await page.evaluate(() => (globalThis as unknown as { framesSoFar: () => number[] }).framesSoFar());
  await mouse.up();
  const took = frames.reduce((sum, frame) => sum + frame, 0);
  figure('dragging: frames a second', (1000 * frames.length) / took, '1/s', count);
  figure('dragging: frame, p95', p95(frames), 'ms', count);
});
