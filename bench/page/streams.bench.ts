import { expect } from '../../tests/e2e/support/test.ts';
import { p95 } from '../../tests/trials/browser/support/p95.ts';
import { pressWhileFourStream } from '../../tests/trials/browser/support/press-while-four-stream.ts';
import { watchInteractions } from '../../tests/trials/browser/support/watch-interactions.ts';
import { test } from './bench-test.ts';

test('presses while four steps stream', async ({ app, page, model, figure }) => {
  const read = await watchInteractions(page);
  await page.reload();
  await expect(app.button('Save')).toBeVisible();
  await pressWhileFourStream(app, model);
  const { interactions } = await read();
  figure('interaction while four streams run, p95', p95(interactions), 'ms', 4);
});
