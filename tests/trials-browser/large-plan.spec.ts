import type { Browser, Page } from '@playwright/test';
import type { Cairn } from '../e2e/support/cairn.ts';
import { expect, test } from '../e2e/support/test.ts';

const plan = Array.from({ length: 1000 }, (_, at) => `Task ${at + 1}: look at the figures and note what stands out`);

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** All times in microseconds. */
  ts: number;
  /** Processor time of its thread: what other programs take of the machine is not in it. */
  tdur?: number;
  args: { name?: string };
}

/** The tasks of the page's main thread while something is done; between the marks `from` and `to`, if the page sets them. */
async function tasksDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = trace.traceEvents.filter(({ args }) => args.name === 'CrRendererMain');
  const mark = (wanted: string) => trace.traceEvents.find(({ name }) => name === wanted)?.ts;
  const { from = -Infinity, to = Infinity } = { from: mark('from'), to: mark('to') };
  return trace.traceEvents
    .filter(({ name, ts }) => name.endsWith('RunTask') && from <= ts && ts <= to)
    .filter(({ pid, tid }) => threads.some((main) => main.pid === pid && main.tid === tid))
    .map(({ tdur = 0 }) => tdur / 1000);
}

/** The longest task in milliseconds; two longer ones are let pass, for a collection of garbage is nobody's fault. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  const [, , longest = NaN] = (await tasksDuring(browser, page, act)).sort((a, b) => b - a);
  return longest;
}

async function importLargePlan(app: Cairn): Promise<void> {
  await app.goOnWithoutKey();
  await app.chooseFile('plan.json', JSON.stringify(plan));
  await app.acceptImport();
  await expect(app.steps).toHaveCount(plan.length);
}

const handleOf = (app: Cairn, n: number) => app.page.locator(`[aria-label="Move step ${n}"]`);

async function handlePlace(app: Cairn, n: number): Promise<{ x: number; y: number }> {
  await handleOf(app, n).scrollIntoViewIfNeeded();
  const box = await handleOf(app, n).boundingBox();
  if (!box) throw new Error(`Step ${n} has no handle in view.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const placeOf = (app: Cairn, description: string) =>
  app.steps.evaluateAll((rows, text) => rows.findIndex((row) => row.textContent.includes(text)) + 1, description);

test('R12.7, R14.2 in a plan of 1,000 steps no frame is dropped while a step is dragged by mouse or keyboard', async ({
  app,
  page,
  browser,
}) => {
  await importLargePlan(app);
  const { x, y } = await handlePlace(app, 400);
  const byMouse = await longestTask(browser, page, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const to of [450, 250, 700, 450]) await page.mouse.move(x, to, { steps: 6 });
  });
  await expect(handleOf(app, 400)).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.up();
  expect(byMouse).toBeLessThan(50);

  await handleOf(app, 700).focus();
  const byKeys = await longestTask(browser, page, async () => {
    for (let n = 0; n < 3; n += 1) {
      await page.keyboard.press('Space');
      for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowUp');
      await expect(handleOf(app, 700)).toHaveAttribute('aria-pressed', 'true');
      await expect(handleOf(app, 700)).toBeInViewport();
      await page.keyboard.press('Escape');
    }
  });
  expect(byKeys).toBeLessThan(50);
});

test('R12.7, R14.2 a step is carried far beyond what is in view, and a plan of 1,000 steps is opened within 300 ms', async ({
  app,
  page,
  browser,
}) => {
  await importLargePlan(app);
  const { mouse } = page;
  const { x, y } = await handlePlace(app, 60);
  const pane = page.locator('#pane');
  const top = (await pane.boundingBox())?.y ?? 0;
  await mouse.move(x, y);
  await mouse.down();
  const scrolling = await longestTask(browser, page, async () => {
    await mouse.move(x, top + 20, { steps: 5 });
    await expect.poll(() => pane.evaluate((element) => element.scrollTop)).toBe(0);
  });
  expect(scrolling).toBeLessThan(50);
  const third = await app.step('Task 2:').boundingBox();
  await mouse.move(x, (third?.y ?? 0) + 20, { steps: 3 });
  await expect(page.getByText('Position 3 of 1000.')).toBeAttached();
  await mouse.up();
  await expect(page.getByText('Dropped at position 3 of 1000.')).toBeAttached();
  expect(await placeOf(app, 'Task 60:')).toBe(3);
  expect(await placeOf(app, 'Task 3:')).toBe(4);

  const opened: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await app.newSession();
    await expect(app.steps).toHaveCount(0);
    const entry = page.getByRole('navigation', { name: 'Sessions' }).getByText('0/1000');
    const tasks = await tasksDuring(browser, page, () =>
      entry.evaluate(async (element: HTMLElement) => {
        const frame = () => new Promise(requestAnimationFrame);
        await frame();
        performance.mark('from');
        setTimeout(() => element.click());
        while (!document.querySelector('[data-step-id]')) await frame();
        await frame();
        performance.mark('to');
      }),
    );
    opened.push(tasks.reduce((sum, task) => sum + task, 0));
    await expect(app.steps).toHaveCount(plan.length);
  }
  expect(Math.min(...opened)).toBeGreaterThan(0);
  expect(Math.min(...opened)).toBeLessThan(300);
});
