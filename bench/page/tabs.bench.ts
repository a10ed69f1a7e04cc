import { mergeTests, type Page } from '@playwright/test';
import { Cairn } from '../../tests/e2e/support/cairn.ts';
import { diligentModel } from '../../tests/e2e/support/diligent-model.ts';
import { test as durableTest } from '../../tests/e2e/support/durable-test.ts';
import { expect } from '../../tests/e2e/support/test.ts';
import { test as benchTest } from './bench-test.ts';

const test = mergeTests(benchTest, durableTest);
const elsewhere = 'Another tab is at work on this.';
const count = 10;

/** Returns the milliseconds until the page has drawn the text, or has removed it. */
async function untilText(page: Page, isShown: boolean, act: () => Promise<unknown>): Promise<number> {
  const drawn = page.evaluate(
    ([text, wanted]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.body.innerText.includes(text) === wanted) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    [elsewhere, isShown] as const,
  );
  const started = Date.now();
  await act();
  return (await drawn) - started;
}

test('a second tab shows the work, takes it over, and goes on where the first one was closed', async ({
  app,
  page,
  model,
  figure,
}) => {
  const steps = Array.from({ length: count }, (_, at) => ({
    description: `Note thing ${at + 1}`,
    calls: [{ name: 'todo', input: { action: 'add', title: `Thing ${at + 1}` } }],
  }));
  model.play(diligentModel(steps, 'All noted.'));
  const held = model.hold((topic) => topic === 'Note thing 3 after 0 calls');
  await app.enterKey(model, 'On this device');
  await app.send('Note ten things');
  await held.arrived;

  const other = new Cairn(await page.context().newPage());
  const opened = Date.now();
  await other.page.goto(page.url());
  await expect(other.page.getByText(elsewhere)).toBeVisible();
  figure('second tab says where the work is done', Date.now() - opened, 'ms');
  const button = other.button('Work here');
  figure('takeover by the second tab', await untilText(other.page, false, () => button.click()), 'ms');
  await expect(page.getByText(elsewhere)).toBeVisible();
  figure(
    'going on by itself after the working tab closed',
    await untilText(page, false, () => other.page.close()),
    'ms',
  );
  held.open();
  await app.expectPlanStatus('completed');
});
