import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '../../tests/e2e/support/test.ts';
import { mainThreadTasks } from '../../tests/trials/browser/support/main-thread-tasks.ts';
import { test } from './bench-test.ts';

const count = 10_000;
/** A plan in the form in which Cairn itself exports one. */
const plan = {
  ...{ version: 1, id: 'plan_1', goal: 'Go through the figures of the year', status: 'paused' },
  steps: Array.from({ length: count }, (_, at) => ({
    ...{ id: `step_${at + 1}`, description: `Task ${at + 1}: look at the figures and note what stands out` },
    ...{ status: 'pending', tool: null, parameters: null, dependencies: at % 10 === 0 ? [] : [`step_${at}`] },
    ...{ expected_output: null, result: null, error: null, attempts: 0, edited_by_person: false },
    ...{ started_at: null, ended_at: null },
  })),
  ...{ current_step_index: 0, iteration_count: 1, step_count: 0, replan_count: 0 },
  ...{ created_at: '2026-01-01T09:00:00.000Z', updated_at: '2026-01-01T09:00:00.000Z' },
};

interface Times {
  /** When a button was last pressed. */
  pressed: number;
  /** When the page last heard that a state of a task is stored: the engine stores it in a worker. */
  durable: number;
  /** When a file was last handed to the browser. */
  saved: number;
}

const noteTimes = () => {
  const times: Times = { pressed: 0, durable: 0, saved: 0 };
  Object.assign(globalThis, { times });
  addEventListener('click', () => (times.pressed = performance.now()), { capture: true });
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    times.saved = performance.now();
    click.call(this);
  };
  /** Dexie posts here, after each transaction, what it has changed. */
  new BroadcastChannel('x-storagemutated-1').addEventListener('message', ({ data }) => {
    if (Object.keys(data as object).some((part) => part.includes('/versions/'))) times.durable = performance.now();
  });
};

/**
 * Presses a button from within the page: Playwright would first search a page of 10,000 rows, in the page's own thread.
 */
const pressButton = (name: string) => {
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)?.click();
};

const timesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { times: Times }).times);

test('a plan of 10,000 steps goes in and out', async ({ app, page, browser, figure }, info) => {
  /** The plan is a file on disk, since Playwright unpacks bytes that it is given in the page's own thread. */
  const file = info.outputPath('plan.json');
  await writeFile(file, JSON.stringify(plan));
  await page.addInitScript(noteTimes);
  await app.open();
  await app.goOnWithoutKey();
  await page.waitForLoadState('networkidle');
  const accept = app.importDialog.getByRole('button', { name: 'Import' });

  const reading = await mainThreadTasks(browser, page, async () => {
    const coming = page.waitForEvent('filechooser');
    await app.button('Import plan.json').click();
    await (await coming).setFiles(file);
    await accept.waitFor({ timeout: 60_000 });
  });
  figure('import: longest task while reading', Math.max(...reading), 'ms', count);

  const taking = await mainThreadTasks(browser, page, async () => {
    await accept.click();
    await expect.poll(async () => (await timesOf(page)).durable).toBeGreaterThan(0);
    await expect(app.steps.first()).toBeVisible({ timeout: 60_000 });
  });
  const taken = await timesOf(page);
  figure('import: durable after acceptance', taken.durable - taken.pressed, 'ms', count);
  figure('import: longest task until shown', Math.max(...taking), 'ms', count);

  const coming = page.waitForEvent('download');
  const writing = await mainThreadTasks(browser, page, async () => {
    await page.evaluate(pressButton, 'Export plan.json');
    await coming;
  });
  const written = await timesOf(page);
  figure('export: file made', written.saved - written.pressed, 'ms', count);
  figure('export: longest task', Math.max(...writing), 'ms', count);
  const exported = await readFile(await (await coming).path(), 'utf8');
  expect((JSON.parse(exported) as { steps: unknown[] }).steps).toHaveLength(count);
});
