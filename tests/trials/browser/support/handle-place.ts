import type { Cairn } from '../../../e2e/support/cairn.ts';

/** Brings the handle of the n-th step into view and tells its middle. */
export async function handlePlace(app: Cairn, n: number): Promise<{ x: number; y: number }> {
  const handle = app.page.locator(`[aria-label="Move step ${n}"]`);
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error(`Step ${n} has no handle in view.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
