import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import StuckCard from '../../../src/ui/conversation/StuckCard.svelte';
import ImportDialog from '../../../src/ui/import/ImportDialog.svelte';
import MemoryDialog from '../../../src/ui/memory/MemoryDialog.svelte';
import PlanPane from '../../../src/ui/plan/PlanPane.svelte';
import SchedulePane from '../../../src/ui/schedule/SchedulePane.svelte';
import TodoPane from '../../../src/ui/todo/TodoPane.svelte';
import { openApp, openSession, taskIn } from '../support/open-app.ts';
import { rendered, show, unmountAll } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

async function planPane() {
  const desk = await openSession(taskIn('paused', [step('a', 'pending'), step('b', 'pending')]));
  const open = async () => {
    show(PlanPane, { app: desk.app, session: desk.session }, desk.page);
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
    await rendered();
  };
  await open();
  return {
    desk,
    /** Leaves the pane and comes back. */
    again: async () => {
      await unmountAll();
      await open();
    },
  };
}

test('R8.3 the text of a step that is being edited is there again when the pane is, until it is saved or cancelled', async () => {
  const { desk, again } = await planPane();
  const editor = page.getByRole('textbox', { name: 'Description of step 2' });
  const edit = async () => {
    await page.getByRole('button', { name: 'Options for step 2' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await edit();
  await editor.fill('Cut the hedge');
  await again();
  await expect.element(editor).toHaveValue('Cut the hedge');
  await expect.element(editor).not.toHaveFocus();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await again();
  await expect.element(editor).not.toBeInTheDocument();
  await edit();
  await expect.element(editor).toHaveValue('Do b');
  await editor.fill('Cut the hedge');
  await again();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(editor).not.toBeInTheDocument();
  expect(desk.session.run?.plan.steps[1]?.description).toBe('Cut the hedge');
  expect([...desk.app.unsaved.keys()]).toEqual([]);
});

test('R8.3 the text of a new step, at the end or after another one, is there again when the pane is', async () => {
  const { desk, again } = await planPane();
  const field = page.getByRole('textbox', { name: 'New step' });
  await page.getByRole('button', { name: 'Add a step' }).click();
  await field.fill('Rake the leaves');
  await again();
  await expect.element(field).toHaveValue('Rake the leaves');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByRole('button', { name: /^Rake the leaves/ })).toBeVisible();
  await page.getByRole('button', { name: 'Options for step 1' }).click();
  await page.getByRole('menuitem', { name: 'Add a step after this' }).click();
  await field.fill('Water the roses');
  await again();
  await expect.element(field).toHaveValue('Water the roses');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => desk.session.run?.plan.steps[1]?.description).toBe('Water the roses');
  await expect.element(field).not.toBeInTheDocument();
  await again();
  await expect.element(field).not.toBeInTheDocument();
});

test('R9.9 what is typed in a note outlives Escape and the dialog, not Cancel', async () => {
  const { app, page: parts } = await openApp();
  const text = page.getByRole('textbox', { name: 'Text' });
  const add = page.getByRole('button', { name: 'Add a note' });
  const open = () => show(MemoryDialog, { app }, parts);
  open();
  await add.click();
  await text.fill('The rake is in the shed');
  await userEvent.keyboard('{Escape}');
  await add.click();
  await expect.element(text).toHaveValue('The rake is in the shed');
  await unmountAll();
  open();
  await expect.element(text).toHaveValue('The rake is in the shed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await add.click();
  await expect.element(text).toHaveValue('');
});

test('R9.6 what is typed in a new entry outlives its dialog, not Cancel', async () => {
  const { app, page: parts } = await openApp();
  show(SchedulePane, { app }, parts);
  const add = page.getByRole('button', { name: 'Add', exact: true }).first();
  const title = page.getByRole('textbox', { name: 'Title' });
  await add.click();
  await title.fill('Dentist');
  await userEvent.keyboard('{Escape}');
  await expect.element(title).not.toBeInTheDocument();
  await add.click();
  await expect.element(title).toHaveValue('Dentist');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await add.click();
  await expect.element(title).toHaveValue('');
});

test('R9.5 what is typed in a to-do is there again when the pane is', async () => {
  const { app, page: parts } = await openApp();
  const open = () => show(TodoPane, { app }, parts);
  open();
  const field = page.getByRole('textbox', { name: 'New to-do' });
  await field.fill('one');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: /^one/ }).click();
  const title = page.getByRole('form', { name: 'Edit to-do' }).getByRole('textbox', { name: 'To-do' });
  await title.fill('one and a half');
  await field.fill('two');
  await unmountAll();
  open();
  await expect.element(title).toHaveValue('one and a half');
  await expect.element(field).toHaveValue('two');
});

test('R8.3 a pasted plan outlives its dialog, not Cancel', async () => {
  const { session, page: parts } = await openSession(null);
  const field = page.getByRole('textbox');
  const open = async () => {
    await unmountAll();
    session.incoming.paste();
    show(ImportDialog, { session }, parts);
  };
  await open();
  await field.fill('1. Rake');
  await open();
  await expect.element(field).toHaveValue('1. Rake');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect.element(field).toHaveValue('');
});

test('R8.3 an answer in place of a failed step is there again when the card is', async () => {
  const failed = step('a', 'failed');
  const desk = await openSession(taskIn('blocked', [failed, step('b', 'blocked', 'a')]));
  const open = async () => {
    await unmountAll();
    show(StuckCard, { app: desk.app, session: desk.session, stuck: { step: failed, n: 1, waiting: [] } }, desk.page);
  };
  await open();
  const field = page.getByRole('textbox');
  await page.getByRole('button', { name: 'I’ll give the answer' }).click();
  await field.fill('42');
  await open();
  await expect.element(field).toHaveValue('42');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect.element(field).not.toBeInTheDocument();
});
