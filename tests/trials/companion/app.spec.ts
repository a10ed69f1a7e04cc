import { createReadStream, existsSync } from 'node:fs';
import { request as ask } from 'node:http';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { ModelServer } from '../../e2e/support/model-server.ts';
import type { CompanionBrowser } from './support/companion-browser.ts';
import { story } from './support/scripted-pages.ts';
import { cairn, smallSites } from './support/sites.ts';
import { SmallNet } from './support/small-net.ts';
import { expect, test as base } from './support/test.ts';

const types: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{ '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2', '.wasm': 'application/wasm' },
  ...{ '.webmanifest': 'application/manifest+json' },
};

/** The app as it is built, at the address of Cairn in the small net, and a model at another. */
const test = base.extend<{ model: ModelServer; app: Cairn }>({
  model: async ({}, use) => {
    const model = await ModelServer.start();
    await use(model);
    await model.stop();
  },
  net: async ({ model }, use) => {
    const others = smallSites('');
    const net = await SmallNet.start((request, response, url) => {
      if (url.hostname === 'model.example') {
        const { method, headers } = request;
        const passed = ask(new URL(url.pathname, model.baseUrl), { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        });
        return void request.pipe(passed);
      }
      if (url.origin !== cairn) {
        others(request, response, url);
        return;
      }
      const path = join('dist', url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname);
      if (!existsSync(path)) return void response.writeHead(404).end();
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      return void createReadStream(path).pipe(response);
    });
    await use(net);
    net.stop();
  },
  app: async ({ opened }, use) => {
    const page = await opened.context?.newPage();
    if (!page) throw new Error('Only Chromium is driven by Playwright here.');
    await page.goto(`${cairn}/`);
    await use(new Cairn(page));
  },
});

test.beforeEach(({ engine }) => test.skip(engine !== 'chromium', 'The journey of the page is played in Chromium.'));

/** Has the app read the page by the scripted model's plan, up to the card that asks for its site. */
async function readBy({ app, model }: { app: Cairn; model: ModelServer }, url: string): Promise<void> {
  model.play(diligentModel([{ description: 'Read it', calls: [{ name: 'fetch', input: { url } }] }], 'Read.'));
  await app.enterKey({ baseUrl: 'https://model.example/v1', model: 'scripted-1' });
  await app.send('Read it');
}

/** Allows the site on the card, and in the companion's page whatever it asks there, by the words of its address. */
async function allow(app: Cairn, opened: CompanionBrowser, presses: Record<string, string>): Promise<void> {
  await app.approval.getByRole('button', { name: 'Allow once' }).click();
  for (const [asked, button] of Object.entries(presses)) await (await opened.companionPage(asked)).press(button);
  await app.expectPlanStatus('completed');
}

const siteAndScripts = { 'open.example': 'Allow this site', 'renders=1': 'Allow its scripts' };

/** A step that failed stands open. */
const refusal = async (app: Cairn, text: RegExp) => {
  await expect(app.conversation.getByText(text)).toBeVisible();
};

async function look(page: Page, name: string): Promise<void> {
  if (!process.env.LOOKS) return;
  for (const [kind, size] of Object.entries({
    desktop: { width: 1280, height: 860 },
    phone: { width: 390, height: 844 },
  }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `test-results/looks/companion-${name}-${kind}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 860 });
}

test('N a plan reads a page without CORS: one press in Cairn, one in the companion’s page', async ({
  app,
  model,
  opened,
  net,
}) => {
  await readBy({ app, model }, 'https://open.example/a');
  await expect(app.approval.getByText(/the companion asks you once more, in its own page\./)).toBeVisible();
  await look(app.page, 'card');
  await allow(app, opened, { 'open.example': 'Allow this site' });
  const seen = model.asks.flatMap(({ results }) => results).join('\n');
  expect(seen).toContain('Read through the companion.');
  expect(seen).toContain('Read at open.example/a: grüße, 你好.');
  expect(net.asked('open.example').filter(({ headers }) => headers.cookie)).toEqual([]);

  const settings = await app.settings('Search and reading');
  await expect(settings.getByText('The companion is there and on.')).toBeVisible();
  await expect(settings.getByText(/It may read: open\.example\./)).toBeVisible();
  await settings.getByText('The companion is there and on.').scrollIntoViewIfNeeded();
  await look(app.page, 'ready');
});

test('N who says no in the companion is told so in the conversation, in one sentence', async ({
  app,
  model,
  opened,
}) => {
  await readBy({ app, model }, 'https://flood.example/a');
  await allow(app, opened, { 'flood.example': 'Not now' });
  await refusal(
    app,
    /^flood\.example was not read: you have not allowed it in the companion\. Reload Cairn to be asked again\.$/,
  );
  await look(app.page, 'refused');
});

test('N a page that is empty without its scripts is read rendered, after a press for them in the companion’s page', async ({
  app,
  model,
  opened,
}) => {
  await readBy({ app, model }, 'https://open.example/scripted/client-rendered');
  await allow(app, opened, siteAndScripts);
  const seen = model.asks.flatMap(({ results }) => results).join('\n');
  expect(seen).toContain('Read through the companion, rendered.');
  expect(seen).toContain(story);
});

test('N a page that shows nothing with its scripts either is told so in the conversation', async ({
  app,
  model,
  opened,
}) => {
  await readBy({ app, model }, 'https://open.example/scripted/consent%20wall');
  await allow(app, opened, siteAndScripts);
  await refusal(app, /^open\.example shows nothing but a question for consent/);
});
