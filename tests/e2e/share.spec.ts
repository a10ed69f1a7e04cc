import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { keptOffline } from './support/kept-offline.ts';
import { test as base, expect } from './support/test.ts';

/** What shares with the app as a device's own menu does: a form that is posted to it from outside. */
const test = base.extend<{ sharer: string }>({
  sharer: async ({ baseURL }, use) => {
    const server: Server = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(
        `<form method="post" enctype="multipart/form-data" action="${String(baseURL)}/share">
           <input name="title"><input name="text"><input name="url"><input name="files" type="file" multiple><button>Share</button>
         </form>`,
      ),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});
test.use({ serviceWorkers: 'allow' });

interface Handed {
  title?: string;
  text?: string;
  url?: string;
  files?: { name: string; mimeType: string; buffer: Buffer }[];
}

async function share(page: Page, sharer: string, { files = [], ...words }: Handed): Promise<void> {
  await page.goto(sharer);
  for (const [name, text] of Object.entries(words)) await page.locator(`[name=${name}]`).fill(text);
  await page.locator('[name=files]').setInputFiles(files);
  await page.getByRole('button', { name: 'Share' }).click();
}

const plan = Buffer.from(JSON.stringify(['Wash the apples', 'Bake the cake']));

test('R13.4, R14.5 shared words become the draft of a message, which is not sent @long', async ({
  app,
  page,
  sharer,
  model,
}) => {
  await app.enterKey(model, 'On this device');
  await keptOffline(page);
  await share(page, sharer, { title: 'A lake', text: 'Plan a day at the lake', url: 'https://lake.example/' });
  await expect(app.message).toHaveValue('A lake\nPlan a day at the lake\nhttps://lake.example/');
  await expect(page.getByText('Nothing has been sent.')).toBeVisible();
  expect(model.asks).toEqual([]);
  await app.reload();
  await expect(app.message).toHaveValue('');
});

test('R2.7, R14.5 a shared plan is shown before it is imported, and arrives paused', async ({ app, page, sharer }) => {
  await app.goOnWithoutKey();
  await keptOffline(page);
  await share(page, sharer, { files: [{ name: 'plan.json', mimeType: 'application/json', buffer: plan }] });
  await expect(app.importDialog).toContainText('a plain list of steps');
  await app.acceptImport();
  await app.expectPlanStatus('paused');
  await app.expectOrder(['Wash the apples', 'Bake the cake']);
});

test('R9.7, R14.5 another shared file is kept with a session of its own @long', async ({ app, page, sharer }) => {
  await app.button('Try the demo').click();
  await app.expectPlanStatus('completed');
  const demo = page.url();
  await keptOffline(page);
  await share(page, sharer, { files: [{ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') }] });
  await expect(app.panel('Files').getByText('prices.csv')).toBeVisible();
  expect(page.url()).not.toBe(demo);
});

test('R14.5 a file that is opened with the app is shown before it is imported @long', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await page.addInitScript((text) => {
    const getFile = async () => new File([text], 'plan.json', { type: 'application/json' });
    const setConsumer = (consume: (launch: object) => void) => consume({ files: [{ getFile }] });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  }, plan.toString());
  await page.reload();
  await expect(app.importDialog).toContainText('a plain list of steps');
  await app.acceptImport();
  await app.expectPlanStatus('paused');
});

test('R14.5 the app’s menu opens a new session @long', async ({ app, page }) => {
  await app.button('Try the demo').click();
  await app.expectPlanStatus('completed');
  const demo = page.url();
  await page.goto('about:blank');
  await page.goto('/#/new');
  await expect.poll(() => page.url()).toContain('/#/s/');
  await expect.poll(() => page.url()).not.toBe(demo);
  await expect(app.message).toBeVisible();
});

test('R14.5 the manifest names what it promises, and all of it is there', async ({ page, request }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(String(address))).json()) as {
    icons: { src: string; sizes: string; purpose: string }[];
    share_target: { method: string };
  };
  for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  expect(manifest.share_target.method).toBe('POST');
});
