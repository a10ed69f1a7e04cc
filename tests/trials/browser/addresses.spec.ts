import type { Page } from '@playwright/test';
import { keptOffline } from '../../e2e/support/kept-offline.ts';
import { storedTables } from '../../e2e/support/stored-tables.ts';
import { expect, test } from '../../e2e/support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** What is stored of the person's: sessions with their tasks, and what is set. */
async function stored(page: Page): Promise<unknown> {
  const tables = await storedTables(page);
  const names = ['sessions', 'versions', 'journal', 'settings', 'profiles', 'due_runs', 'templates'];
  const found = names.map((name) => tables[name]);
  expect(found).not.toContain(undefined);
  return [found, await page.evaluate(() => [Object.entries(localStorage), Object.entries(sessionStorage)])];
}

test('R13.4 an address alone shares nothing, starts nothing, sets nothing and fetches nothing', async ({
  app,
  page,
  model,
  site,
}) => {
  await app.enterKey(model, 'On this device');
  await keptOffline(page);
  await page.waitForLoadState('networkidle');
  const before = await stored(page);
  const session = new URL(page.url()).hash;
  const evil = encodeURIComponent(`${site.origin}/plan.json`);
  const wishes = `goal=Do+it&run=1&auto_run=1&import=${evil}&base_url=${evil}&key=sk-evil&model=evil&allow=${evil}`;
  for (const address of [
    ...['/#/shared', '/share?text=Do+it', '/?text=Do+it&title=x#/shared', `/?${wishes}`, `/#${wishes}`],
    ...[`/?${wishes}${session}`, `/${session}?${wishes}`, `/${session}&${wishes}`, `/#/settings/connection?${wishes}`],
    ...[
      `/#/import?url=${evil}`,
      `/?import=${evil}#/shared`,
      `/#/new?${wishes}`,
      `/?q=Do+it&prompt=Do+it&template=trip`,
    ],
  ]) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(app.message).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(app.message).toHaveValue('');
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await stored(page), address).toEqual(before);
  }
  expect(model.asks).toEqual([]);
  expect(site.requests).toEqual([]);
});
