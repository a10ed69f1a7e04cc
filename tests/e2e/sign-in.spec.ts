import type { Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { diligentModel } from './support/diligent-model.ts';
import { OpenRouterTwin } from './support/open-router-twin.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test as base } from './support/test.ts';

const vendor = 'https://openrouter.ai';

/** The pages of a context, for which the twin stands at OpenRouter's address, and the model behind it. */
const test = base.extend<{ twin: OpenRouterTwin }>({
  twin: async ({ context, model, strangers }, use) => {
    strangers.name(vendor);
    const twin = await OpenRouterTwin.start();
    await context.route(`${vendor}/**`, async (route) => {
      const url = new URL(route.request().url());
      const isModel = url.pathname.startsWith('/api/v1/chat/');
      if (isModel) twin.bearers.add(route.request().headers().authorization ?? '');
      const to = isModel
        ? url.href.replace(`${vendor}/api/v1`, model.baseUrl)
        : twin.origin + url.pathname + url.search;
      await route
        .fetch({ url: to, maxRedirects: 0 })
        .then((response) => route.fulfill({ response }))
        .catch(() => route.abort('connectionfailed'));
    });
    await use(twin);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await twin.stop();
  },
});

const picnic = () =>
  diligentModel(
    [{ description: 'Note the bread', calls: [{ name: 'todo', input: { action: 'add', title: 'Buy bread' } }] }],
    'It stands on your list.',
  );

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with OpenRouter' }).click();
const decide = (page: Page, how: 'Authorize' | 'Decline') => page.getByRole('link', { name: how }).click();

async function expectTold(page: Page, text: string): Promise<void> {
  await expect(page.locator('.toast').filter({ hasText: text })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
}

/** What the browser holds for the app beside the keys: the database, both simple storages, the caches, the address. */
const holdings = async (page: Page): Promise<string> =>
  JSON.stringify([
    await storedTables(page),
    await page.evaluate(async () => [
      ...[...Object.entries(localStorage), ...Object.entries(sessionStorage)].filter(
        ([name]) => !name.startsWith('cairn.key.'),
      ),
      ...(await caches.keys()),
      [location.href, history.state],
    ]),
  ]);

async function expectNothingLeft(page: Page, twin: OpenRouterTwin): Promise<void> {
  const held = await holdings(page);
  const secrets = twin.exchanges.flatMap(({ code = '', code_verifier = '' }) => [code, code_verifier]);
  for (const secret of [...twin.keys, ...secrets]) expect(held).not.toContain(secret);
  expect(held).not.toContain('cairn.openrouter');
}

test('R11.1, R13.4 two clicks connect OpenRouter, and a goal is carried out with the key that came @gate', async ({
  app,
  page,
  model,
  twin,
  baseURL,
}) => {
  model.play(picnic());
  await page.getByRole('radio', { name: 'On this device', exact: true }).check();
  await signIn(page);
  await decide(page, 'Authorize');
  await expectTold(page, 'You are signed in: OpenRouter is connected.');
  expect(twin.callbacks).toEqual([expect.stringMatching(`^${String(baseURL)}/\\?sign_in=[\\w-]{22}$`)]);
  expect(twin.exchanges).toHaveLength(1);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain(twin.keys[0]);

  await app.send('Prepare the picnic');
  await app.expectPlanStatus('completed');
  expect([...twin.bearers]).toEqual([`Bearer ${twin.keys[0]}`]);
  expect((await app.exportPlan()).text).not.toContain('sk-or');
  await expectNothingLeft(page, twin);
});

test('R11.1, R13.1 from the settings: the draft and the place stay, and the passphrase is asked for on return', async ({
  app,
  page,
  model,
  twin,
}) => {
  model.play(picnic());
  await app.goOnWithoutKey();
  await app.newSession();
  await app.message.fill('Prepare the picnic');
  await app.tab('Files');
  const place = page.url();
  const settings = await app.settings('Model connection');
  await settings.getByLabel('Provider').selectOption({ label: 'OpenRouter' });
  await settings.getByLabel('Model', { exact: true }).fill('z-ai/glm-5');
  await settings.getByRole('radio', { name: 'On this device, encrypted' }).check();
  await settings.getByLabel('Choose a passphrase').fill('never to be kept');
  await signIn(page);
  await decide(page, 'Authorize');

  const dialog = page.getByRole('dialog', { name: 'Encrypt the key' });
  await expect(dialog.getByLabel('Choose a passphrase')).toHaveValue('');
  await expectNoViolation(page);
  expect(page.url()).toBe(place);
  await dialog.getByLabel('Choose a passphrase').fill('short');
  await dialog.getByRole('button', { name: 'Fetch the key' }).click();
  await expect(dialog.getByText('Choose a passphrase of at least 8 characters.')).toBeVisible();
  expect(twin.exchanges).toEqual([]);
  await dialog.getByLabel('Choose a passphrase').fill('correct horse');
  await dialog.getByRole('button', { name: 'Fetch the key' }).click();
  await expectTold(page, 'You are signed in: OpenRouter is connected.');
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(place);
  const held = await holdings(page);
  expect(held).not.toMatch(/never to be kept|correct horse|sk-or/);
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain('sk-or');

  await expect(app.message).toHaveValue('Prepare the picnic');
  await app.message.press('Enter');
  await app.tab('Plan');
  await app.expectPlanStatus('completed');
  expect(model.journal()[0]?.body).toMatchObject({ model: 'z-ai/glm-5' });
  expect([...twin.bearers]).toEqual([`Bearer ${twin.keys[0]}`]);
  await expectNothingLeft(page, twin);
});

test('R13.4 a sign-in that is declined, left or not finished says so in one sentence, and changes nothing', async ({
  app,
  page,
  twin,
}) => {
  await app.goOnWithoutKey();
  await app.message.fill('Prepare the picnic');
  const place = page.url();
  const begin = async (keep?: string) => {
    const settings = await app.settings('Model connection');
    await settings.getByLabel('Provider').selectOption({ label: 'OpenRouter' });
    if (keep) await settings.getByRole('radio', { name: keep }).check();
    await signIn(page);
    await page.getByRole('link', { name: 'Authorize' }).waitFor();
  };
  await begin();
  await decide(page, 'Decline');
  await expectTold(page, 'the sign-in was declined there');

  await begin();
  await page.goBack();
  await expectTold(page, 'was not finished');
  await page.reload();
  await expect(app.message).toHaveValue('Prepare the picnic');
  await expect(page.locator('.toast')).toHaveCount(0);

  await begin('On this device, encrypted');
  await decide(page, 'Authorize');
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await expectTold(page, 'was not finished');

  await begin('On this device, encrypted');
  await decide(page, 'Authorize');
  await page.getByRole('dialog', { name: 'Encrypt the key' }).waitFor();
  await page.reload();
  await expectTold(page, 'was not finished');

  expect(twin.exchanges).toEqual([]);
  expect(page.url()).toBe(place);
  await expect(app.message).toHaveValue('Prepare the picnic');
  await expect(app.button('Connect a model')).toBeVisible();
  await expectNothingLeft(page, twin);
});

test('R13.4 what OpenRouter does not give is said in one sentence, and the sign-in can be begun again', async ({
  app,
  page,
  twin,
}) => {
  await app.button('Save').waitFor();
  for (const [mood, text] of [
    ['forgetful', 'did not accept the answer'],
    ['odd', 'something that is not a key'],
    ['gone', 'could not be reached to fetch the key'],
    ['honest', 'OpenRouter is connected'],
  ] as const) {
    twin.mood = mood;
    await signIn(page);
    await decide(page, 'Authorize');
    await expectTold(page, text);
    await expectNothingLeft(page, twin);
  }
  expect(twin.exchanges).toHaveLength(4);
});

/** What a browser does with a tab that is duplicated after a sign-in was begun: the copy has what waits in it. */
const copyWaiting = () => {
  const set = Reflect.get<Storage, 'setItem'>(Storage.prototype, 'setItem');
  Storage.prototype.setItem = function (this: Storage, name: string, value: string) {
    set.call(this, name, value);
    if (name === 'cairn.openrouter' && this === sessionStorage) set.call(localStorage, 'duplicated', value);
  };
};
const duplicate = () => {
  sessionStorage.setItem('cairn.openrouter', localStorage.getItem('duplicated') ?? '');
  localStorage.removeItem('duplicated');
};

test('R13.4 a code is of use in the tab that began the sign-in only, and once', async ({
  app,
  page,
  context,
  twin,
}) => {
  await page.addInitScript(copyWaiting);
  await page.reload();
  await app.button('Save').waitFor();
  await signIn(page);
  const back = (await page.getByRole('link', { name: 'Authorize' }).getAttribute('href')) ?? '';

  const other = await context.newPage();
  await other.goto(back);
  await expectTold(other, 'came back here and was ignored');
  await other.goto('/?code=anything');
  await expectTold(other, 'came back here and was ignored');
  await other.goto('/?sign_in=guessed&code=anything&error=none#/settings/connection');
  await expectTold(other, 'came back here and was ignored');
  expect(twin.exchanges).toEqual([]);

  await decide(page, 'Authorize');
  await expectTold(page, 'OpenRouter is connected');
  await page.goto(back);
  await expectTold(page, 'came back here and was ignored');
  expect(twin.exchanges).toHaveLength(1);

  await other.evaluate(duplicate);
  await other.goto(back);
  await expectTold(other, 'did not accept the answer');
  expect(twin.exchanges).toHaveLength(2);
  expect(twin.keys).toHaveLength(1);
  await expectNothingLeft(page, twin);
  await expectNothingLeft(other, twin);
});
