import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { Cairn } from '../../e2e/support/cairn.ts';
import { keptOffline } from '../../e2e/support/kept-offline.ts';
import { ModelServer } from '../../e2e/support/model-server.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';

const types: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{ '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2', '.wasm': 'application/wasm' },
  ...{ '.webmanifest': 'application/manifest+json' },
};
const key = 'sk-test-0123456789';

/** One address, at which Cairn is served, another app, or the one beside the other. */
class Origin {
  serves: 'Cairn' | 'the other app' = 'Cairn';
  /** What the other app's service worker does with a request, and the path of its script. */
  worker = '';
  workerPath = '/other-worker.js';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://localhost');
      const html = (text: string) => response.writeHead(200, { 'content-type': types['.html'] }).end(text);
      if (pathname.startsWith('/other/')) return html('<!doctype html><title>The other app</title>');
      if (pathname === this.workerPath && (this.serves === 'the other app' || pathname === '/other-worker.js'))
        return response.writeHead(200, { 'content-type': types['.js'] }).end(this.worker);
      if (this.serves === 'the other app') return html('<!doctype html><title>The other app</title>');
      const path = join('dist', pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      if (!existsSync(path) || statSync(path).isDirectory()) return response.writeHead(404).end();
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      return createReadStream(path).pipe(response);
    });
  }

  static async start(): Promise<Origin> {
    const origin = new Origin();
    await new Promise<void>((resolve) => origin.#server.listen(0, '127.0.0.1', resolve));
    return origin;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const test = base.extend<{ origin: Origin; model: ModelServer }>({
  origin: async ({}, use) => {
    const origin = await Origin.start();
    await use(origin);
    origin.stop();
  },
  model: async ({}, use) => {
    const model = await ModelServer.start();
    await use(model);
    await model.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

/** All that a page can read of what its origin stores, as text. */
const take = () =>
  (async () => {
    const databases: Record<string, unknown> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('not opened'));
      });
      for (const store of database.objectStoreNames)
        databases[`${name} ${store}`] = await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => resolve(null);
        });
      database.close();
    }
    return {
      database: JSON.stringify(databases),
      device: JSON.stringify(Object.entries(localStorage)),
      tab: JSON.stringify(Object.entries(sessionStorage)),
      caches: await caches.keys(),
    };
  })();

async function openCairn(page: Page, { address }: Origin): Promise<Cairn> {
  await page.goto(address);
  return new Cairn(page);
}

async function work(app: Cairn, model: ModelServer, goal: string): Promise<void> {
  model.play(diligentModel([{ description: 'Think', calls: [] }], 'Thought.'));
  await app.send(goal);
  await app.expectPlanStatus('completed');
}

/** What the settings say of who watches over what leaves, and whether a network worker is in fact held to its sites. */
async function claims(app: Cairn, model: ModelServer): Promise<{ claimed: boolean; held: boolean }> {
  const settings = await app.settings('Tools and permissions');
  const claim = settings.getByText(/The browser itself sees to it|In this visit the browser does not watch/);
  const claimed = (await claim.first().innerText()).startsWith('The browser itself');
  await app.page.keyboard.press('Escape');
  await work(app, model, 'Think again');
  const ofModel = () => app.page.workers().find((each) => each.url().includes('/network-worker'));
  await expect.poll(() => ofModel() !== undefined).toBe(true);
  let asked = false;
  const elsewhere = createServer((_, response) => {
    asked = true;
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  await ofModel()!.evaluate((to) => fetch(to, { mode: 'no-cors' }).catch(() => null), `http://127.0.0.1:${port}/`);
  elsewhere.close();
  return { claimed, held: !asked };
}

/** The paragraph of SECURITY.md about an origin that is shared. */
const promised = /- \*\*Whoever shares the origin[^]*?\n(?=- )/.exec(readFileSync('SECURITY.md', 'utf8'))?.[0] ?? '';

test('R13.4 what another app at the same origin takes is what SECURITY.md says: it beside Cairn, and after it', async ({
  page,
  context,
  origin,
  model,
}) => {
  expect(promised.replace(/\s+/g, ' ')).toContain(
    'keys that are kept on the device unencrypted, and in the same tab those kept until it closes',
  );
  const app = await openCairn(page, origin);
  await app.enterKey(model, 'On this device');
  await keptOffline(page);
  await work(app, model, 'A secret goal');

  const beside = await context.newPage();
  await beside.goto(`${origin.address}other/`);
  const taken = await beside.evaluate(take);
  expect(taken.device).toContain(key);
  expect(taken.database).toContain('A secret goal');
  expect(taken.database).not.toContain(key);
  expect(taken.tab).not.toContain(key);
  expect(taken.caches.join()).toContain('cairn');

  /**
   * Later the other app is served in Cairn's place: it takes the place of the service worker, too, and serves another
   * Cairn.
   */
  origin.worker = `addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => { if (event.request.mode === 'navigate') event.respondWith(new Response('<!doctype html><title>An altered Cairn</title>', { headers: { 'content-type': 'text/html' } })); });`;
  origin.serves = 'the other app';
  await beside.goto(`${origin.address}other/later`);
  expect((await beside.evaluate(take)).device).toContain(key);
  await beside.evaluate(() => navigator.serviceWorker.register('/other-worker.js', { scope: '/' }));
  origin.serves = 'Cairn';
  await expect
    .poll(async () => {
      await beside.goto(origin.address);
      return beside.title();
    })
    .toBe('An altered Cairn');
});

test('R13.4 a key that is kept until the tab closes is read in that tab only, an encrypted one nowhere', async ({
  browser,
  origin,
  model,
}) => {
  for (const keep of ['Until this tab closes', 'On this device, encrypted'] as const) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const app = await openCairn(page, origin);
    const choice = page.getByRole('radio', { name: keep, exact: true });
    if (keep.endsWith('encrypted')) {
      await choice.check();
      await page.getByLabel('Choose a passphrase').fill('correct horse');
    }
    await app.enterKey(model, keep);
    const other = await context.newPage();
    await other.goto(`${origin.address}other/`);
    const beside = JSON.stringify(await other.evaluate(take));
    expect([keep, beside.includes(key)]).toEqual([keep, false]);
    await page.goto(`${origin.address}other/`);
    const same = await page.evaluate(take);
    expect([keep, same.tab.includes(key), same.device.includes(key)]).toEqual([
      keep,
      !keep.endsWith('encrypted'),
      false,
    ]);
    await context.close();
  }
});

/** Workers that another app has left at the origin before Cairn came. */
const left: Record<string, string> = {
  'passes requests on': `addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
  'answers with a policy that allows all': `addEventListener('fetch', (event) => event.respondWith(fetch(event.request).then((answer) => new Response(answer.body, { status: answer.status, headers: { ...Object.fromEntries(answer.headers), 'content-security-policy': "default-src *; connect-src *" } }))));`,
  'claims every page at once': `addEventListener('install', () => skipWaiting()); addEventListener('activate', (event) => event.waitUntil(clients.claim())); addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
  'does nothing': `addEventListener('message', () => undefined);`,
};
/** Paths of its script: one of its own, and that of Cairn's own worker. */
const paths = ['/other-worker.js', '/service-worker.js'];

for (const [what, worker] of Object.entries(left))
  for (const path of paths)
    test(`R13.4 after a worker at ${path} that ${what}, the settings claim no more than holds, and Cairn’s own takes its place`, async ({
      page,
      context,
      origin,
      model,
    }) => {
      origin.serves = 'the other app';
      origin.worker = worker;
      origin.workerPath = path;
      const before = await context.newPage();
      await before.goto(origin.address);
      await before.evaluate(async (script) => {
        await navigator.serviceWorker.register(script, { scope: '/' });
        await navigator.serviceWorker.ready;
      }, path);
      await before.close();
      origin.serves = 'Cairn';

      await (await openCairn(page, origin)).enterKey(model, 'On this device');
      let visit = page;
      let found = await claims(new Cairn(visit), model);
      for (let visits = 1; visits < 6 && !found.claimed; visits += 1) {
        expect(found, 'it claims what does not hold').toEqual({ claimed: false, held: false });
        const update = visit.getByRole('button', { name: 'Update', exact: true });
        if (await update.isVisible()) await update.click();
        /** A worker takes over some time after the last page that the one before it served has gone. */
        await new Promise((resolve) => setTimeout(resolve, 2000));
        await visit.close();
        visit = await context.newPage();
        await openCairn(visit, origin);
        await keptOffline(visit);
        found = await claims(new Cairn(visit), model);
      }
      expect(found).toEqual({ claimed: true, held: true });
    });
