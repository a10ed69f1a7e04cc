import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { serveFolder } from '../../../bench/browser/serve-folder.mjs';
import { hostHeaders } from '../../../scripts/host-headers.ts';
import { OpenRouterTwin } from '../../e2e/support/open-router-twin.ts';
import { button, type CairnVisitor, dialog } from './support/cairn-visitor.ts';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test as base } from './support/test.ts';

interface Played {
  twin: OpenRouterTwin;
  /** The app below a path of a host that sends the headers of SECURITY.md; its address has a query of its own. */
  address: string;
}

/** A build of the app in which the twin's address stands for OpenRouter's. */
const test = base.extend<object, { played: Played }>({
  played: [
    async ({}, use) => {
      const twin = await OpenRouterTwin.start();
      const folder = await mkdtemp(join(tmpdir(), 'cairn-sign-in-'));
      const swap: Plugin = {
        name: 'swap',
        transform: (code, id) =>
          id.includes('/src/model/') ? code.replaceAll('https://openrouter.ai', twin.origin) : undefined,
      };
      await build({ logLevel: 'silent', plugins: [swap], build: { outDir: join(folder, 'cairn'), emptyOutDir: true } });
      const host = await serveFolder(folder, (path) => {
        const below = path.replace(/^\/cairn/, '');
        return { ...hostHeaders['/*'], ...hostHeaders[below.startsWith('/assets/') ? '/assets/*' : below] };
      });
      await use({ twin, address: `${host.address}/cairn/?host=its%20own` });
      await host.stop();
      await twin.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
test.beforeEach(({ played: { twin } }) => {
  twin.forget();
});

/**
 * Opens the app in a browser with a profile, and waits until its files are kept: WebKitGTK's own WebDriver loses what
 * it is asked while a page is left, and its loader fails where many files are still on their way.
 */
async function start({ launch, folder, played: { address } }: Start) {
  const { open } = await launch({ profile: join(folder, 'profile') });
  const app = await open(address);
  await keptOffline(app);
  return { app, open };
}
interface Start {
  launch: (start: { profile: string }) => Promise<{ open: (address: string) => Promise<CairnVisitor> }>;
  folder: string;
  played: Played;
}

const link = (name: string) => ({ role: 'link', name });
const told = (text: string) => ({ selector: '.toast', text });
const connected = told('You are signed in: OpenRouter is connected.');

const begin = (app: CairnVisitor, { twin }: Played) =>
  app.leaveBy(button('Sign in with OpenRouter'), `${twin.origin}/auth`);
const decide = (app: CairnVisitor, { address }: Played, how: string) =>
  app.leaveBy(link(how), address.slice(0, address.indexOf('?')));

async function expectNothingLeft(app: CairnVisitor, { twin }: Played): Promise<void> {
  const held = JSON.stringify([
    await app.tables(),
    await app.evaluate(async () => [
      ...[...Object.entries(localStorage), ...Object.entries(sessionStorage)].filter(
        ([name]) => !name.startsWith('cairn.key.'),
      ),
      ...(await Promise.all(
        (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )),
      [location.href, history.state],
    ]),
  ]);
  const secrets = twin.exchanges.flatMap(({ code = '', code_verifier = '' }) => [code, code_verifier]);
  for (const secret of [...twin.keys, ...secrets, 'cairn.openrouter']) expect(held).not.toContain(secret);
}

test('sign-in below a path', async ({ launch, folder, played }) => {
  const { app } = await start({ launch, folder, played });
  await app.click({ role: 'radio', name: 'On this device' });
  await begin(app, played);
  await decide(app, played, 'Authorize');
  await app.see(connected, undefined, 30_000);
  const { twin, address } = played;
  expect(twin.callbacks[0]?.replace(/[\w-]{22}$/, '')).toBe(`${address}&sign_in=`);
  const place = await app.evaluate(() => location.href);
  expect(place.replace(/#\/s\/[\w-]+$/, '')).toBe(address);
  expect(await app.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain(twin.keys[0]);
  await expectNothingLeft(app, played);

  await app.reload();
  await app.see({ role: 'textbox', name: 'Message' });
  await app.settings('Your data');
  const backup = await app.download('the backup', () => app.click([dialog('Settings'), button('Back up now')]));
  for (const secret of [...twin.keys, 'cairn.openrouter']) expect(backup.toString()).not.toContain(secret);
});

test('sign-in declined, and left', async ({ launch, folder, played }) => {
  const { twin, address } = played;
  const { app } = await start({ launch, folder, played });
  await begin(app, played);
  await decide(app, played, 'Decline');
  await app.see(told('the sign-in was declined there'));

  await begin(app, played);
  await app.goBack(address);
  await app.see(told('was not finished'));
  expect(twin.exchanges).toEqual([]);
  await expectNothingLeft(app, played);
});

test('sign-in once more, and in another tab', async ({ launch, folder, played }) => {
  const { twin, address } = played;
  const { app, open } = await start({ launch, folder, played });
  await begin(app, played);
  const [found] = await app.look(link('Authorize'));
  const back = found?.attributes.href ?? '';
  await decide(app, played, 'Authorize');
  await app.see(connected, undefined, 30_000);
  await app.open(back);
  /** WebKitGTK stops loading the second page of a tab, with most files to come, until the page asks for another one. */
  await app.evaluate(() => void setInterval(() => void fetch('manifest.webmanifest'), 500));
  await app.see(told('came back here and was ignored'), undefined, 30_000);

  const second = await open(back);
  await second.see(told('came back here and was ignored'));
  expect(await second.evaluate(() => location.search)).toBe('?host=its+own');
  const fresh = await open(address);
  await fresh.see({ role: 'textbox', name: 'Message' });
  expect(await fresh.look({ selector: '.toast' })).toEqual([]);
  expect(twin.exchanges).toHaveLength(1);
  for (const each of [app, second, fresh]) await expectNothingLeft(each, played);
});

test('sign-in that OpenRouter does not answer as it should', async ({ launch, folder, played }) => {
  const { twin } = played;
  const { app } = await start({ launch, folder, played });
  for (const [mood, text] of [
    ['forgetful', 'did not accept the answer'],
    ['odd', 'something that is not a key'],
    ['gone', 'could not be reached to fetch the key'],
  ] as const) {
    twin.mood = mood;
    await begin(app, played);
    await decide(app, played, 'Authorize');
    await app.see(told(text));
    await expectNothingLeft(app, played);
  }
});
