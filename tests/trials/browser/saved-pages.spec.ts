import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { buildExportedRunHtml } from '../../../src/engine/exported-run-html.ts';
import { parseSavedSession } from '../../../src/ui/viewer/saved-page-content.ts';
import { sessionLinesInExportedHtml } from '../../../src/engine/exported-run-html.ts';
import { expectNoViolation } from '../../e2e/support/axe.ts';
import { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { eventfulModel, lakeStory } from '../../e2e/support/eventful-model.ts';
import type { ModelServer } from '../../e2e/support/model-server.ts';
import type { PageServer } from '../../e2e/support/page-server.ts';
import { sessionTables } from '../../e2e/support/stored-tables.ts';
import { expect, test } from '../../e2e/support/test.ts';
import { allMessages } from '../../unit/i18n/all-messages.ts';
import { scenes } from '../pictures/scene.ts';
import { markupPayloads } from './support/markup-payloads.ts';
import { MarkupWatch } from './support/markup-watch.ts';

test.describe.configure({ timeout: 90_000 });
test.use({ actionTimeout: 15_000 });

interface Stage {
  app: Cairn;
  model: ModelServer;
  site: PageServer;
}

async function scene({ app, model, site }: Stage): Promise<void> {
  const { goal, steps, closing, answer } = scenes[app.language](site.origin);
  model.play(diligentModel(steps, closing));
  await app.enterKey(model);
  await app.send(goal);
  await app.approve('Allow for this plan');
  await app.expectPlanStatus('waiting');
  await app.send(answer);
  await app.expectPlanStatus('completed');
}

const runs: Record<string, (stage: Stage) => Promise<void>> = {
  demo: async ({ app }) => app.playDemo(),
  'a report with a chart': scene,
  'a parallel graph with replans': async ({ app, model }) => {
    const steps = ['North', 'East', 'South', 'West'].map((name) => ({
      description: `Look to the ${name}`,
      calls: [{ name: 'todo', input: { action: 'add', title: name } }],
      dependencies: [],
    }));
    const last = { description: 'Put it together', dependencies: ['s1', 's2', 's3', 's4'] };
    model.play(diligentModel([...steps, last], 'All four are seen.'));
    await app.enterKey(model);
    await app.workCarefully();
    await app.send('Look around');
    await app.expectPlanStatus('completed');
  },
  'a failure and a recovery': async ({ app, model, site }) => {
    model.play(eventfulModel(lakeStory(site)));
    await app.enterKey(model);
    await app.workCarefully();
    await app.send(lakeStory(site).goal);
    await app.expectPlanStatus('waiting');
    await app.send('Sunday');
    await app.approve('Allow for this plan');
    await app.expectPlanStatus('completed');
  },
};

/** Opens a file from disk in a context without a network; `faults` grows with each request, error and violation. */
async function opened(
  browser: Browser,
  path: string,
): Promise<{ page: Page; faults: string[]; close: () => Promise<void> }> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && faults.push(request.url()));
  await page.goto(pathToFileURL(resolve(path)).href);
  return { page, faults, close: () => context.close() };
}

async function saved(app: Cairn, path: string): Promise<void> {
  await app.tab('Plan');
  await app.button('Share …').click();
  const coming = app.page.waitForEvent('download');
  await app.button('Save as a page').click();
  await (await coming).saveAs(path);
  await app.page.keyboard.press('Escape');
}

async function checked({ app, model, site }: Stage, browser: Browser, path: string, play: string): Promise<void> {
  await runs[play]?.({ app, model, site });
  await saved(app, path);
  const html = readFileSync(path, 'utf8');
  const { plan } = await app.exportPlan();
  const record = parseSavedSession(sessionLinesInExportedHtml(html) ?? '');
  const attachments = record.files.reduce((sum, file) => sum + Buffer.byteLength(JSON.stringify(file.content)), 0);
  expect(html.length - attachments).toBeLessThan(440_000);
  expect(record.runs.at(-1)?.run.plan).toMatchObject({ goal: plan.goal, steps: plan.steps });

  const { page, faults, close } = await opened(browser, path);
  const shown = page.locator('section.plan');
  for (const [at, step] of plan.steps.entries()) {
    await expect(shown.getByRole('listitem').nth(at)).toContainText(step.description);
    await expect(shown.getByRole('listitem').nth(at)).toHaveAttribute('data-step-status', step.status);
  }
  await expectNoViolation(page);
  await page.getByRole('slider').fill('0');
  await page.locator('footer select').selectOption('4');
  await page.locator('footer button').nth(1).click();
  await expect(shown).toHaveAttribute('data-plan-status', plan.status, { timeout: 20_000 });
  for (const step of plan.steps) await expect(shown).toContainText(step.description);
  expect(faults).toEqual([]);
  await close();
}

for (const play of Object.keys(runs))
  test(`P a saved page of ${play} shows the plan and results of its session from disk, and plays to the end`, async ({
    app,
    model,
    site,
    browser,
  }, info) => {
    await checked({ app, model, site }, browser, info.outputPath('run.html'), play);
  });

test.describe(() => {
  test.use({ locale: 'zh-CN' });
  test('P a saved page of a Chinese run speaks Chinese', async ({ app, model, site, browser }, info) => {
    const path = info.outputPath('run.html');
    await scene({ app, model, site });
    await app.page.getByRole('tab', { name: allMessages.zh['shell.tab.plan'], exact: true }).click();
    await app.page.getByRole('button', { name: '分享…' }).click();
    const coming = app.page.waitForEvent('download');
    await app.page.getByRole('button', { name: '存为网页' }).click();
    await (await coming).saveAs(path);
    const { page, faults, close } = await opened(browser, path);
    await expect(page.getByRole('region', { name: '计划' }).getByRole('listitem').first()).toContainText('完成');
    await expect(page.getByRole('button', { name: '播放' })).toBeVisible();
    expect(faults).toEqual([]);
    await close();
  });
});

test('P a saved page dropped on a fresh profile is the same session, and a fork from its middle runs to the end', async ({
  app,
  model,
  browser,
}, info) => {
  const path = info.outputPath('run.html');
  const note = (title: string) => ({ name: 'todo', input: { action: 'add', title } });
  const write = { name: 'files', input: { action: 'write', name: 'list.md', content: '- bag\n- key' } };
  const steps = [
    { description: 'Note the bag', calls: [note('Pack the bag')] },
    { description: 'Write the list', calls: [write] },
    { description: 'Sum up' },
  ];
  model.play(diligentModel(steps, 'All is done.'));
  await app.enterKey(model);
  await app.workCarefully();
  await app.send('Prepare the trip');
  await app.expectPlanStatus('completed');
  await saved(app, path);
  const session = /#\/s\/([\w.~-]+)/.exec(app.page.url())?.[1] ?? '';
  const before = await sessionTables(app.page, session);

  const context = await browser.newContext();
  const other = new Cairn(await context.newPage());
  await other.page.goto(app.page.url().split('#')[0] ?? '');
  await other.enterKey(model);
  await other.workCarefully();
  await other.tab('Plan');
  await other.chooseFile('run.html', readFileSync(path));
  await other.expectPlanStatus('completed');
  const after = await sessionTables(other.page, session);
  /**
   * To-dos stay with the person who made them, so that nothing is checked for them here; messages come from outside
   * there.
   */
  const journal = ({ journal }: typeof before) => JSON.stringify(journal).replace(/"written":\[[^\]]*\]/g, '');
  const received = before.journal.map((entry) =>
    entry.body.type === 'message' ? { ...entry, body: { ...entry.body, foreign: true } } : entry,
  );
  expect(journal(after)).toBe(journal({ ...before, journal: received }));
  expect(after.files).toEqual(before.files);
  const ids = new Set(before.files?.map(({ id }) => id));
  const own = (tables: typeof before) => tables.contents?.filter(({ id }) => ids.has(id));
  expect(own(after)).toEqual(own(before));
  const plan = (tables: typeof before) => JSON.stringify(tables.versions?.filter(({ n }) => n === 1));
  expect(plan(after)).toBe(plan(before));

  await other.tab('History');
  const line = other
    .panel('History')
    .getByRole('listitem')
    .filter({ hasText: /Step 2 of 3 began/ })
    .first();
  await line.hover();
  await line.getByRole('button', { name: 'See the plan at this point' }).click();
  await other.button('Continue from here in a new session').click();
  await other.expectPlanStatus('paused');
  model.play(diligentModel(steps.slice(1), 'The copy is done.'));
  await other.button('Continue').click();
  await other.expectPlanStatus('completed');
  await context.close();
});

test('P 200 hostile texts in a saved page stay texts', async ({ page, browser }, info) => {
  const watch = await MarkupWatch.over(page, []);
  const payloads = markupPayloads(watch.stranger);
  expect(payloads.length).toBeGreaterThanOrEqual(200);
  const chunk = readdirSync('dist/assets').find((name) => name.startsWith('_virtual_cairn-viewer')) ?? '';
  const { script, style } = (await import(resolve('dist/assets', chunk))) as { script: string; style: string };
  const at = '2026-01-01T00:00:00.000Z';
  const entry = (seq: number, body: object, step: string | null = null) => ({
    table: 'journal',
    row: {
      seq,
      session_id: 's',
      task_id: 't',
      step_id: step,
      at: new Date(Date.parse(at) + seq * 1000).toISOString(),
      body,
    },
  });
  const all = payloads.join('\n');
  const rows = [
    ...payloads.flatMap((text, n) => [
      entry(6 * n, { type: 'message', kind: n % 2 ? 'goal' : 'closing', text }),
      entry(6 * n + 1, { type: 'plan_step_start', index: n + 1, total: payloads.length, description: text }, `x${n}`),
      entry(6 * n + 2, { type: 'tool_call', call: `c${n}`, tool: text, input: { url: text } }, `x${n}`),
      entry(
        6 * n + 3,
        {
          type: 'tool_result',
          call: `c${n}`,
          tool: text,
          input: { url: text },
          retry_at: '',
          result: { ok: true, text, failure: null, written: [], artifact: null, foreign: true },
        },
        `x${n}`,
      ),
      entry(6 * n + 4, { type: 'plan_step_end', status: 'completed', summary: text }, `x${n}`),
      entry(6 * n + 5, { type: 'notice', code: text, params: { detail: text } }),
    ]),
    {
      table: 'files',
      row: {
        id: 'f',
        session_id: 's',
        name: `${payloads[0]}.svg`,
        mime: 'image/svg+xml',
        size: 1,
        kind: 'file',
        source: null,
        created_at: at,
        deleted_at: null,
      },
    },
    { table: 'contents', row: { id: 'f', content: `<svg xmlns="http://www.w3.org/2000/svg">${all}</svg>` } },
    {
      table: 'files',
      row: {
        id: 'g',
        session_id: 's',
        name: `${payloads[1]}.html`,
        mime: 'text/html',
        size: 1,
        kind: 'file',
        source: null,
        created_at: at,
        deleted_at: null,
      },
    },
    { table: 'contents', row: { id: 'g', content: all } },
    {
      table: 'sessions',
      row: {
        id: 's',
        title: all,
        plan_status: null,
        steps_ended: 0,
        steps_total: 0,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      },
    },
  ];
  const html = await buildExportedRunHtml({
    title: all,
    language: 'en',
    lines: rows.map((row) => JSON.stringify(row)).join('\n'),
    words: Object.fromEntries(
      Object.entries(allMessages.en).map(([key, english]) => [
        key,
        [english, allMessages.zh[key as keyof typeof allMessages.zh]],
      ]),
    ),
    office: {},
    script,
    style,
  });
  const path = info.outputPath('hostile.html');
  writeFileSync(path, html);
  await page.goto(pathToFileURL(resolve(path)).href);
  await expect(page.getByRole('group').first()).toBeVisible();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await expect(page.locator('.conversation')).toContainText('p199x');
  /**
   * The page’s own style and its four scripts, three of them data, which the watch, made for the app, takes for
   * strangers.
   */
  const own =
    /^((the page went to|asked for) file:\S*hostile\.html$|element: <style>(?::root|@layer base)|script: <script type="application|script: <script>\(function|the app’s own element)/;
  expect((await watch.faults()).filter((fault) => !own.test(fault))).toEqual([]);
  expect(await page.locator('script').count()).toBe(4);
  expect(await page.locator('style').count()).toBe(1);
  await watch.stop();
  expect(browser.contexts().flatMap((context) => context.pages())).toHaveLength(1);
});
