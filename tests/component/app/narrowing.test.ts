import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import Workspace from '../../../src/ui/app/Workspace.svelte';
import type { Pane } from '../../../src/ui/app/page-address.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const wide = [1440, 900] as const;
afterEach(() => page.viewport(...wide));
const narrow = () => page.viewport(375, 812);

const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const never = () => new Promise<never>(() => undefined);

async function openPage(pane: Pane) {
  const run = taskIn('executing', [step('a', 'running'), step('b', 'pending')]);
  const rest = { egress: never, backup: never, devices: never, abilities: never, notifier: never };
  const desk = await openSession(run, { dependencies: rest });
  desk.app.pane = pane;
  show(Workspace, { app: desk.app, session: desk.session }, desk.page);
  show(Overlays, { app: desk.app }, desk.page);
  return desk;
}

/** Dialogs with the pane beside which, or in which, each is opened. */
const dialogs: [name: string, pane: Pane, open: () => Promise<void>][] = [
  [
    'the enlarged graph',
    'conversation',
    async () => {
      await page.getByRole('radio', { name: 'Graph' }).click({ force: true });
      await button('Enlarge').click();
    },
  ],
  ['a pasted plan', 'conversation', () => button('Paste a plan').click()],
  ['the question of the plan whether to stop', 'conversation', () => button('Stop').click()],
  ['the question of the conversation whether to stop', 'todo', () => button('Stop').click()],
  ['an entry of the calendar', 'schedule', () => page.getByRole('button', { name: 'Add', exact: true }).click()],
  [
    'the enlarged calendar',
    'schedule',
    async () => {
      await page.getByRole('radio', { name: 'Month' }).click({ force: true });
      await button('Enlarge').click();
    },
  ],
  ['a file', 'files', () => button('Open notes.md').click()],
];

for (const [name, pane, open] of dialogs)
  test(`R14.1 ${name} stays in view when the window becomes narrow, and Escape closes it`, async () => {
    const { app, session, clock } = await openPage(pane);
    await app.dependencies.stores.files.add({
      ...{ id: 'f1', session_id: session.id, name: 'notes.md', mime: 'text/markdown', size: 4, content: '# Hi' },
      ...{ kind: 'file', source: null, created_at: clock.now(), deleted_at: null },
    });
    await open();
    await expect.element(dialog).toBeVisible();
    await narrow();
    await expect.poll(() => dialog.element().getBoundingClientRect().width).toBe(375);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => document.querySelector(`#${pane === 'conversation' ? 'message' : 'pane'}`)?.checkVisibility())
      .toBe(true);
  });

test('R14.1 an open menu closes once its place is hidden', async () => {
  await openPage('conversation');
  await button('Options for step 2').click({ force: true });
  await expect.element(page.getByRole('menu')).toBeVisible();
  await narrow();
  await expect.poll(() => document.querySelector('[role="menu"]:popover-open')).toBeNull();
});

test('R14.1 the section of the settings that is open stays open when the window becomes narrow', async () => {
  await openPage('conversation');
  await button('Settings').click();
  await expect.element(dialog).toBeVisible();
  await narrow();
  await expect.element(button('All settings')).toBeVisible();
  const open = dialog.element().querySelectorAll<HTMLElement>('[data-section]:not([hidden])');
  expect([...open].map(({ dataset }) => dataset.section)).toEqual(['connection']);
});
