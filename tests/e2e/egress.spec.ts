import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Worker } from '@playwright/test';
import type { ModelServer } from './support/model-server.ts';
import { diligentModel } from './support/diligent-model.ts';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', triesPolicy: true });

const read = (url: string, description = 'Read the page') => ({
  description,
  calls: [{ name: 'fetch', input: { url } }],
});

function play(model: ModelServer, ...urls: string[]): void {
  model.play(
    diligentModel(
      urls.map((url, at) => read(url, `Read page ${at + 1}`)),
      'Read.',
    ),
  );
}

/** The worker through which one site is asked. */
async function workerFor(page: Page, origin: string): Promise<Worker> {
  const find = () =>
    page.workers().find((worker) => {
      const { pathname, searchParams } = new URL(worker.url());
      return pathname.includes('/network-worker') && searchParams.get('to') === origin;
    });
  await expect.poll(() => find() !== undefined, { message: `a network worker for ${origin}` }).toBe(true);
  return find()!;
}

/** What comes of a request that the worker's own code has not looked at: only the browser decides. */
const ask = (scope: Page | Worker, address: string, method = 'GET'): Promise<string> => {
  const given: [string, string] = [address, method];
  const request = ([to, how]: [string, string]) =>
    fetch(to, { method: how, mode: 'no-cors' }).then(
      () => 'answered',
      () => 'blocked',
    );
  return 'workers' in scope ? scope.evaluate(request, given) : scope.evaluate(request, given);
};

/** A site that notes who comes, and sends those who ask for `/away` elsewhere. */
async function strangers(to: () => string): Promise<{ server: Server; origin: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.url?.startsWith('/away')) response.writeHead(302, { location: to() }).end();
    else response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('R13.4 the browser holds what leaves to the sites it was allowed for: the five cases @gate', async ({
  app,
  page,
  model,
  site,
}) => {
  const elsewhere = await strangers(() => '/');
  const allowed = await strangers(() => `${elsewhere.origin}/secret`);
  try {
    await keptOffline(page);
    await app.enterKey(model);
    play(model, `${allowed.origin}/page`);
    await app.send('Read it');
    await expect(app.approval).toContainText(allowed.origin);

    /* W1: nothing is approved yet but the model's own endpoint. */
    const ofModel = await workerFor(page, new URL(model.baseUrl).origin);
    expect(await ask(ofModel, `${allowed.origin}/w1`)).toBe('blocked');
    expect(page.workers().some((worker) => worker.url().includes(encodeURIComponent(allowed.origin)))).toBe(false);

    /* W2: the approved site is reached without a reload. */
    await app.approve('Allow once');
    await app.expectPlanStatus('completed');
    expect(allowed.seen).toEqual(['/page']);
    const ofSite = await workerFor(page, allowed.origin);
    expect(await ask(ofSite, `${allowed.origin}/w2`)).toBe('answered');

    /* W3: any other site is not. */
    for (const url of [`${elsewhere.origin}/w3`, `${site.origin}/w3`, allowed.origin.replace('127.0.0.1', 'localhost')])
      expect(await ask(ofSite, url)).toBe('blocked');
    expect(await ask(ofSite, `${elsewhere.origin}/w3`, 'POST')).toBe('blocked');

    /* W4: nor is it by a redirect of the approved one. */
    expect(await ask(ofSite, `${allowed.origin}/away`)).toBe('blocked');

    /* W5: the page itself reaches nobody. */
    expect(await ask(page, `${allowed.origin}/w5`)).toBe('blocked');
    expect(await ask(page, `${elsewhere.origin}/w5`)).toBe('blocked');

    expect(allowed.seen).toEqual(['/page', '/w2', '/away']);
    expect([elsewhere.seen, site.requests]).toEqual([[], []]);
  } finally {
    allowed.server.close();
    elsewhere.server.close();
  }
});

test('R13.1 the key lies in the worker of its endpoint alone, and goes nowhere else @gate', async ({
  app,
  page,
  model,
  site,
}) => {
  /** The origins of the requests that hold the key, each once it is known. */
  const withKey: Promise<string[]>[] = [];
  page.on('request', (request) => {
    const origin = async () => {
      /** All headers of a request that is still under way at the end of the test are never known. */
      const headers = await request.allHeaders().catch(() => request.headers());
      const sent = JSON.stringify([request.url(), headers, request.postData()]);
      return sent.includes('sk-test-0123456789') ? [new URL(request.url()).origin] : [];
    };
    withKey.push(origin());
  });
  await keptOffline(page);
  await app.enterKey(model);
  play(model, `${site.origin}/weather`);
  await app.send('Read it');
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  expect([...new Set((await Promise.all(withKey)).flat())]).toEqual([new URL(model.baseUrl).origin]);
  const worker = await workerFor(page, site.origin);
  expect(page.workers().filter((each) => each.url().includes('sk-test'))).toEqual([]);
  expect(await ask(worker, model.baseUrl)).toBe('blocked');
});

test('R13.4 a page that was loaded past the service worker is taken under it before anything leaves', async ({
  app,
  page,
  model,
}) => {
  await keptOffline(page);
  await app.enterKey(model);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.reload', { ignoreCache: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller === null);
  model.play(diligentModel([{ description: 'Think', calls: [] }], 'Thought.'));
  await app.send('Think');
  await app.expectPlanStatus('completed');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const ofModel = await workerFor(page, new URL(model.baseUrl).origin);
  expect(await ask(ofModel, 'http://localhost:9/')).toBe('blocked');
});

test('R13.4 the settings say who watches over what leaves', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await keptOffline(page);
  const settings = await app.settings('Tools and permissions');
  await expect(settings).toContainText('The browser itself sees to it');
});
