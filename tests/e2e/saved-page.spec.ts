import { readFileSync } from 'node:fs';
import { expectNoViolation } from './support/axe.ts';
import { Cairn } from './support/cairn.ts';
import { expect, test } from './support/test.ts';

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
  expect(readFileSync(path).length).toBeLessThan(400_000);

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
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('region', { name: '计划' })).toBeVisible();
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
