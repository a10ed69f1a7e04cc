import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { currentValue } from '../../../src/ports/observable.ts';
import Welcome from '../../../src/ui/welcome/Welcome.svelte';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const provider = {
  ...{ id: 'one', name: 'One', baseUrl: 'https://one.example/v1', models: ['m1'], needsKey: true, keyPage: '' },
};

async function welcome() {
  const desk = await openApp({ dependencies: { providers: [provider] } });
  show(Welcome, { app: desk.app }, desk.page);
  return desk;
}

test('R11.1 a saved key opens a session with that model', async () => {
  const { app } = await welcome();
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-right');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => app.session?.id).toBeDefined();
  const { profiles } = app.dependencies.stores;
  expect(await profiles.get(app.settings.profile ?? '')).toMatchObject({ provider: 'one', model: 'm1' });
});

test('R10.3 one can go on without a key, by one press or two', async () => {
  const { app } = await welcome();
  await page.getByRole('button', { name: 'Go on without a key' }).dblClick();
  await expect.poll(() => app.session?.id).toBeDefined();
  expect(await currentValue(app.dependencies.stores.sessions.list(9))).toHaveLength(1);
  expect(app.settings.profile).toBeNull();
});

test('R14.5 it turns Chinese at once, and what was typed stays', async () => {
  await welcome();
  const key = page.getByRole('textbox', { name: 'API key' });
  await key.fill('sk-right');
  await page.getByRole('button', { name: '中文' }).click();
  await expect.element(page.getByRole('button', { name: 'English' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/[一-鿿]/);
  expect([...document.querySelectorAll('input')].some(({ value }) => value === 'sk-right')).toBe(true);
  await page.getByRole('button', { name: 'English' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Give it a goal.');
});
