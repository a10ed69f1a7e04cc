import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import type { ModelServer } from './support/model-server.ts';
import { expect, test } from './support/test.ts';

const note = (title: string) => ({ name: 'todo', input: { action: 'add', title } });
const steps = [
  { description: 'Look up the trains', calls: [note('Buy the tickets')] },
  { description: 'Look up the weather', calls: [note('Pack the umbrella')] },
  { description: 'Write the list', calls: [note('Pack the bag')], dependencies: ['s1', 's2'] },
];

/** Runs the plan with its first two steps side by side for a while. */
async function runSideBySide(app: Cairn, model: ModelServer): Promise<void> {
  model.play(diligentModel(steps, 'All is done.'));
  const trains = model.hold((topic) => topic === 'Look up the trains after 0 calls');
  const weather = model.hold((topic) => topic === 'Look up the weather after 0 calls');
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await Promise.all([trains.arrived, weather.arrived]);
  trains.open();
  await expect(app.step('Look up the trains')).toHaveAttribute('data-step-status', 'completed');
  weather.open();
  await app.expectPlanStatus('completed');
  await app.tab('History');
}

const view = (page: Page, name: 'Timeline' | 'Bars') => page.getByText(name, { exact: true });
const entries = (app: Cairn) =>
  app.panel('History').getByRole('region', { name: 'What happened' }).getByRole('listitem');

async function spanOf(bar: Locator): Promise<{ from: number; to: number }> {
  const box = await bar.boundingBox();
  if (!box) throw new Error('The bar is not drawn.');
  return { from: box.x, to: box.x + box.width };
}

test('R14.3 bars of steps that ran side by side overlap, a step that waited for them begins after, and a bar leads to its lines', async ({
  app,
  model,
  page,
}) => {
  await runSideBySide(app, model);
  await view(page, 'Bars').click();
  const bar = (step: string) =>
    page.getByRole('button', { name: new RegExp(`^Show what happened: \\d\\. ${step}, done`) });
  const [trains, weather, list] = await Promise.all(
    ['Look up the trains', 'Look up the weather', 'Write the list'].map((step) => spanOf(bar(step))),
  );
  expect(weather!.from).toBeLessThan(trains!.to);
  expect(trains!.from).toBeLessThan(weather!.to);
  expect(list!.from).toBeGreaterThanOrEqual(Math.max(trains!.to, weather!.to) - 1);
  await expect(bar('Write the list')).toHaveAccessibleName(/\d\d:\d\d:\d\d to \d\d:\d\d:\d\d.*2 model calls: /);

  await expectNoViolation(page);
  await bar('Look up the weather').click();
  await expect(page.getByRole('combobox', { name: 'Step' }).locator('option:checked')).toHaveText(
    '2. Look up the weather',
  );
  await expect(entries(app).first()).toContainText('Step 2 of 3 began: Look up the weather');
  await expect(entries(app).last()).toContainText('Step done');
  await expect(entries(app).filter({ hasText: 'trains' })).toHaveCount(0);
});

test('R14.3 the timeline is searched by words and by step, and what a call gave unfolds', async ({
  app,
  model,
  page,
}) => {
  await runSideBySide(app, model);
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('add umbrella');
  await entries(app).getByText('Add the to-do “Pack the umbrella”', { exact: true }).click();
  await expect(entries(app).getByText('Title: Pack the umbrella', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('no such thing');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('combobox', { name: 'Step' }).selectOption({ label: '3. Write the list' });
  await expect(entries(app).first()).toContainText('Step 3 of 3 began');
  await expect(entries(app).first().getByRole('heading', { name: 'Task: Prepare the trip' })).toBeVisible();
});

test('R14.3 the export holds every line of the record in order', async ({ app, model, page }) => {
  await runSideBySide(app, model);
  const coming = page.waitForEvent('download');
  await app.button('Export as JSON').click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^cairn-history-\d{4}-\d\d-\d\d\.json$/);
  const record = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    format: string;
    entries: { seq: number; body: { type: string } }[];
  };
  expect(record.format).toBe('cairn.history');
  expect(record.entries.map(({ seq }) => seq)).toEqual(record.entries.map((_, at) => at + 1));
  expect(record.entries.filter(({ body }) => body.type === 'plan_step_end')).toHaveLength(3);
  expect(record.entries.at(-1)?.body.type).toBe('task_end');
});

/** Writes a long talk behind the app's back. */
async function fillTalk(page: Page, count: number): Promise<void> {
  await page.evaluate(async (lines) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('cairn');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('not opened'));
    });
    const transaction = database.transaction(['sessions', 'journal'], 'readwrite');
    const begin = Date.parse('2026-01-01T00:00:00Z');
    const session: string = await new Promise((resolve) => {
      const request = transaction.objectStore('sessions').getAllKeys();
      request.onsuccess = () => resolve(request.result[0] as string);
    });
    for (let seq = 1; seq <= lines; seq += 1)
      transaction.objectStore('journal').put({
        session_id: session,
        seq,
        task_id: null,
        step_id: null,
        at: new Date(begin + seq * 1000).toISOString(),
        body: {
          type: 'message',
          kind: seq % 2 ? 'command' : 'reply',
          text: `Line ${seq}. ${'More. '.repeat((seq * 7) % 60)}`,
        },
      });
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
    });
    database.close();
  }, count);
}

test('R12.7 of a long conversation the end is in view and little of it is drawn; earlier lines come without a jump', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await fillTalk(page, 1500);
  await app.reload();
  const line = (n: number) => app.conversation.getByText(`Line ${n}.`);
  await expect(line(1500)).toBeInViewport();
  expect(await app.conversation.locator('[data-row]').count()).toBeLessThan(120);

  const earlier = app.conversation.getByRole('button', { name: 'Show earlier' });
  await earlier.scrollIntoViewIfNeeded();
  await expect(line(1101)).toBeInViewport();
  await expect(app.conversation).toHaveAttribute('aria-live', 'off');
  const place = async () => Math.round((await line(1101).boundingBox())?.y ?? NaN);
  const before = await place();
  await earlier.click();
  await expect(line(1100)).toBeAttached();
  await expect.poll(place).toBeGreaterThan(0);
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
  await expect(line(1101)).toBeInViewport();

  await app.button('Latest').click();
  await expect(line(1500)).toBeInViewport();
  await expect(app.conversation).toHaveAttribute('aria-live', 'off');
  await app.send('/help');
  await expect(app.conversation).toContainText('/help');
  await expect(app.conversation.locator('[data-row]').last()).toBeInViewport();

  await app.tab('History');
  await expect(entries(app).last()).toBeInViewport();
  expect(await entries(app).count()).toBeLessThan(120);
});
