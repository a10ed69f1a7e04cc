import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages } from '../../src/i18n/languages.ts';
import { expectNoViolation } from './support/axe.ts';
import { Cairn } from './support/cairn.ts';
import { expect, test } from './support/test.ts';

/** The keys that stand on the page in place of their texts, with everything unfolded. */
async function rawKeys(page: Page): Promise<string[]> {
  await page.locator('details').evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)));
  const keys = { ...(await languages.en.first()), ...(await languages.en.rest()) };
  const words = (await page.locator('body').innerText()).match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? [];
  return words.filter((word) => word in keys);
}

test('P a finished run is saved as one page that opens from disk without a network, plays, and becomes a session again', async ({
  app,
  browser,
}, info) => {
  await app.playDemo();
  await app.tab('Plan');
  const steps = await app.page.locator('[data-step-status]').count();
  await app.button('Share …').click();
  const coming = app.page.waitForEvent('download');
  await app.button('Save as a page').click();
  const path = info.outputPath('run.html');
  await (await coming).saveAs(path);
  expect(readFileSync(path).length).toBeLessThan(440_000);

  const context = await browser.newContext({ offline: true, colorScheme: 'dark' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => request.url().startsWith('http') && faults.push(request.url()));
  await page.goto(`file://${path}`);
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan.getByRole('listitem')).toHaveCount(steps);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Graph' }).click();
  await expect(page.getByRole('img', { name: /^Graph of/ })).toBeVisible();
  await page.getByRole('button', { name: 'List' }).click();

  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(plan).toHaveAttribute('data-plan-status', 'completed');
  expect(await rawKeys(page)).toEqual([]);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('region', { name: '计划' })).toBeVisible();
  expect(await rawKeys(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();

  const fresh = await browser.newContext();
  const other = new Cairn(await fresh.newPage());
  await other.page.goto(app.page.url().split('#')[0] ?? '');
  await other.goOnWithoutKey();
  await other.tab('Plan');
  await other.chooseFile('run.html', readFileSync(path));
  await other.expectPlanStatus('completed');
  await expect(other.page.locator('[data-step-status]')).toHaveCount(steps);
  await fresh.close();
});
