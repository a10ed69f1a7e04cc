import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import type { Ask } from '../../e2e/support/ask.ts';
import type { Reply, ScriptedModel } from '../../e2e/support/model-server.ts';
import { Cairn } from '../../e2e/support/cairn.ts';
import { markupPayloads } from './support/markup-payloads.ts';
import { MarkupWatch } from './support/markup-watch.ts';
import { readThrough } from './support/read-through.ts';
import { test as base } from './support/trial-test.ts';
import { visitViews } from './support/visit-views.ts';

interface Step {
  description: string;
  more?: Record<string, unknown>;
  text?: string;
  calls?: { name: string; input: Record<string, unknown> }[];
  question?: string;
  response?: string;
  /** The rest of the plan is made anew after it. */
  unfit?: boolean;
}

const call = (name: string, input: Record<string, unknown>): Reply => ({ calls: [{ name, input }] });

/** A model that says what it is told to say, by the number of the step. */
function hostileModel(steps: Step[], closing: string, anew: Step[] = []): ScriptedModel {
  const asked = new Set<Step>();
  const ended = new Set<Step>();
  const made = new Map<Step, number>();
  let unfit = false;
  let replanned = false;
  const written = (each: Step, at: number) => ({ id: `x${at}`, ...each.more, description: each.description });
  const all = () => (replanned ? [...steps.slice(0, steps.findIndex(({ unfit }) => unfit) + 1), ...anew] : steps);
  const think = (ask: Ask): Reply => {
    const step = all()[(ask.step?.number ?? 1) - 1];
    if (!step) return call('finish_step', { response: 'Done.' });
    if (step.question && !asked.has(step)) {
      asked.add(step);
      return call('ask_user', { question: step.question });
    }
    /** Long results leave the request again, so that it does not tell how many there were. */
    const nth = made.get(step) ?? 0;
    const next = step.calls?.[nth];
    made.set(step, nth + 1);
    if (next) return { text: nth === 0 ? (step.text ?? '') : '', calls: [next] };
    ended.add(step);
    unfit ||= step.unfit ?? false;
    return {
      text: step.text ?? '',
      ...call('finish_step', { response: step.response ?? 'Done.', plan_still_fits: !step.unfit }),
    };
  };
  const decide = (ask: Ask): Reply => {
    if (ask.purpose === 'intake') return call('create_plan', { plan: steps.map(written) });
    if (ask.purpose === 'thought') return think(ask);
    if (ask.purpose === 'evaluation')
      return call('judge_step', { success: true, decision: 'continue', reason: closing.slice(0, 500) });
    if (unfit && !replanned) {
      replanned = true;
      return call('update_plan', { plan: anew.map(written) });
    }
    return ended.size < all().length ? call('keep_plan', {}) : call('finish_task', { response: closing });
  };
  return {
    topic: ({ purpose, step, results }) => `${purpose} ${step?.number ?? 0} ${results.length}`,
    /**
     * It has read all of the request: an endpoint that says less is asked again, with less, and a call would be lost.
     */
    answer: (ask) => ({ ...decide(ask), read: Math.ceil(ask.size / 4) }),
  };
}

/** Texts put together to pieces of a length at most. */
function packed(texts: readonly string[], length: number, between = ' '): string[] {
  const pieces: string[] = [];
  for (const text of texts) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + between.length + text.length <= length)
      pieces[pieces.length - 1] = last + between + text;
    else pieces.push(text);
  }
  return pieces;
}

/** Markdown in which no payload swallows the next: each in an item of its own, named before it. */
const listOf = (texts: readonly string[]) =>
  texts.map((text) => `* ${/p\d+x/.exec(text)?.[0] ?? ''}\n\n  ${text.replaceAll('\n', '\n  ')}`).join('\n');

interface Fixtures {
  watch: MarkupWatch;
  payloads: string[];
  opened: Cairn;
  pages: { origin: string; serve: (path: string, type: string, body: string) => void };
  clean: (view: string) => Promise<void>;
}
const test = base.extend<Fixtures>({
  pages: async ({}, use) => {
    const served = new Map<string, [string, string]>();
    const server = createServer(({ url }, response) => {
      const [type, body] = served.get(new URL(url ?? '/', 'http://localhost').pathname) ?? ['text/plain', 'Nothing.'];
      response
        .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': `${type}; charset=utf-8` })
        .end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({ origin, serve: (path, type, body) => served.set(path, [type, body]) });
    server.closeAllConnections();
    server.close();
  },
  watch: async ({ page, model, pages, address }, use) => {
    const origins = [address, model.baseUrl, pages.origin].map((each) => new URL(each).origin);
    const watch = await MarkupWatch.over(page, origins);
    await use(watch);
    await watch.stop();
  },
  payloads: async ({ watch }, use) => use(markupPayloads(watch.stranger)),
  opened: async ({ page, watch }, use) => {
    expect(watch.stranger).toContain('127.0.0.1');
    const app = new Cairn(page);
    await app.open();
    await use(app);
  },
  clean: async ({ watch }, use) => {
    await use(async (view) => expect(await watch.faults(), view).toEqual([]));
  },
});
test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 10_000, serviceWorkers: 'allow' });

/** The payloads that have not been in the document as text since the last time. */
async function unseen(watch: MarkupWatch, payloads: readonly string[]): Promise<string[]> {
  const seen = await watch.seen();
  return payloads.flatMap((text, n) => (seen.has(n) ? [] : [`${n}: ${text.slice(0, 60)}`]));
}

/** Presses every third link and all images of the conversation, and leaves each question with Cancel. */
async function pressLinks(page: Page, within: Cairn['conversation']): Promise<number> {
  const links = within.locator('[role=link]');
  const count = await links.count();
  for (let at = 0; at < count; at += 3) {
    await links.nth(at).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  for (const button of await within.getByRole('button', { name: /^Show image/ }).all()) await button.click();
  return count;
}

test('R13.2 there are many ways to write markup that does something', ({ payloads }) => {
  expect(new Set(payloads).size).toBe(payloads.length);
  expect(new Set(payloads.map((text) => text.replaceAll(/\d+/g, ''))).size).toBeGreaterThanOrEqual(300);
});

test('R13.2 the watch itself notices what gets into the document', async ({ opened: app, watch }) => {
  await app.page.evaluate((stranger) => {
    const add = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      document.body.append(element);
    };
    add('img', { src: `${stranger}/p1x/` });
    add('iframe', { name: 'x' });
    add('link', { rel: 'prefetch', href: `${stranger}/p2x/` });
    add('p', { onmadeup: 'top.hit(3)' });
    add('p', { style: `background: url(${stranger}/p4x/)` });
    add('form', { action: stranger });
    add('a', { href: 'javascript:top.hit(5)' });
    add('div', { id: 'app' });
    document.body.append('p6x');
    (window as unknown as { hit: (n: number) => void }).hit(7);
    window.open(stranger);
  }, watch.stranger);
  const told = ['image: <img', 'element: <iframe', 'link: <link', 'onmadeup: <p', 'style: <p', 'action: <form'];
  for (const each of [...told, 'address: <a', 'not alone', 'payload 7 ran', 'open was called', 'policy was violated'])
    await expect.poll(async () => (await watch.faults()).join('\n'), each).toContain(each);
  expect([...(await watch.seen())]).toEqual([6]);
});

test('R13.2 markup in what a model plans, thinks, writes, asks and answers stays text in every view', async ({
  opened: app,
  model,
  pages,
  watch,
  payloads,
  clean,
}, info) => {
  info.setTimeout(360_000);
  const { page } = app;
  const titles = packed(payloads, 480);
  const groups = packed(payloads, Math.ceil(payloads.join(' ').length / 8));
  const list = listOf(payloads);
  const paragraphs = payloads.join('\n\n');
  const day = (at: number) => `2026-11-${String(20 + (at % 8))}`;
  const addTodo = (title: string) => ({
    name: 'todo',
    input: { action: 'add', title, notes: title, tags: ['<b>x</b>'] },
  });
  const addEntry = (title: string, at: number) => ({
    name: 'schedule',
    input: {
      action: 'add',
      title,
      start: `${day(at)}T10:00`,
      end: `${day(at)}T11:00`,
      place: title,
      notes: groups[at],
    },
  });
  const write = (name: string, content: string) => ({ name: 'files', input: { action: 'write', name, content } });
  const ids = ['__proto__', 'constructor', 'toString', '<img src=x onerror=top.hit(0)>'];
  const steps: Step[] = groups.map((description, at) => ({
    description,
    more: { id: ids[at] ?? `s${at}`, expected_output: groups.at(-1 - at), parameters: { [description]: description } },
    text: listOf(groups[at]?.split(' ') ?? []),
    response: description,
  }));
  steps[0] = { ...steps[0]!, calls: titles.slice(0, 4).map(addTodo) };
  steps[1] = { ...steps[1]!, calls: titles.slice(4, 8).map(addEntry) };
  steps[2] = {
    ...steps[2]!,
    calls: [
      write('list.md', list),
      write('page.html', `<!doctype html><body>${paragraphs}`),
      write('drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg">${payloads.join('')}</svg>`),
      write(
        'table.csv',
        `${payloads
          .slice(0, 3)
          .map((text) => JSON.stringify(text))
          .join(',')}\n${payloads.map((text) => `"${text.replaceAll('"', '""')}",1,2`).join('\n')}`,
      ),
      write('data.json', JSON.stringify(Object.fromEntries(payloads.map((text) => [text, text])))),
      write('&lt;img src=x onerror=top.hit(1)&gt;.txt', paragraphs),
    ],
  };
  steps[3] = { ...steps[3]!, question: list };
  steps[4] = {
    ...steps[4]!,
    calls: [
      { name: 'memory', input: { action: 'remember', title: titles[9]!.slice(0, 190), text: list.slice(0, 19_000) } },
      {
        name: 'chart',
        input: {
          type: 'bar',
          title: titles[10]!.slice(0, 190),
          rows: [
            { x: titles[11], y: 1 },
            { x: titles[12], y: 2 },
          ],
        },
      },
      { name: 'fetch', input: { url: `${pages.origin}/?q=${payloads[20]}`, method: 'POST', body: paragraphs } },
      { name: 'files', input: { action: 'delete', name: '&lt;img src=x onerror=top.hit(1)&gt;.txt' } },
    ],
  };
  steps[7] = { ...steps[7]!, unfit: true, response: paragraphs.slice(0, 8000) };
  const anew = groups.map((description, at) => ({ description: `${description} REPLANNED`, more: { id: `n${at}` } }));
  model.play({ topic: () => 'intake', answer: () => ({ text: list }) });
  model.flow();
  await app.enterKey(model);
  await app.send('Say it');
  await expect.poll(() => unseen(watch, payloads), { message: 'seen in an answer', timeout: 60_000 }).toEqual([]);
  await clean('an answer as it came');
  expect(await pressLinks(page, app.conversation)).toBeGreaterThan(20);
  await clean('links that were pressed');

  model.play(hostileModel(steps, `${list}\n\n${paragraphs}`, anew));
  await app.send('Show me <img src=x onerror=top.hit(2)> in every place');
  await expect(app.message).toHaveAttribute('placeholder', 'Write your answer…', { timeout: 60_000 });
  await clean('the question');
  expect(await unseen(watch, payloads), 'seen in plan, thoughts and question').toEqual([]);
  await app.send('<script>top.hit(3)</script>');
  await expect(app.approval).toContainText('Send something to', { timeout: 60_000 });
  expect(await unseen(watch, payloads), 'seen in an approval').toEqual([]);
  await clean('the approval of what is sent');
  await app.approve('Deny');
  await expect(app.approval).toContainText('onerror');
  await clean('the approval of a deletion');
  await app.approve('Deny');
  await app.expectPlanStatus('completed');
  await clean('the end');
  await visitViews(app, 7, clean);
  expect(await unseen(watch, payloads), 'seen in the views').toEqual([]);

  await app.tab('To-do');
  await app
    .panel('To-do')
    .getByRole('button', { name: /^Options|^More/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await clean('a message over the page');
  await app.tab('Plan');
  const { text } = await app.exportPlan();
  await app.newSession();
  await app.chooseFile('exported.json', text);
  await readThrough(app.importDialog);
  await clean('the preview of an export');
});

test('R13.2 markup in pages, data and drawings that were fetched stays text in every view', async ({
  opened: app,
  model,
  pages,
  watch,
  payloads,
  clean,
}, info) => {
  info.setTimeout(240_000);
  const raw = payloads.join('\n');
  pages.serve(
    '/page',
    'text/html',
    `<!doctype html><title>${payloads[0]}</title><main><h1>News</h1><p>${'Word after word. '.repeat(40)}</p>${raw}</main>`,
  );
  pages.serve('/plain', 'text/plain', payloads.join('\n\n'));
  pages.serve('/list', 'text/markdown', listOf(payloads));
  pages.serve('/data', 'application/json', JSON.stringify(payloads.map((text) => ({ [text]: text }))));
  pages.serve(
    '/table',
    'text/csv',
    `name,value\n${payloads.map((text) => `"${text.replaceAll('"', '""')}",1`).join('\n')}`,
  );
  pages.serve(
    '/drawing',
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="top.hit(4)">${payloads.filter((text) => text.startsWith('<svg')).join('')}</svg>`,
  );
  pages.serve(
    '/xhtml',
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><body onload="top.hit(5)"><script>top.hit(5)</script><p>x</p></body></html>`,
  );
  const paths = ['page', 'plain', 'list', 'data', 'table', 'drawing', 'xhtml'];
  model.play(
    hostileModel(
      paths.map((path) => ({
        description: `Read ${path}`,
        calls: [{ name: 'fetch', input: { url: `${pages.origin}/${path}` } }],
        response: `Read ${path}.`,
      })),
      'All is read.',
    ),
  );
  await app.enterKey(model);
  await app.send('Read all of it');
  await app.approve('Allow for this plan');
  await app.expectPlanStatus('completed');
  await clean('the end');
  await visitViews(app, paths.length, clean);
  expect(await unseen(watch, payloads), 'seen in the views').toEqual([]);
});

test('R13.2 markup in plans, to-dos and calendars that are imported stays text in every view', async ({
  opened: app,
  watch,
  payloads,
  clean,
}, info) => {
  info.setTimeout(240_000);
  const { page } = app;
  await app.goOnWithoutKey();
  const at = '2026-11-20T10:00:00Z';
  const step = (text: string, n: number) => ({
    id: `${text.slice(0, 150)} ${n}`,
    description: text,
    status: n % 3 === 0 ? 'completed' : n % 3 === 1 ? 'failed' : 'pending',
    tool: text,
    parameters: { [text]: text },
    dependencies: [],
    expected_output: text,
    result: n % 3 === 0 ? text : null,
    output: { [text]: text },
    error: n % 3 === 1 ? text : null,
    attempts: 1,
    plan: { goal: text, status: 'paused', steps: [] },
    started_at: at,
    ended_at: at,
  });
  const file = (goal: string, steps: unknown[]) =>
    JSON.stringify({
      version: 1,
      id: 'x',
      goal,
      status: 'paused',
      steps,
      current_step_index: 0,
      iteration_count: 0,
      step_count: steps.length,
      replan_count: 0,
      created_at: at,
      updated_at: at,
    });
  await app.chooseFile(
    '<img src=x onerror=top.hit(6)>.json',
    file(payloads.slice(0, 40).join('\n'), payloads.map(step)),
  );
  await readThrough(app.importDialog);
  await clean('the preview of an import');
  await app.acceptImport();
  await expect(app.steps).toHaveCount(payloads.length);
  await readThrough(app.plan);
  expect(await unseen(watch, payloads), 'seen in the plan').toEqual([]);
  await clean('the imported plan');

  await app.tab('To-do');
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add from a file…' }).click();
  const lines = payloads.map((text) => `- [ ] ${text.replaceAll(/[\r\n]+/g, ' ').replaceAll('\0', '')}`).join('\n');
  await (await coming).setFiles({ name: 'to-dos.md', mimeType: 'text/plain', buffer: Buffer.from(lines) });
  await expect(page.getByText(/\d+ to-dos added from to-dos\.md\./)).toBeVisible();
  await readThrough(app.panel('To-do'));
  expect((await unseen(watch, payloads)).length, 'seen in the to-dos').toBeLessThan(20);
  await clean('imported to-dos');

  await app.tab('Schedule');
  const events = payloads.map((text, n) => {
    const summary = text
      .replaceAll(/[\r\n]+/g, ' ')
      .replaceAll('\0', '')
      .replace(/[\\;,]/g, (sign) => `\\${sign}`);
    const start = `202611${String(1 + (n % 28)).padStart(2, '0')}T${String(n % 24).padStart(2, '0')}0000Z`;
    return `BEGIN:VEVENT\r\nUID:${n}\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:${start}\r\nDURATION:PT1H\r\nSUMMARY:${summary}\r\nDESCRIPTION:${summary}\r\nLOCATION:${summary}\r\nEND:VEVENT`;
  });
  const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('\r\n')}\r\nEND:VCALENDAR\r\n`;
  await page
    .getByRole('region', { name: 'Schedule' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.ics', mimeType: 'text/calendar', buffer: Buffer.from(ics) });
  await expect(page.getByText(/Imported: \d+ added/)).toBeVisible();
  await visitViews(app, 0, clean);

  await app.newSession();
  for (const broken of [
    ...payloads.slice(0, 20),
    file(payloads[0]!, [{ ...step(payloads[1]!, 1), status: payloads[2], dependencies: payloads.slice(0, 30) }]),
  ]) {
    await app.chooseFile(`${broken.slice(0, 60).replaceAll(/[/\0\n]/g, '_')}.json`, broken);
    await expect(app.importDialog.getByRole('button', { name: /^(Close|Cancel)$/ }).last()).toBeVisible();
    await app.importDialog
      .getByRole('button', { name: /^(Close|Cancel)$/ })
      .last()
      .click();
  }
  await clean('files that cannot be read');
});

test('R13.2 markup in what an endpoint says of a fault stays text, wherever the fault is told', async ({
  opened: app,
  model,
  watch,
  payloads,
  clean,
}, info) => {
  info.setTimeout(240_000);
  const faults = packed(payloads, 290, '\n\n');
  /** By the goal, since a fault that speaks of functions is met with the same request without calls. */
  const asked = ({ prompt }: Ask) => Number(/Try it (\d+)/.exec(prompt)?.[1] ?? 0);
  model.play({ topic: (ask) => `fault ${asked(ask)}`, answer: (ask) => ({ refusal: faults[asked(ask)] ?? '' }) });
  await app.enterKey(model);
  for (const [n] of faults.entries()) {
    /** A request that was refused is not sent a second time. */
    if (n > 0) await app.newSession();
    await app.send(`Try it ${n}`);
    await expect.poll(() => model.topics.at(-1), { intervals: [20] }).toBe(`fault ${n}`);
    await app.expectPlanStatus('paused');
    await readThrough(app.conversation);
    await clean('a fault in the conversation');
    await app.tab('History');
    await readThrough(app.panel('History'));
    await clean('a fault in the history');
  }
  const isPage = /<(html|body|head|title)/i;
  const told = faults.filter((fault) => !isPage.test(fault)).join('\n');
  const missing = (await unseen(watch, payloads)).filter((text) => told.includes(`p${text.split(':')[0] ?? ''}x`));
  expect(missing, 'seen in faults, but for those that are taken for pages').toEqual([]);

  const settings = await app.settings('Model connection');
  await settings.getByRole('button', { name: 'Test connection' }).click();
  await expect(settings.getByRole('status').filter({ hasText: /\w/ }).first()).toBeVisible();
  await clean('the report of a test of the connection');
});
