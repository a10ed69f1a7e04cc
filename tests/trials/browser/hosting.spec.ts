import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostHeaders } from '../../../scripts/host-headers.ts';
import { Cairn } from '../../e2e/support/cairn.ts';
import { keptOffline } from '../../e2e/support/kept-offline.ts';
import { freePort } from './support/free-port.ts';
import { missingCommands } from './support/missing-commands.ts';
import { expect, test as base } from '../../e2e/support/test.ts';
import { untilUp } from './support/until-up.ts';

const missing = missingCommands('nginx');

/** The built app in the folder `cairn` of Debian's nginx, with the configuration that docs/hosting.md gives. */
class Host {
  readonly #folder: string;
  readonly #server: ChildProcess;
  readonly address: string;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#server = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    this.address = `http://127.0.0.1:${port}/cairn/`;
  }

  static async start(): Promise<Host> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-host-'));
    const port = await freePort();
    await cp('dist', join(folder, 'www', 'cairn'), { recursive: true });
    const site = (await readFile('hosting/nginx.conf', 'utf8'))
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('listen [::]:80;', '')
      .replace('root /srv/www;', `root ${folder}/www;`);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/temp;`,
    );
    const http = [`access_log off;`, ...places, site].join('\n');
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp {\n${http}\n}\n`,
    );
    const host = new Host(folder, port);
    await untilUp(host.address);
    return host;
  }

  /** Puts another build in place of the present one, as far as the browser can tell. */
  async publish(): Promise<void> {
    const worker = join(this.#folder, 'www/cairn/service-worker.js');
    const built = await readFile(worker, 'utf8');
    const version = /version:[`'"](\w+)[`'"]/.exec(built)?.[1];
    if (version === undefined) throw new Error('The worker tells no version.');
    await writeFile(worker, built.replace(version, `${version}-2`));
  }

  async stop(): Promise<void> {
    this.#server.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const test = base.extend<{ host: Host }>({
  host: async ({}, use) => {
    const host = await Host.start();
    await use(host);
    await host.stop();
  },
});
test.use({ serviceWorkers: 'allow' });
test.skip(missing.length > 0, `not installed here: ${missing.join(', ')}`);

test('below a path of nginx every file has the headers of SECURITY.md', async ({ host, request }) => {
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(await (await request.get(host.address)).text())?.[1] ?? '';
  const every = hostHeaders['/*'];
  const wanted: Record<string, Readonly<Record<string, string>>> = {
    '': { ...every, ...hostHeaders['/'] },
    'index.html': { ...every, ...hostHeaders['/index.html'] },
    'service-worker.js': { ...every, ...hostHeaders['/service-worker.js'] },
    [script]: { ...every, ...hostHeaders['/assets/*'] },
    'manifest.webmanifest': { ...every, 'Content-Type': 'application/manifest+json' },
  };
  const ruled = [...new Set(Object.values(hostHeaders).flatMap((headers) => Object.keys(headers)))];
  for (const [path, headers] of Object.entries(wanted)) {
    const answer = await request.get(host.address + path);
    expect(answer.status(), path).toBe(200);
    const sent = answer.headers();
    for (const name of [...ruled, ...Object.keys(headers)])
      expect(sent[name.toLowerCase()], `${name} of “${path}”`).toBe(headers[name]);
  }
  expect((await request.get(`${host.address}_headers`)).status()).toBe(404);
  expect((await request.get(host.address.slice(0, -1), { maxRedirects: 0 })).headers().location).toBe('/cairn/');
});

test('below a path of nginx the demo runs, a reload keeps it, it starts offline, and an update arrives', async ({
  host,
  page,
  context,
}) => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED/.test(message.text())) wrong.push(message.text());
  });
  await page.goto(host.address);
  const app = new Cairn(page);
  await app.playDemo();
  await keptOffline(page);
  await app.reload();
  await app.expectPlanStatus('completed');

  await context.setOffline(true);
  await app.reload();
  await app.expectPlanStatus('completed');
  await context.setOffline(false);

  await host.publish();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const offer = page.getByRole('status').filter({ hasText: 'A new version of Cairn is ready.' });
  await offer.getByRole('button', { name: 'Update' }).click({ timeout: 30_000 });
  await expect(offer).toBeHidden();
  await app.expectPlanStatus('completed');
  expect(wrong).toEqual([]);
});
