import { testAddress } from '../../../scripts/test-address.mjs';
import type { BrowserContext, Page } from '@playwright/test';
import { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel, type ScriptedStep } from '../../e2e/support/diligent-model.ts';
import type { ModelServer } from '../../e2e/support/model-server.ts';
import { storedTables } from '../../e2e/support/stored-tables.ts';
import { expect } from '../../e2e/support/test.ts';
import { connectDevice, joinDevice } from './support/connect-device.ts';
import type { Peer } from './support/peer.ts';
import { syncServer } from './support/sync-server.ts';
import { test } from './support/trial-test.ts';

const ten: ScriptedStep[] = Array.from({ length: 10 }, (_, at) => ({
  description: `Note thing ${at + 1}`,
  calls: [{ name: 'todo', input: { action: 'add', title: `Thing ${at + 1}` } }],
}));
const things = ten.map((_, at) => `Thing ${at + 1}`).sort();

let server: { peer: Peer; address: string };

test.beforeAll(async () => {
  const { peer, port } = await syncServer('couch', testAddress);
  server = { peer, address: `http://127.0.0.1:${port}` };
});
test.afterAll(() => server.peer.stop());

async function kept(page: Page): Promise<{ todos: string[]; journal: unknown[] }> {
  const { todos = [], journal } = await storedTables(page);
  return {
    todos: todos.map(({ title }) => String(title)).sort(),
    journal: journal.map(({ seq, effect, body }) => [seq, effect, body.type]),
  };
}

test('a plan begun on the laptop, which is killed in the middle of a step, is finished on the phone', async ({
  app,
  model,
  browser,
}) => {
  model.play(diligentModel(ten, 'All noted.'));
  const held = model.hold((topic) => topic === 'Note thing 5 after 0 calls');
  await app.enterKey(model, 'On this device');
  const link = await connectDevice(app, `${server.address}/first`);
  const phones = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const first = new Cairn(await phones.newPage());
  await first.open();
  await first.enterKey(model, 'On this device');
  await first.page.close();
  const phone = new Cairn(await phones.newPage());
  await joinDevice(phone.page, link);

  await app.send('Note ten things');
  await held.arrived;
  const session = app.page.url().replace(/.*#/, '#');
  await phone.page.getByRole('button', { name: /At work on Laptop · step 5 of 10/ }).click();
  const laptops = app.page.context();
  await app.page.close();
  held.open();

  await phone.button('Continue here').first().click();
  await expect(phone.conversation.getByText('All noted.')).toBeVisible({ timeout: 60_000 });
  const there = await kept(phone.page);
  expect(there.todos).toEqual(things);

  const again = new Cairn(await laptops.newPage());
  await again.page.goto(`/${session}`);
  await expect(again.conversation.getByText('All noted.')).toBeVisible({ timeout: 20_000 });
  await expect(again.page.getByText(/Last used on Phone/)).toBeVisible();
  await expect.poll(() => kept(again.page)).toEqual(there);
  await phones.close();
});

test('a wrong passphrase is named and writes nothing', async ({ app, model, browser }) => {
  await app.enterKey(model);
  await connectDevice(app, `${server.address}/second`);
  /** What the first device still has to tell must not be taken for writing by the stranger. */
  await app.page.goto('about:blank');
  const figures = async () => (await fetch(`${server.address}/second`)).text();
  const before = await figures();
  const other = await browser.newContext();
  const stranger = new Cairn(await other.newPage());
  await stranger.open();
  await stranger.enterKey(model);
  const dialog = await stranger.settings('Your devices');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${server.address}/second`);
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill('not the passphrase');
  await dialog.getByRole('button', { name: 'Connect this device' }).click();
  await expect(dialog.getByText('This passphrase does not open')).toBeVisible();
  expect(await figures()).toBe(before);
  await other.close();
});

test('a device that is forgotten learns it, and another one joins with the new passphrase', async ({
  app,
  model,
  browser,
}) => {
  model.play({ topic: () => 'answer', answer: () => ({ text: 'Noted.' }) });
  await app.enterKey(model);
  const address = `${server.address}/third`;
  const link = await connectDevice(app, address);
  const phone = await browser.newContext();
  const tablet = await browser.newContext();
  const lost = await newDevice(phone, model);
  await joinDevice(lost.page, link);

  const dialog = await app.settings('Your devices');
  await dialog.getByRole('button', { name: 'Forget Phone' }).click();
  const passphrase = await dialog.getByRole('textbox', { name: 'New passphrase' }).inputValue();
  await dialog.getByRole('form', { name: 'Forget Phone' }).getByRole('button', { name: 'Forget Phone' }).click();
  await expect(dialog.getByText('Phone', { exact: true })).toBeHidden();
  await expect(dialog.getByText('Up to date.')).toBeVisible();
  const sign = lost.page.getByRole('button', { name: /^Your devices: Another device of yours has forgotten this one/ });
  await expect(sign).toBeVisible();
  await app.page.keyboard.press('Escape');
  await app.send('Only among us');
  await expect(app.conversation.getByText('Noted.').first()).toBeVisible();

  const joined = await newDevice(tablet, model);
  await connectDevice(joined, address, { device: 'Tablet', passphrase });
  await expect(joined.page.getByRole('link', { name: /^Only among us/ })).toBeVisible();
  await expect(lost.page.getByRole('link', { name: /^Only among us/ })).toBeHidden();
  await phone.close();
  await tablet.close();
});

test('an account of remoteStorage is signed in at its own page, which leads back', async ({ app, model }) => {
  const { peer, port } = await syncServer('remote');
  const person = { username: 'ada', email: 'ada@example.org', password: 'correct horse' };
  await fetch(`http://127.0.0.1:${port}/signup`, {
    method: 'POST',
    body: new URLSearchParams(person),
    redirect: 'manual',
  });
  await app.enterKey(model, 'On this device');
  const dialog = await app.settings('Your devices');
  await dialog.getByRole('radio', { name: /^remoteStorage/ }).check();
  await dialog.getByRole('textbox', { name: 'Account' }).fill(`ada@127.0.0.1:${port}`);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await app.page.locator('input[name=password]').fill(person.password);
  await app.page.getByRole('button', { name: /allow/i }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(/storage\/ada\/cairn$/);
  expect(app.page.url()).not.toContain('access_token');
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse battery staple');
  await dialog.getByRole('button', { name: 'Connect this device' }).click();
  await expect(dialog.getByText('Up to date.')).toBeVisible({ timeout: 20_000 });
  await peer.stop();
});

async function newDevice(context: BrowserContext, model: ModelServer): Promise<Cairn> {
  const device = new Cairn(await context.newPage());
  await device.open();
  await device.enterKey(model);
  return device;
}

test('a session of which the server keeps two states is named in the settings, and no longer once the person says so', async ({
  app,
  model,
}) => {
  model.play({ topic: () => 'answer', answer: () => ({ text: 'Noted.' }) });
  await app.enterKey(model);
  const address = `${server.address}/fourth`;
  await connectDevice(app, address);
  await app.send('Among nodes');
  await expect(app.conversation.getByText('Noted.').first()).toBeVisible();
  const dialog = await app.settings('Your devices');
  await expect(dialog.getByText('Up to date.')).toBeVisible();
  await keepTwoStates(address);
  await expect(dialog.getByRole('alert')).toContainText('keeps two states of “Among nodes”');
  await dialog.getByRole('button', { name: 'Go on with one' }).click();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await app.page.keyboard.press('Escape');
  await app.send('And on');
  await expect(app.conversation.getByText('Noted.').nth(1)).toBeVisible();
});

/** Gives each document but the space's a second state, as two nodes of a cluster do that each took a write. */
async function keepTwoStates(address: string): Promise<void> {
  interface Kept {
    _id: string;
    _rev: string;
    body: string;
    _revisions: { start: number; ids: string[] };
  }
  const { rows } = (await (await fetch(`${address}/_all_docs?startkey="d-"`)).json()) as { rows: { id: string }[] };
  const docs: Kept[] = [];
  for (const { id } of rows.filter((row) => /^d-(?!space)/.test(row.id))) {
    const { _revisions, body } = (await (await fetch(`${address}/${id}?revs=true`)).json()) as Kept;
    const ids = ['f'.repeat(32), ..._revisions.ids.slice(1)];
    docs.push({ _id: id, _rev: `${_revisions.start}-${ids[0]}`, body, _revisions: { ..._revisions, ids } });
  }
  const headers = { 'content-type': 'application/json' };
  await fetch(`${address}/_bulk_docs`, { method: 'POST', headers, body: JSON.stringify({ docs, new_edits: false }) });
}
