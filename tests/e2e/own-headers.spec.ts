import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The three blocks of headers that SECURITY.md has hosts send: with the page, the service worker, and every file. */
const blocks = [...readFileSync('SECURITY.md', 'utf8').matchAll(/```http\n([^`]+)```/g)].map(([, block = '']) =>
  Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  ),
);

async function host(): Promise<{ server: Server; address: string }> {
  const [page, worker, every] = blocks;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : normalize(pathname);
    readFile(join('dist', path)).then(
      (file) => {
        const own = path === '/index.html' ? page : path === '/service-worker.js' ? worker : {};
        response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain', ...every, ...own }).end(file);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('R13.2 the app works with the headers that SECURITY.md has hosts send, and can be shown in no frame', async ({
  page,
  model,
  site,
  context,
}) => {
  const { server, address } = await host();
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
    await page.goto(address);
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
    }, address);
    await expect.poll(() => around.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('R13.2 the policy that hosts are to send is the page’s own, with what a <meta> cannot say', async () => {
  const [, meta] =
    /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(await readFile('dist/index.html', 'utf8')) ?? [];
  expect(blocks).toHaveLength(3);
  expect(blocks[0]?.['Content-Security-Policy']).toBe(
    `${(meta ?? '').replaceAll('&#39;', "'")}; frame-ancestors 'none'`,
  );
});
