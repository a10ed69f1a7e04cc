import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Loopback } from '../../unit/model/loopback.ts';
import { sample } from '../../unit/model/sample.ts';
import { CanaryWatch, type Place } from '../../e2e/support/canary-watch.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { keptOffline } from '../../e2e/support/kept-offline.ts';
import { faultyMind } from '../../e2e/support/faulty-mind.ts';
import { McpServer } from '../../e2e/support/mcp-server.ts';
import { expect, test } from '../../e2e/support/test.ts';
import { disguised, keptIn } from '../../fakes/disguises.ts';
import { aloud, aloudInJson, loudEndpoint } from './support/loud-endpoint.ts';

/** As people have it: what is kept for later is looked through, too, and the key lies in a network worker. */
test.use({ serviceWorkers: 'allow' });

const { delta, events } = sample;
const passphrase = 'seven stones mark the way';

/** One of them looks like a key, the other like nothing in particular. */
const places: [Place, string, string][] = [
  ['session', 'Until this tab closes', `sk-CANARY-${randomUUID()}`],
  ['device', 'On this device', `CANARY.${randomUUID().replaceAll('-', '~')}`],
  ['passphrase', 'On this device, encrypted', `sk-CANARY-${randomUUID()}`],
];

/** The first calls go wrong, each in a way that says the key aloud; then everything goes well. */
function faults(key: string) {
  const said = `Incorrect API key provided: ${key}. You sent Authorization: Bearer ${key}`;
  const json = 'application/json';
  return [
    {
      status: 401,
      type: json,
      body: JSON.stringify({ error: { message: said, code: 'invalid_api_key', param: key } }),
    },
    { status: 500, type: 'text/html', body: `<html><title>${key}</title><p>${said}</p></html>` },
    { body: events(delta({ content: 'I am ab' })) },
    { body: events({ error: { message: said, code: 503, metadata: { raw: encodeURIComponent(said) } } }) },
    null,
    { body: events(delta({ content: 'Let me' })), then: 'reset' as const },
    { status: 429, type: json, body: JSON.stringify({ error: `Try again in 1s, ${said}` }) },
  ];
}

for (const [place, words, key] of places)
  test(`R13.1 a key that is kept ${place === 'session' ? 'in the tab' : place === 'device' ? 'on the device' : 'with a passphrase'} is found nowhere else after a run with errors, exports and a backup`, async ({
    app,
    page,
  }) => {
    test.setTimeout(120_000);
    const server = new Loopback();
    const baseUrl = await server.open();
    const watch = await CanaryWatch.over(page, { [baseUrl]: key }, [passphrase]);
    const steps = ['Note the milk', 'Note the tea', 'Sum up'].map((description, at) => ({
      description,
      calls: at < 2 ? [{ name: 'todo', input: { action: 'add', title: description } }] : [],
    }));
    const wrong = faults(key);
    server.answer = faultyMind(diligentModel(steps, 'Both are noted.'), (_, call) => wrong[call - 1] ?? null);
    await app.open();
    await keptOffline(page);

    await test.step('the key is entered, at first into the wrong field', async () => {
      const provider = page.getByRole('combobox', { name: 'Provider' });
      await provider.selectOption('custom');
      const address = page.getByRole('textbox', { name: 'Base URL' });
      await address.fill(key);
      await app.button('Save').click();
      await expect(address.and(page.locator(':invalid'))).toBeVisible();
      await address.fill(baseUrl);
      await page.getByRole('textbox', { name: 'API key' }).fill(key);
      await page.getByLabel('Model', { exact: true }).fill('odd-1');
      await page.getByRole('radio', { name: words, exact: true }).check();
      if (place === 'passphrase') await page.getByLabel('Choose a passphrase').fill(passphrase);
      await app.button('Save').click();
      await expect(app.message).toBeVisible();
      await watch.look('saved', place);
    });

    await test.step('a run meets every error that says the key aloud', async () => {
      await app.send('Note milk and tea');
      await app.expectPlanStatus('paused');
      await watch.look('refused', place);
      await app.button('Continue').click();
      await app.expectPlanStatus('completed');
      await expect(app.conversation).toContainText('Both are noted.');
      expect(server.seen.filter(({ method }) => method === 'POST').length).toBeGreaterThan(wrong.length + 4);
      await watch.look('completed', place);
    });

    await test.step('plan, history and everything are exported', async () => {
      await app.exportPlan();
      await app.tab('History');
      const history = page.waitForEvent('download');
      await app.button('Export as JSON').click();
      await history;
      await app.settings('Your data');
      const backup = page.waitForEvent('download');
      await app.button('Back up now').click();
      await backup;
      await watch.look('exported', place);
    });

    await test.step('a bad base URL is tried and tested', async () => {
      const before = watch.carried;
      await app.settings('Model connection');
      await page.getByRole('textbox', { name: 'Base URL' }).fill('http://127.0.0.1:9/v1');
      await app.button('Test connection').click();
      await expect(page.getByText('Testing…')).toBeHidden({ timeout: 30_000 });
      await watch.look('tested', place);
      expect(watch.carried).toBe(before);
      await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
      await app.button('Test connection').click();
      await expect(page.getByText('Testing…')).toBeHidden({ timeout: 30_000 });
      await watch.look('tested again', place);
      expect(watch.carried).toBeGreaterThan(before);
      await page.keyboard.press('Escape');
    });

    await test.step('the page is opened anew', async () => {
      await app.reload();
      await watch.look('reloaded', place);
    });

    expect(watch.hits).toEqual([]);
    await server.close();
  });

test('the canary is found wherever it is planted', async ({ page }) => {
  const key = `sk-CANARY-${randomUUID()}`;
  const watch = await CanaryWatch.over(page, { 'http://127.0.0.1:9/v1': key });
  await page.goto('/');
  await page.evaluate(async (secret) => {
    const { console: log } = window;
    log.info(`oh, ${secret}`);
    document.body.dataset.oops = secret;
    document.querySelector('input')?.setAttribute('value', secret);
    localStorage.setItem('oops', btoa(`"${secret}"`));
    sessionStorage.setItem('cairn.key.p', secret);
    new BroadcastChannel('oops').postMessage({ secret });
    history.replaceState(null, '', `?oops=${Array.from(secret).reverse().join('')}`);
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('oops', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
      opening.onsuccess = () => resolve(opening.result);
    });
    const writing = database.transaction('rows', 'readwrite');
    writing.objectStore('rows').put(new TextEncoder().encode(secret), 1);
    await new Promise((resolve) => (writing.oncomplete = resolve));
    database.close();
    await fetch('/plan.schema.json', { headers: { oops: secret } });
  }, key);
  await watch.look('planted', 'session');
  const found = watch.hits.map((hit) => hit.replace(/ \(.*| http.*/, ''));
  expect(new Set(found)).toEqual(
    new Set([
      'console',
      'planted: address',
      'planted: document',
      'planted: localStorage oops',
      'planted: BroadcastChannel',
      'planted: table rows',
      'request',
    ]),
  );
});

/** A site whose pages, answers and failures all say the keys aloud; it notes what it is sent. */
async function loudSite(keys: string[]) {
  const received: string[] = [];
  const said = keys.map(aloud).join('\n');
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
    response.setHeader('Access-Control-Allow-Methods', '*');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push(JSON.stringify([request.url, request.headers, Buffer.concat(pieces).toString('latin1')]));
      const path = new URL(request.url ?? '/', 'http://site').pathname;
      if (path === '/data.json')
        return void response
          .setHeader('Content-Type', 'application/json')
          .end(`{"keys":["${keys.map(aloudInJson).join('","')}"]}`);
      if (path === '/broken') return void response.writeHead(500, { 'Content-Type': 'text/plain' }).end(said);
      const text = said.replaceAll('<', '&lt;');
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .end(`<title>${text}</title><main><h1>Keys</h1><p>${text}</p><a href="/?k=${keys[0]}">more</a></main>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

/** An MCP server whose tools, progress, results, files and errors say the keys aloud. */
async function loudMcp(own: string, other: string): Promise<McpServer> {
  const server = await McpServer.start();
  server.key = own;
  const said = `${aloud(own)}\n${aloud(other)}`;
  server.offered = [
    {
      name: 'say',
      description: `Says a text. ${own}`,
      inputSchema: { type: 'object', properties: { text: { type: 'string', description: said } } },
      answer: (_, tell) => {
        tell(1, 2, said);
        return {
          content: [
            { type: 'text', text: said },
            { type: 'text', text: `{"key":"${aloudInJson(own)}"}` },
            {
              type: 'resource',
              resource: { uri: 'file:///k.txt', mimeType: 'text/plain', blob: Buffer.from(said).toString('base64') },
            },
          ],
          structuredContent: { [own]: said },
        };
      },
    },
    {
      name: 'refuse',
      description: 'Refuses.',
      inputSchema: { type: 'object', properties: {} },
      answer: () => `No: ${said}`,
    },
  ];
  return server;
}

test('R13.1 two keys that come in by every way, in every usual encoding, come out by none', async ({ app, page }) => {
  test.setTimeout(900_000);
  const key = `sk-CANARY/${randomUUID()}+=._x`;
  const serverKey = `mcp.CANARY/${randomUUID()}+=._y`;
  expect(Object.keys(disguised(key)).length).toBeGreaterThanOrEqual(12);
  const [server, site, mcp] = [new Loopback(), await loudSite([key, serverKey]), await loudMcp(serverKey, key)];
  const baseUrl = await server.open();
  const watch = await CanaryWatch.over(page, { [baseUrl]: key, [mcp.url]: serverKey });
  /** What comes in goes from one part of the app to another before it is cleaned. */
  const leaks = () => watch.hits.filter((hit) => !/: MessagePort \(/.test(hit));
  const both = `${aloudInJson(key)}\\n${aloudInJson(serverKey)}`;
  const step = (description: string, tool: string, written: string) => ({ description, tool, written });
  server.answer = loudEndpoint(
    key,
    [
      step('Write it down', 'files', `{"action":"write","name":"notes.txt","content":"${both}"}`),
      step('Make a to-do', 'todo', `{"action":"add","title":"Keep it","details":"${both}"}`),
      step('Make an entry', 'schedule', `{"action":"add","title":"Keep","start":"2031-01-01T10:00","notes":"${both}"}`),
      step('Remember it', 'memory', `{"action":"remember","title":"Keys","text":"${both}"}`),
      step('Read the page', 'fetch', `{"url":"${site.origin}/page"}`),
      step('Read the data', 'fetch', `{"url":"${site.origin}/data.json"}`),
      step('Ask with the key', 'fetch', `{"url":"${site.origin}/page?k=${encodeURIComponent(key)}"}`),
      step('Send the key', 'fetch', `{"url":"${site.origin}/drop","method":"POST","body":"${both}"}`),
      step('Count', 'compute', `{"code":"'${key.slice(0, 12)}' + '${key.slice(12)}'"}`),
      step('Say it', 'mcp_loud_say', `{"text":"${both}"}`),
      step('Be refused', 'mcp_loud_refuse', `{}`),
      step('Read the broken page', 'fetch', `{"url":"${site.origin}/broken"}`),
    ],
    'All of it is kept.',
  );
  await app.open();
  await keptOffline(page);

  await test.step('the keys are entered', async () => {
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('custom');
    await page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.getByLabel('Model', { exact: true }).fill('odd-1');
    await page.getByRole('radio', { name: 'Until this tab closes', exact: true }).check();
    await app.button('Save').click();
    await app.message.waitFor();
    const dialog = await app.settings('MCP servers');
    await dialog.getByLabel('Address of the MCP server').fill(mcp.url);
    await dialog.getByLabel('Name of the server').fill('Loud');
    await dialog.getByLabel('Key of the server').fill(serverKey);
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog.getByText('2 tools')).toBeVisible();
    await dialog.getByText('2 tools').click();
    await watch.look('listed', 'session');
    await page.keyboard.press('Escape');
  });

  await test.step('a plan meets errors, reads, calls and writes', async () => {
    await app.send(`Keep ${aloud(key)} and ${aloud(serverKey)}`);
    for (let pressed = 0; pressed < 30; pressed += 1) {
      const next = app.page
        .getByRole('button', { name: /^(Allow once|Continue)$/ })
        .or(app.page.locator('[data-plan-status="completed"], [data-plan-status="failed"]'))
        .first();
      await next.waitFor({ timeout: 60_000 });
      if (pressed < 3) await watch.look(`before press ${pressed}`, 'session');
      if ((await next.getAttribute('data-plan-status')) !== null) break;
      await next.click();
    }
    await watch.look('ended', 'session');
    expect(mcp.calls.map(({ tool }) => tool)).toEqual(['say', 'refuse']);
    expect(site.received.length).toBeGreaterThan(4);
    expect(leaks()).toEqual([]);
  });

  await test.step('files are added and imported', async () => {
    const said = `${aloud(key)}\n${aloud(serverKey)}`;
    const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) });
    await app.tab('Files');
    await page
      .locator('input[aria-label="Add files"]')
      .setInputFiles([
        file('keys.csv', 'text/csv', `a\n${said}`),
        file('keys.md', 'text/markdown', said),
        file('keys.json', 'application/json', `{"k":"${both}"}`),
        file('keys.bin', 'application/octet-stream', `\0${said}`),
      ]);
    await expect(page.getByRole('button', { name: 'Options for keys.bin' })).toBeVisible();
    await app.tab('To-do');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add from a file…' }).click();
    const lines = said.split('\n').filter((line) => line !== '');
    await (await choosing).setFiles(file('todo.md', 'text/markdown', lines.map((line) => `- [ ] ${line}`).join('\n')));
    await expect(page.getByText(/to-dos added from todo\.md/)).toBeVisible();
    await app.tab('Schedule');
    const entry = ['BEGIN:VEVENT', 'UID:k1', 'DTSTART:20310102T100000Z', `SUMMARY:${key}`, `DESCRIPTION:${both}`];
    await page
      .getByLabel('Import .ics')
      .setInputFiles(
        file(
          'keys.ics',
          'text/calendar',
          ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...entry, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'),
        ),
      );
    await expect(page.getByText(/Imported: 1 added/)).toBeVisible();
    await watch.look('imported', 'session');
    expect(leaks()).toEqual([]);
  });

  const saved = async (name: string | RegExp) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name }).first().click();
    await watch.downloaded(await coming);
  };
  await test.step('everything is shown and handed out', async () => {
    await saved('Export .ics');
    await app.tab('To-do');
    for (const format of ['Save as Markdown', 'Save as todo.txt']) await saved(format);
    await app.tab('Files');
    await watch.look('files', 'session');
    await app.tab('History');
    await saved('Export as JSON');
    await watch.look('history', 'session');
    await app.tab('Plan');
    await saved('Export plan.json');
    await app.button('Share …').click();
    await saved('Save as a page');
    await watch.look('shared', 'session');
    await page.keyboard.press('Escape');
    await app.settings('Your data');
    await saved('Back up now');
    await page.keyboard.press('Escape');
    await app.newSession();
    await app.chooseFile(
      'plan.json',
      `{"format":"cairn.plan","version":1,"goal":"${both}","steps":[{"description":"${aloudInJson(key)}","notes":"${both}"}]}`,
    );
    await app.acceptImport();
    await watch.look('plan imported', 'session');
    await saved('Export plan.json');
    await app.reload();
    await watch.look('reloaded', 'session');
  });

  expect(leaks()).toEqual([]);
  expect(site.received.filter((sent) => [key, serverKey].some((each) => keptIn(sent, each).length > 0))).toEqual([]);
  expect(mcp.calls.filter(({ input }) => keptIn(JSON.stringify(input), key).length > 0)).toEqual([]);
  site.close();
  await server.close();
  await mcp.stop();
});
