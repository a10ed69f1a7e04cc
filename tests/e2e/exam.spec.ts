import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { ModelExamTaskName } from '../../src/records/exam-report.ts';
import type { Cairn } from './support/cairn.ts';
import { examinedModel } from './support/examined-model.ts';
import { ModelServer } from './support/model-server.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const exam = (page: Page) => page.getByRole('dialog', { name: /^Trying out/ });
const tryOut = (within: Page | Locator) => within.getByRole('button', { name: 'Try this model out', exact: true });
const start = (page: Page) => exam(page).getByRole('button', { name: 'Start' });

/**
 * All that is stored save the connections, where results are kept, and the count of how often each session was opened.
 */
async function stored(page: Page): Promise<string> {
  /** The first session adds the secret of its frames to the settings. */
  await expect.poll(async () => JSON.stringify((await storedTables(page)).settings)).toContain('frame_secret');
  const tables = await storedTables(page);
  return JSON.stringify(Object.entries(tables).filter(([name]) => name !== 'profiles' && name !== 'fences'));
}

async function openExam({ page }: Cairn): Promise<void> {
  await tryOut(page).click();
  await expect(start(page)).toBeEnabled();
}

test('a new connection is offered an exam once; nothing is asked of the model before it is started, and nothing is left of it but its card', async ({
  app,
  page,
  model,
}) => {
  model.play(examinedModel('nested'));
  await app.enterKey(model);
  await expect(page.getByText('Cairn can try it out with 13 short tasks').first()).toBeVisible();
  await openExam(app);
  await expect(exam(page)).toContainText('about 17; at most 60');
  expect(model.asks).toEqual([]);
  const before = await stored(page);

  await start(page).click();
  await expect(exam(page).getByText('12 of 13 tasks passed')).toBeVisible({ timeout: 30_000 });
  await expect(exam(page).getByRole('list', { name: 'What it cannot' })).toHaveText(
    'Gets nested details in a call wrong. Goes well with decisions in another form.',
  );
  await expect(exam(page).getByRole('list', { name: 'What it can', exact: true }).getByRole('listitem')).toHaveCount(
    12,
  );
  expect(await stored(page)).toBe(before);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

  await exam(page).getByRole('button', { name: 'Use these settings' }).click();
  await expect(exam(page).getByText('Your settings fit this model')).toBeVisible();
  const coming = page.waitForEvent('download');
  await exam(page).getByRole('button', { name: 'Export as JSON' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  const { exams } = JSON.parse(text) as { exams: { model: string; outcomes: Record<ModelExamTaskName, string> }[] };
  expect(exams.map((each) => [each.model, each.outcomes.nested, each.outcomes.plan])).toEqual([
    [model.model, 'protocol', 'passed'],
  ]);
  expect(text).not.toContain('sk-test');
  expect(text).not.toContain('127.0.0.1');

  await app.reload();
  await expect(page.getByText('Cairn can try it out with 13 short tasks')).toHaveCount(0);
  await app.button('Settings').click();
  await expect(page.getByRole('dialog').getByText('12 of 13 tasks passed')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('As data in the reply (JSON)')).toBeVisible();
});

test('an exam that is stopped, or whose page is reloaded in the middle, leaves nothing behind', async ({
  app,
  page,
  model,
}) => {
  model.play(examinedModel());
  await app.enterKey(model);
  const before = await stored(page);
  const profiles = async () => JSON.stringify((await storedTables(page)).profiles);
  const connection = await profiles();

  await openExam(app);
  const first = model.hold((topic) => topic.includes('live_price'));
  await start(page).click();
  await first.arrived;
  await expect(exam(page).getByText('Task 4 of 13: A tool that fails')).toBeVisible();
  await exam(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(exam(page).getByText('Stopped. Nothing of it was kept.')).toBeVisible();
  first.open();
  const asked = model.asks.length;

  await exam(page).getByRole('button', { name: 'Try again' }).click();
  const second = model.hold((topic) => topic.includes('read_page'));
  await start(page).click();
  await second.arrived;
  await app.reload();
  second.open();
  expect(model.asks.length).toBeGreaterThan(asked);
  expect(await stored(page)).toBe(before);
  expect(await profiles()).toBe(connection);
  await expect(app.plan).toHaveAttribute('data-plan-status', 'none');
});

test('a connection that is tested can be saved and tried out; exams stand side by side, and what a model loses within steps is left to the other', async ({
  app,
  page,
  model,
}) => {
  const other = await ModelServer.start();
  try {
    model.play(examinedModel());
    other.play(examinedModel('long'));
    await app.enterKey(model);
    await openExam(app);
    await start(page).click();
    await expect(exam(page).getByText('All 13 tasks passed')).toBeVisible({ timeout: 30_000 });
    await exam(page).getByRole('button', { name: 'Close' }).click();

    const settings = await app.settings('Model connection');
    await settings.getByRole('button', { name: 'Add a connection' }).click();
    await settings.getByLabel('Provider').selectOption({ label: 'Custom' });
    await settings.getByLabel('Name (if you like)').fill('The other one');
    await settings.getByLabel('Base URL').fill(other.baseUrl);
    await settings.getByLabel('Model', { exact: true }).fill('other-1');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await settings.getByRole('button', { name: 'Save, and try this model out' }).click();
    await start(page).click();
    await expect(exam(page).getByText('12 of 13 tasks passed')).toBeVisible({ timeout: 30_000 });
    const table = exam(page).getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText(['Task', 'The other one', /scripted-1/]);
    await expect(table.getByRole('row', { name: /^A long text/ }).getByRole('cell')).toHaveText(['lost', 'passed']);
    await expect(exam(page).getByText('The work within steps by')).toContainText('scripted-1');
    await exam(page).getByRole('button', { name: 'Use these settings' }).click();
    await exam(page).getByRole('button', { name: 'Close' }).click();
    await expect(settings.getByLabel('Model for the work within steps')).toHaveValue(/^connection/);
  } finally {
    await other.stop();
  }
});
