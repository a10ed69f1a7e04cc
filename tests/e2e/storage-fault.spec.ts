import type { BrowserContext, Page } from '@playwright/test';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { test } from './support/durable-test.ts';
import { expect } from './support/test.ts';

const steps = [
  { description: 'Note the bag', calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag' } }] },
  { description: 'Note the bread', calls: [{ name: 'todo', input: { action: 'add', title: 'Buy bread' } }] },
  { description: 'Sum up' },
];

/** A page of the same origin that is not the app. */
async function beside(context: BrowserContext, app: Cairn): Promise<Page> {
  const page = await context.newPage();
  await page.goto(new URL('/icon.svg', app.page.url()).href);
  return page;
}

/** Opens the database at a version without giving way to anybody, and keeps it open. */
async function hold(page: Page, version?: number): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('cairn', wanted);
        opening.onsuccess = () => {
          Object.assign(window, { held: opening.result });
          resolve();
        };
        opening.onerror = () => reject(new Error(String(opening.error)));
      }),
    version,
  );
}

const letGo = (page: Page) => page.evaluate(() => (window as unknown as { held: IDBDatabase }).held.close());

async function everyRow(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const database = (window as unknown as { held: IDBDatabase }).held;
    const all = [...database.objectStoreNames].map(
      (name) =>
        new Promise<unknown>((resolve) => {
          const reading = database.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => resolve([name, reading.result]);
        }),
    );
    return Promise.all(all);
  });
}

/** Takes up all the room there is, nearly to the last byte. */
async function fill(page: Page): Promise<void> {
  await hold(page);
  await page.evaluate(async () => {
    const database = (window as unknown as { held: IDBDatabase }).held;
    let nth = 0;
    const kept = (size: number) =>
      new Promise<boolean>((resolve) => {
        const writing = database.transaction('handles', 'readwrite');
        const letters = Array.from({ length: size }, () => String.fromCharCode(33 + Math.random() * 90)).join('');
        writing.objectStore('handles').put(letters, `filler ${++nth}`);
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => resolve(false);
      });
    for (const size of [100_000, 10_000, 1_000, 100]) while (await kept(size));
  });
}

async function finished(app: Cairn): Promise<void> {
  await app.send('Prepare the trip');
  await app.expectPlanStatus('completed');
}

const fault = (app: Cairn) => app.page.getByRole('alert');

test('R12.4 a tab whose database a newer version has taken over says so and writes nothing more', async ({
  app,
  model,
  context,
}) => {
  model.play(diligentModel(steps, 'All is done.'));
  await app.enterKey(model);
  const thinking = model.hold((topic) => topic === 'Note the bread after 0 calls');
  await app.send('Prepare the trip');
  await thinking.arrived;
  const newer = await beside(context, app);
  await hold(newer, 1000);
  await expect(fault(app)).toContainText('A newer version of Cairn is open in another tab.');
  const before = await everyRow(newer);
  thinking.open();
  await app.send('/todo Must not be stored');
  await expect(app.message).toHaveValue('/todo Must not be stored');
  await app.button('New session').click();
  await expect(app.page.getByText('This could not be saved').first()).toBeVisible();
  expect(await everyRow(newer)).toEqual(before);
  await letGo(newer);
  await fault(app).getByRole('button', { name: 'Reload' }).click();
  await expect(app.page.getByRole('heading', { name: 'What is stored belongs to a newer Cairn' })).toBeVisible();
  await hold(newer, 1000);
  expect(await everyRow(newer)).toEqual(before);
});

test('R12.4 a start that an older tab holds up says which tab to close, and goes on by itself', async ({
  app,
  context,
}) => {
  await app.page.goto('about:blank');
  await app.open();
  const older = await beside(context, app);
  await app.page.goto('about:blank');
  await older.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase('cairn').onsuccess = () => resolve();
      }),
  );
  await hold(older, 20);
  await app.open();
  await expect(app.page.getByRole('heading', { name: 'Please close the other tabs of Cairn' })).toBeVisible();
  await older.close();
  await expect(app.page.getByRole('textbox', { name: 'API key' })).toBeVisible();
});

test('R12.4 a full storage pauses the work with a message; once there is room, it completes and nothing is lost', async ({
  app,
  model,
  context,
}) => {
  const session = await context.newCDPSession(app.page);
  const { origin } = new URL(app.page.url());
  await app.page.goto('about:blank');
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000_000 });
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await app.open();
  model.play(diligentModel(steps, 'All is done.'));
  await app.enterKey(model);
  const thinking = model.hold((topic) => topic === 'Note the bread after 0 calls');
  await app.send('Prepare the trip');
  await thinking.arrived;
  await fill(await beside(context, app));
  thinking.open();
  await expect(fault(app)).toContainText('The browser’s storage is full.');
  await app.expectPlanStatus('paused');
  await expect(fault(app).getByRole('button', { name: 'Back up' })).toBeVisible();
  await expect(fault(app).getByRole('button', { name: 'Empty the bin' })).toBeHidden();
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await app.button('Continue').click();
  await app.expectPlanStatus('completed');
  await expect(fault(app)).toBeHidden();
  await app.reload();
  await app.expectPlanStatus('completed');
  await app.tab('To-do');
  await expect(app.panel('To-do').getByRole('checkbox')).toHaveCount(2);
  expect(model.askedAgain().length).toBeLessThanOrEqual(1);
});

test('R12.4 unreadable records of every kind are left out, named and kept aside; everything else is there', async ({
  app,
  model,
  context,
}) => {
  model.play(
    diligentModel(
      [{ description: 'Note the bag', calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag' } }] }],
      'All is done.',
    ),
  );
  await app.enterKey(model);
  await finished(app);
  const id = app.page.url().split('/s/')[1] ?? '';
  const raw = await beside(context, app);
  await hold(raw);
  await raw.evaluate(async (session) => {
    const database = (window as unknown as { held: IDBDatabase }).held;
    const garbage: Record<string, [row: object, key?: string]> = {
      sessions: [{ id: 'bad_session', listed_at: '2099-01-01' }],
      versions: [{ session_id: session, n: 9999, seq: 9999, base: 'x' }],
      journal: [{ session_id: session, seq: 9999, at: 7 }],
      fences: [{ session_id: session, epoch: 'many' }],
      todos: [{ id: 'bad_todo', position: 0 }],
      entries: [{ id: 'bad_entry', start: '2026-01-01' }],
      files: [{ id: 'bad_file', session_id: session }],
      profiles: [{ id: 'bad_profile' }],
      templates: [{ id: 'bad_template', created_at: 'x' }],
    };
    const names = Object.keys(garbage);
    const writing = database.transaction(names, 'readwrite');
    for (const [name, [row]] of Object.entries(garbage)) writing.objectStore(name).put(row);
    await new Promise((resolve) => (writing.oncomplete = resolve));
    database.close();
  }, id);

  await app.reload();
  await app.expectPlanStatus('completed');
  await expect(app.conversation).toContainText('All is done.');
  await app.tab('To-do');
  await expect(app.panel('To-do').getByText('Pack the bag')).toBeVisible();
  for (const tab of ['Schedule', 'Files', 'History'] as const) await app.tab(tab);
  await app.tab('Plan');
  await app.button('Templates').click();
  const templates = app.page.getByRole('dialog', { name: 'Templates' });
  await templates.getByRole('button', { name: 'Close' }).last().click();

  const banner = app.page.getByRole('status').filter({ hasText: 'cannot be read' });
  await expect(banner).toContainText('9 records cannot be read.');
  await banner.getByText('Which?').click();
  for (const name of ['bad_session', 'bad_todo', 'bad_entry', 'bad_file', 'bad_profile', 'bad_template', `${id}/9999`])
    await expect(banner).toContainText(name);
  await hold(raw);
  const aside = (await everyRow(raw)).find((each) => Array.isArray(each) && each[0] === 'damaged') as [
    string,
    unknown[],
  ];
  expect(aside[1]).toHaveLength(9);
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toBeHidden();
});

for (const when of ['between visits', 'while the page is open'] as const)
  test(`R12.4 data that the browser has removed ${when} is never silently replaced by nothing`, async ({
    app,
    model,
    context,
  }) => {
    model.play(diligentModel(steps, 'All is done.'));
    await app.enterKey(model);
    await finished(app);
    await app.message.fill('Buy a lamp');
    const { origin } = new URL(app.page.url());
    const session = await context.newCDPSession(app.page);
    if (when === 'between visits') await app.page.goto('about:blank');
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    if (when === 'while the page is open') {
      await expect(fault(app)).toContainText('The stored data has been removed from this browser');
      expect(await app.page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
      await fault(app).getByRole('button', { name: 'Reload' }).click();
    } else await app.open();
    const gone = app.page.getByRole('heading', { name: 'Your stored data is gone' });
    await expect(gone).toBeVisible();
    await app.page.reload();
    await expect(gone).toBeVisible();
    await app.button('Go on with nothing stored').click();
    await expect(app.page.getByRole('textbox', { name: 'API key' })).toBeVisible();
    await app.goOnWithoutKey();
    await expect(app.message).toHaveValue('Buy a lamp');
    await app.reload();
  });

for (const place of ['indexedDB.open', 'every storage'] as const)
  test(`R12.4 where the browser refuses ${place}, the page says so and can begin afresh`, async ({ app, context }) => {
    await context.addInitScript((all) => {
      const refuse = (): never => {
        throw new DOMException('Refused by the test.', 'SecurityError');
      };
      IDBFactory.prototype.open = refuse;
      if (!all) return;
      Object.defineProperty(window, 'localStorage', { get: refuse });
      Object.defineProperty(window, 'sessionStorage', { get: refuse });
    }, place === 'every storage');
    await app.page.reload();
    await expect(app.page.getByRole('heading', { name: 'What is stored cannot be opened' })).toBeVisible();
    await app.page.getByText('What the browser said').click();
    await expect(app.page.getByText('Refused by the test.').first()).toBeVisible();
    await app.button('Start afresh').click();
    await expect(app.page.getByText('will be deleted for good').first()).toBeVisible();
    await app.button('Cancel').click();
    await app.button('Try again').click();
    await expect(app.page.getByRole('heading', { name: 'What is stored cannot be opened' })).toBeVisible();
  });
