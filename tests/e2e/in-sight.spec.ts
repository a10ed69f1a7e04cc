import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** Succeeds once nothing covers the middle of an element. */
const expectUncovered = (of: Locator) =>
  expect(async () => {
    const isOnTop = await of.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && (element.contains(found) || found.contains(element));
    });
    expect(isOnTop).toBe(true);
  }).toPass();

test('R11.2 what the test of a first connection says is in sight in the settings, above its buttons', async ({
  app,
  model,
  page,
}) => {
  await app.goOnWithoutKey();
  const dialog = await app.settings('Model connection');
  await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('custom');
  await dialog.getByRole('textbox', { name: 'API key' }).fill('sk-test-0123456789');
  await dialog.getByLabel('Model', { exact: true }).fill(model.model);
  for (const [address, said] of [
    ['http://127.0.0.1:9/v1', /./],
    [model.baseUrl, / works: /],
  ] as const) {
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(address);
    await app.button('Test connection').click();
    const headline = dialog.locator('form').getByRole('status').getByText(said);
    await expect(headline).not.toHaveText('Testing…');
    await expectUncovered(headline);
    const edge = (of: Locator, side: 'top' | 'bottom') =>
      of.evaluate((element, name) => element.getBoundingClientRect()[name], side);
    expect(await edge(headline, 'bottom')).toBeLessThanOrEqual(await edge(app.button('Save'), 'top'));
  }
  await expect(page.getByRole('button', { name: 'Save, and try this model out' })).toBeInViewport();
});

test('R14.1 only the sessions of a long list scroll: “New session” and the bin stay in sight', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  for (let n = 0; n < 13; n += 1) {
    await app.send(`/todo Thing ${n}`);
    await app.newSession();
  }
  const list = page.getByRole('navigation', { name: 'Sessions' });
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(list.getByRole('listitem').last()).toBeInViewport();
  for (const name of ['New session', 'Memory', 'Bin']) {
    const button = list.getByRole('button', { name, exact: true }).first();
    await expect(button).toBeInViewport({ ratio: 1 });
    await expectUncovered(button);
  }
});
