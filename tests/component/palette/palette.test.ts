import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import Sessions from '../../../src/ui/session/Sessions.svelte';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

let app: App;
let sent: readonly { type: string }[];
const dialog = page.getByRole('dialog', { name: 'Search and commands' });
const field = dialog.getByRole('combobox');
const active = () => dialog.getByRole('option', { selected: true }).element().textContent.trim();

beforeEach(async () => {
  const desk = await openSession(taskIn('executing', [step('a', 'running')]));
  app = desk.app;
  sent = desk.runner.sent;
  await app.dependencies.stores.notes.save({
    ...{ id: 'n1', title: 'Prices', text: 'Rye bread 3.20', tags: [], foreign: false, session_id: null },
    ...{ created_at: desk.clock.now(), updated_at: desk.clock.now(), deleted_at: null },
  });
  show(Overlays, { app }, desk.page);
  show(Sessions, { app }, desk.page);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
});

test('R14.5 its key opens it anywhere, and Escape gives the focus back', async () => {
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const button = page.getByRole('button', { name: 'New session' }).first();
  button.element().focus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

test('R14.5 arrows go through what was found, around both ends, and Enter carries it out', async () => {
  await field.fill('theme');
  await expect.poll(() => dialog.getByRole('option').elements().length).toBe(3);
  const first = active();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(active).not.toBe(first);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(active).toBe(first);
  await field.fill('theme dark');
  await expect.poll(active).toBe('Theme: dark');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.settings.theme).toBe('dark');
  await expect.element(dialog).not.toBeInTheDocument();
  await app.changeSettings({ theme: 'auto' });
});

test('R14.5 an action is found by its name in the other language, too', async () => {
  await field.fill('设置');
  await expect.poll(active).toMatch(/^Settings/);
});

test('what is kept is found with its words marked, and what is not found says so', async () => {
  await field.fill('rye');
  await expect.element(dialog.getByRole('group', { name: 'Memory' })).toBeVisible();
  expect(dialog.getByRole('option').element().querySelector('mark')?.textContent).toBe('Rye');
  await field.fill('zzzz');
  await expect.element(dialog.getByText('Nothing found for “zzzz”.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
});

test('the pointer chooses, and the field keeps the focus', async () => {
  await field.fill('pause');
  await expect.poll(active).toMatch(/^Pause/);
  await dialog.getByRole('option', { name: /^Pause/ }).click();
  await expect.poll(() => sent).toEqual([{ type: 'plan.pause' }]);
});

test('R8.1 stopping from the palette is asked back', async () => {
  await field.fill('stop');
  await expect.poll(active).toMatch(/^Stop the plan/);
  await userEvent.keyboard('{Enter}');
  await page.getByRole('dialog', { name: 'Stop this plan?' }).getByRole('button', { name: 'Keep going' }).click();
  expect(sent).toEqual([]);
});

test('R14.5 single keys act outside of fields, and can be switched off', async () => {
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  document.body.focus();
  await userEvent.keyboard('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByRole('checkbox').click();
  await expect.poll(() => app.settings.single_keys).toBe(false);
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(dialog).toBeVisible();
  await expect.element(list).not.toBeInTheDocument();
});
