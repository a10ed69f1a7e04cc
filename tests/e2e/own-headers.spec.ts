import { readFileSync } from 'node:fs';
import { serveFolder } from '../../bench/browser/serve-folder.mjs';
import { hostHeaders } from '../../scripts/host-headers.ts';
import { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The four blocks of headers that SECURITY.md has hosts send: with the page, the service worker, every file, the
 * assets.
 */
const blocks = [...readFileSync('SECURITY.md', 'utf8').matchAll(/```http\n([^`]+)```/g)].map(([, block = '']) =>
  Object.fromEntries([...block.matchAll(/^(\S+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)),
);
const headersOf = (path: string) => ({
  ...hostHeaders['/*'],
  ...hostHeaders[path.startsWith('/assets/') ? '/assets/*' : path],
});

test('R13.2 the app works with the headers that SECURITY.md has hosts send, and can be shown in no frame', async ({
  page,
  model,
  site,
  context,
}) => {
  const host = await serveFolder('dist', headersOf);
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  try {
    const calls = [
      { name: 'fetch', input: { url: `${site.origin}/weather` } },
      { name: 'compute', input: { code: 'return 6 * 7' } },
    ];
    model.play(diligentModel([{ description: 'Read and reckon', calls }], 'All is *done*.'));
    await page.goto(host.address);
    const app = new Cairn(page);
    await keptOffline(page);
    await app.enterKey(model);
    await app.send('Read and reckon');
    await app.approve('Allow once');
    await app.expectPlanStatus('completed');
    expect(site.requests).toEqual(['/weather']);
    await page.reload();
    await expect(app.conversation).toContainText('All is done.');
    expect(wrong).toEqual([]);

    const around = await context.newPage();
    await around.goto(`${site.origin}/weather`);
    await around.evaluate((framed) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: framed }));
    }, host.address);
    await expect.poll(() => around.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  } finally {
    await host.stop();
  }
});

test('R13.2 the policy that hosts are to send is the page’s own, with what a <meta> cannot say', () => {
  const [, meta] =
    /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(readFileSync('dist/index.html', 'utf8')) ?? [];
  expect(`${(meta ?? '').replaceAll('&#39;', "'")}; frame-ancestors 'none'`).toBe(
    hostHeaders['/index.html']?.['Content-Security-Policy'],
  );
  expect(blocks).toEqual(['/index.html', '/service-worker.js', '/*', '/assets/*'].map((path) => hostHeaders[path]));
});
