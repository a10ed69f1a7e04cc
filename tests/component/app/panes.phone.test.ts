import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import Tabs from '../../../src/ui/app/Tabs.svelte';
import Composer from '../../../src/ui/conversation/Composer.svelte';
import Conversation from '../../../src/ui/conversation/Conversation.svelte';
import TodoPane from '../../../src/ui/todo/TodoPane.svelte';
import { middleOf, tap, touchDrag } from '../support/pointer.ts';
import { openApp, openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

test('R15 on a touch keyboard Return breaks the line, and the button sends', async () => {
  const { app, session, page: parts, runner } = await openSession(null, { settings: { profile: 'p' } });
  show(Composer, { app, composer: app.composer!, session }, parts);
  const field = page.getByRole('textbox', { name: 'Message' });
  await tap(field);
  await userEvent.keyboard('one{Enter}two');
  await expect.element(field).toHaveValue('one\ntwo');
  await tap(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => runner.journal.map(({ body }) => body.type === 'message' && body.text)).toEqual(['one\ntwo']);
});

test('R14.1 on a phone the conversation is a tab of its own', async () => {
  const { app, session, page: parts } = await openSession(null);
  show(Tabs, { app, session }, parts);
  await expect.element(page.getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true');
  await tap(page.getByRole('tab', { name: 'Plan' }));
  await expect.element(page.getByRole('tab', { name: 'Plan' })).toHaveAttribute('aria-selected', 'true');
  const tabs = page.getByRole('tab').elements();
  expect(tabs.every((each) => each.getBoundingClientRect().right <= innerWidth + 1)).toBe(true);
});

test('R8.5, R14.1 on a phone the state of the work and its next action stand below the conversation', async () => {
  const { app, session, page: parts, runner } = await openSession(taskIn('executing', [step('a', 'running')]));
  show(Conversation, { app, session }, parts);
  await expect.element(page.getByText('Working on step 1 of 1')).toBeVisible();
  await tap(page.getByRole('button', { name: 'Pause' }));
  await expect.poll(() => runner.sent).toEqual([{ type: 'plan.pause' }]);
});

test('R9.5, R14.6 a to-do that is swiped far to the right is done, to the left deleted, and a short swipe does nothing', async () => {
  const { app, page: parts } = await openApp();
  app.pane = 'todo';
  show(Overlays, { app }, parts);
  show(TodoPane, { app }, parts);
  const field = page.getByRole('textbox', { name: 'New to-do' });
  for (const title of ['one', 'two']) {
    await field.fill(title);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('checkbox', { name: `Done: ${title}` })).toBeVisible();
  }
  const title = (name: string) => page.getByRole('button', { name, exact: true });
  const swipe = async (name: string, by: number) => {
    const [x, y] = middleOf(title(name));
    await touchDrag([x, y], [x + by, y]);
  };
  await swipe('one', 40);
  await expect.element(page.getByRole('checkbox', { name: 'Done: one' })).not.toBeChecked();
  await swipe('one', 160);
  await expect.element(page.getByText('Done: “one”.')).toBeVisible();
  const open = page.getByRole('list', { name: 'Open to-dos' }).getByRole('listitem');
  await expect.poll(() => open.elements().length).toBe(1);
  await swipe('two', -160);
  await expect.element(page.getByText('Deleted “two”.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
});

test('R14.1 on a phone the settings are a list first; a section leads back to its place in it', async () => {
  const never = () => new Promise<never>(() => undefined);
  const rest = { egress: never, backup: never, devices: never, abilities: never, notifier: never };
  const { app, page: parts } = await openApp({ dependencies: rest });
  show(Overlays, { app }, parts);
  app.openSettings();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect.element(dialog.getByRole('button', { name: 'How it works' })).toBeVisible();
  await tap(dialog.getByRole('button', { name: 'How it works' }));
  const back = dialog.getByRole('button', { name: 'All settings' });
  await expect.element(back).toHaveFocus();
  await tap(back);
  await expect.element(dialog.getByRole('button', { name: 'How it works' })).toHaveFocus();
});
