import { readdirSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { expect, test } from '../../e2e/support/test.ts';

test.use({ serviceWorkers: 'allow' });

const built = readdirSync('dist', { recursive: true, encoding: 'utf8' });

type Fault = 'fails' | 'never ends';

/** A file of the app that fails to load, or never comes; in its service worker and from the network. */
const file = (path: string) => async (page: Page, fault: Fault) => {
  const start = path.replace(/\*.*$/, '');
  expect(built.some((each) => each.startsWith(start))).toBe(true);
  await page
    .context()
    .route(`**/${path}`, (route: Route) => (fault === 'fails' ? route.abort() : new Promise<void>(() => undefined)));
};

/** Something of the browser that rejects, or never answers. */
const promise = (path: string) => (page: Page, fault: Fault) =>
  page.addInitScript(
    ([names, how]) => {
      const parts = names.split('.');
      const name = parts.pop() ?? '';
      let owner = globalThis as unknown as Record<string, Record<string, unknown>>;
      for (const part of parts) owner = owner[part] as typeof owner;
      Object.defineProperty(owner, name, {
        value: () => (how === 'fails' ? Promise.reject(new Error('not here')) : new Promise(() => undefined)),
      });
    },
    [path, fault] as const,
  );

/** Something that the browser does not have at all. */
const absent = (owner: string, name: string) => (page: Page) =>
  page.addInitScript(
    ([of, what]) => {
      const holder = (globalThis as unknown as Record<string, { prototype: object }>)[of];
      if (holder) Reflect.deleteProperty(holder.prototype, what);
    },
    [owner, name] as const,
  );

const noWorkers = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));

/** `says`: the work cannot be done without it, and the page says so. */
const parts: { name: string; spoil: (page: Page, fault: Fault) => Promise<unknown>; faults: Fault[]; says: boolean }[] =
  [
    { name: 'the service worker', spoil: file('service-worker.js'), faults: ['fails', 'never ends'], says: false },
    { name: 'the engine', spoil: file('assets/engine-client-*.js'), faults: ['fails', 'never ends'], says: true },
    {
      name: 'the worker of the engine',
      spoil: file('assets/engine-worker-*.js*'),
      faults: ['fails', 'never ends'],
      says: false,
    },
    { name: 'the way out', spoil: file('assets/page-parts-*.js'), faults: ['fails', 'never ends'], says: true },
    {
      name: 'the network worker',
      spoil: file('assets/network-worker-*.js*'),
      faults: ['fails', 'never ends'],
      says: true,
    },
    { name: 'workers at all', spoil: noWorkers, faults: ['fails'], says: true },
    { name: 'the page of work', spoil: file('assets/Workspace-*.js'), faults: ['fails', 'never ends'], says: true },
    { name: 'the words', spoil: file('assets/en-*.js'), faults: ['fails', 'never ends'], says: true },
    {
      name: 'the app around it',
      spoil: file('assets/pwa-*.js'),
      faults: ['fails', 'never ends'],
      says: false,
    },
    { name: 'backup', spoil: file('assets/backup-*.js'), faults: ['fails', 'never ends'], says: false },
    {
      name: 'what the page does by itself',
      spoil: file('assets/background-work-*.js'),
      faults: ['fails', 'never ends'],
      says: false,
    },
    { name: 'persistence', spoil: promise('navigator.storage.persist'), faults: ['fails', 'never ends'], says: false },
    { name: 'OPFS', spoil: promise('navigator.storage.getDirectory'), faults: ['fails', 'never ends'], says: false },
    { name: 'OPFS at all', spoil: absent('StorageManager', 'getDirectory'), faults: ['fails'], says: false },
    { name: 'locks', spoil: promise('navigator.locks.request'), faults: ['fails', 'never ends'], says: false },
    { name: 'locks at all', spoil: absent('Navigator', 'locks'), faults: ['fails'], says: false },
    { name: 'service workers at all', spoil: absent('Navigator', 'serviceWorker'), faults: ['fails'], says: false },
    { name: 'requestIdleCallback', spoil: absent('Window', 'requestIdleCallback'), faults: ['fails'], says: false },
  ];

/** Only what goes over the network needs it. */
const neededByKeyOnly: ReadonlySet<string> = new Set(['the network worker', 'workers at all']);
/**
 * CI tries the demo without what only one of the two needs, and without the engine's worker; `PARTS=all` without each
 * part.
 */
const withDemo: ReadonlySet<string> | null =
  process.env.PARTS === 'all' ? null : new Set([...neededByKeyOnly, 'the worker of the engine']);

const expectSaid = (page: Page) =>
  expect(page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded' })).toBeVisible({
    timeout: 30_000,
  });

for (const { name, spoil, faults, says } of parts)
  for (const fault of faults) {
    test(`where ${name} ${fault}, a plan with a key still runs, or a sentence says why not`, async ({
      page,
      app,
      model,
    }) => {
      await spoil(page, fault);
      const input = { action: 'add', title: 'Milk' };
      model.play(diligentModel([{ description: 'Note milk', calls: [{ name: 'todo', input }] }], 'Noted.'));
      await app.open();
      await app.saveKey(model);
      await (says ? app.message.or(page.getByRole('alert')) : app.message).first().waitFor({ timeout: 20_000 });
      if (await app.message.isVisible()) await app.send('Note milk');
      if (says) return expectSaid(page);
      await expect(app.plan).toHaveAttribute('data-plan-status', 'completed', { timeout: 45_000 });
      await expect(app.conversation).toContainText('Noted.');
    });

    if (withDemo?.has(name) === false) continue;
    test(`where ${name} ${fault}, the demo still runs, or a sentence says why not`, async ({ page, app }) => {
      await spoil(page, fault);
      await app.open();
      await app.startDemo();
      if (says && !neededByKeyOnly.has(name)) return expectSaid(page);
      await app.button('To the lake').click({ timeout: 45_000 });
      await app.approve('Allow once');
      await expect(app.plan).toHaveAttribute('data-plan-status', 'completed', { timeout: 45_000 });
    });
  }
