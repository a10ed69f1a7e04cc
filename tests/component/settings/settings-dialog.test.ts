import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

let app: App;
const never = () => new Promise<never>(() => undefined);
const dialog = page.getByRole('dialog', { name: 'Settings' });
const turn = (name: string) => dialog.getByRole('navigation').getByRole('button', { name }).click();

beforeEach(async () => {
  const rest = { egress: never, backup: never, devices: never, abilities: never, notifier: never };
  const desk = await openApp({ dependencies: rest });
  app = desk.app;
  show(Overlays, { app }, desk.page);
  app.openSettings();
  await expect.element(dialog).toBeVisible();
});

test('a section shows its fields, and what was typed in another one stays there', async () => {
  await dialog.getByRole('textbox', { name: 'Name (if you like)' }).fill('Mine');
  await turn('How it works');
  await expect.element(dialog.getByRole('heading', { name: 'How it works' })).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: 'Model connection' })).not.toBeInTheDocument();
  await turn('Model connection');
  await expect.element(dialog.getByRole('textbox', { name: 'Name (if you like)' })).toHaveValue('Mine');
});

test('Escape keeps the value whose field it leaves', async () => {
  await turn('How it works');
  await dialog.getByLabelText('Steps in a plan, at most').fill('12');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => app.settings.limits.max_plan_steps).toBe(12);
});

test('R14.6 a value that is not valid is dropped, and that is told', async () => {
  await turn('How it works');
  await dialog.getByLabelText('Steps in a plan, at most').fill('0');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByText('A value that is not valid was not saved; the one before still counts.').first())
    .toBeVisible();
});

test('R3.6 whether plans wait for approval, and how carefully they are carried out, is chosen', async () => {
  await turn('How it works');
  await dialog.getByRole('checkbox', { name: /Review plans before they run/ }).click();
  await dialog.getByRole('radio', { name: /^Economy/ }).click();
  await expect.poll(() => [app.settings.review, app.settings.thoroughness]).toEqual([true, 'economy']);
});
