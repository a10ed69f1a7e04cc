import { expect } from '@playwright/test';
import type { Cairn } from '../../../e2e/support/cairn.ts';
import { readThrough } from './read-through.ts';

/** How many steps of the plan are opened, one after the other. */
const openedSteps = 30;

/**
 * Opens every view that shows what a session with so many files holds, and reads each to its end. `visited` is called
 * after each one.
 */
export async function visitViews(
  app: Cairn,
  fileCount: number,
  visited: (view: string) => Promise<void>,
): Promise<void> {
  const { page } = app;
  const choose = (group: string, name: string) =>
    page.getByRole('group', { name: group, exact: true }).getByText(name, { exact: true }).click();
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await readThrough(app.conversation);
  await visited('the conversation');

  await app.tab('Plan');
  await readThrough(app.plan);
  await visited('the plan as a list');
  for (let at = 0; at < Math.min(openedSteps, await app.steps.count()); at += 1) {
    const opener = app.steps.nth(at).locator('button[aria-expanded]').first();
    await opener.click();
    await readThrough(app.steps.nth(at));
    if (at > 2) await opener.click();
  }
  await visited('the details of steps');
  await choose('View of the plan', 'Graph');
  await expect(page.getByRole('application')).toBeVisible();
  await page
    .getByRole('application')
    .getByRole('button', { name: /^Step 1:/ })
    .first()
    .dispatchEvent('click');
  await expect(page.getByRole('region', { name: 'Step 1', exact: true })).toBeVisible();
  await visited('the plan as a graph');
  await choose('View of the plan', 'List');

  await app.tab('To-do');
  await readThrough(app.panel('To-do'));
  await visited('the to-dos');
  await app.tab('Schedule');
  for (const view of ['Day', 'Week', 'Month', 'Agenda']) {
    await page.getByRole('radio', { name: view, exact: true }).locator('..').click();
    await readThrough(app.panel('Schedule'));
    await visited(`the calendar: ${view}`);
  }
  await app.tab('Files');
  await readThrough(app.panel('Files'));
  const files = app.panel('Files').getByRole('button', { name: /^Open / });
  await expect(files).toHaveCount(fileCount);
  for (let at = 0; at < fileCount; at += 1) {
    await files.nth(at).click();
    await readThrough(page.getByRole('dialog'));
    await close();
  }
  await visited('the files');

  await app.tab('History');
  await readThrough(app.panel('History'));
  await visited('the history as a timeline');
  await app.panel('History').getByRole('button', { name: 'See the plan at this point' }).last().click({ force: true });
  await readThrough(page.getByRole('region', { name: 'The plan as it was', exact: true }));
  await visited('the plan as it was');
  await app.button('Back to now').click();
  await app.tab('History');
  await choose('View', 'Bars');
  await readThrough(app.panel('History'));
  await visited('the history as bars');
  await choose('View', 'Timeline');

  await app.button('Search and commands').click();
  for (const word of ['script', 'onerror', 'javascript', 'svg', 'p7x']) {
    await page.getByRole('dialog').getByRole('combobox').fill(word);
    await page
      .getByRole('option')
      .first()
      .waitFor({ timeout: 2000 })
      .catch(() => undefined);
  }
  await visited('the palette');
  await close();
  await app.button('Memory').click();
  await readThrough(page.getByRole('dialog', { name: 'Memory' }));
  await visited('the memory');
  await close();
  await app.tab('Plan');
}
