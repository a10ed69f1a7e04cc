import type { BrowserContext, Page } from '@playwright/test';
import { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { test } from './support/durable-test.ts';
import type { ModelServer } from './support/model-server.ts';
import { expect } from './support/test.ts';

const sunday = new Date('2026-11-22T10:00:00+01:00');
const review = {
  name: 'Weekly review',
  steps: [
    { description: 'Note to look back', calls: [{ name: 'todo', input: { action: 'add', title: 'Look back' } }] },
  ],
};

const hour = 3_600_000;

async function opened(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

/** Keeps a plan as a template and schedules it for Mondays at nine. */
async function scheduleOnMondays(app: Cairn, model: ModelServer): Promise<void> {
  const { page } = app;
  model.play(diligentModel(review.steps, 'All noted.'));
  await app.enterKey(model, 'On this device');
  await app.send('Look back at the week');
  await app.expectPlanStatus('completed');
  await app.button('Templates').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByPlaceholder('Name of the template').fill(review.name);
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await dialog
    .getByRole('button', { name: /^Weekly review/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog.getByText('Choose a date and a time.')).toBeVisible();
  await dialog.getByLabel('Start on').fill('2026-11-22');
  await dialog.getByLabel('Start at').fill('09:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog.getByText('This time has passed.')).toBeVisible();
  await dialog.getByLabel('Start on').fill('2026-11-23');
  await dialog.getByLabel('Repeats').selectOption('Every week');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('“Weekly review” starts tomorrow 09:00, and then every Monday.').first()).toBeVisible();
  await expect(dialog.getByText('Every Monday · next tomorrow 09:00')).toBeVisible();
  await page.keyboard.press('Escape');
}

const sessions = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });
const offer = (page: Page) => page.getByText(/^“Weekly review” was due/);

async function expectTodos(app: Cairn, count: number): Promise<void> {
  await app.tab('To-do');
  await expect(app.panel('To-do').getByText('Look back')).toHaveCount(count);
}

test('R9.11 a due plan starts once, whatever number of tabs is open, and what was missed is offered once', async ({
  context,
  model,
}) => {
  await context.clock.install({ time: sunday });
  const first = new Cairn(await opened(context));
  await scheduleOnMondays(first, model);
  const pages = [first.page, await opened(context), await opened(context)];
  for (const page of pages.slice(1)) await expect(sessions(page)).toBeVisible();

  await context.clock.fastForward(23 * hour);
  await expect(first.page.getByText('“Weekly review” has started, as scheduled.').first()).toBeVisible();
  for (const page of pages) await expect(sessions(page).getByText(review.name)).toHaveCount(1);
  await expectTodos(first, 2);
  expect(model.topics.filter((topic) => topic === 'Note to look back after 0 calls')).toHaveLength(2);
  for (const page of pages) await page.close();

  await context.clock.fastForward(16 * 24 * hour);
  const later = await opened(context);
  await expect(offer(later)).toHaveText('“Weekly review” was due 2 times, last Mon 7 Dec 09:00.');
  const beside = await opened(context);
  await expect(sessions(beside)).toBeVisible();
  await expect(offer(beside)).toBeHidden();
  await later.getByRole('button', { name: 'Start now' }).click();
  await expect(offer(later)).toBeHidden();
  await expect(sessions(beside).getByText(review.name)).toHaveCount(2);
  await expect(offer(beside)).toBeHidden();
  const app = new Cairn(beside);
  await expectTodos(app, 3);
  await beside.close();
  await later.reload();
  await expect(sessions(later)).toBeVisible();
  await new Cairn(later).button('Templates').click();
  await expect(later.getByText('Every Monday · next Mon 14 Dec 09:00').first()).toBeVisible();
  await expect(offer(later)).toBeHidden();
  await expectAgain(later);
});

/** What is turned off does not start, and what is deleted can come back. */
async function expectAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Actions for the schedule of Weekly review' }).click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expect(dialog.getByText('Every Monday · stands still until you turn it on')).toBeVisible();
  await dialog.getByRole('button', { name: 'Actions for the schedule of Weekly review' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog.getByText('Every Monday · stands still until you turn it on')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Every Monday · stands still until you turn it on')).toBeVisible();
}
