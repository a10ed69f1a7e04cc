import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import MemoryDialog from '../../../src/ui/memory/MemoryDialog.svelte';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const dialog = page.getByRole('dialog', { name: 'Memory' });
const form = dialog.getByRole('form', { name: 'Note' });
const note = (title: string) => dialog.getByRole('heading', { name: title });

beforeEach(async () => {
  const { app, page: parts } = await openApp();
  app.dialog = 'memory';
  show(MemoryDialog, { app }, parts);
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await expect.element(form.getByRole('textbox', { name: 'Text' })).toHaveFocus();
});

test('R9.9 a note needs a text, whose first line becomes its title', async () => {
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Write what is to be remembered.');
  await expect.element(form.getByRole('textbox', { name: 'Text' })).toHaveFocus();
  await form.getByRole('textbox', { name: 'Text' }).fill('The rake is in the shed\nbehind the bikes');
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await form.getByRole('textbox', { name: 'Tags' }).fill('garden');
  await userEvent.keyboard('{Enter}');
  await expect.element(note('The rake is in the shed')).toBeVisible();
  await expect.element(dialog.getByText('#garden')).toBeVisible();
});

test('Escape leaves the form, not the dialog', async () => {
  await userEvent.keyboard('lost{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

test('R9.9, R12.6 a note is found, edited, deleted and brought back', async () => {
  await userEvent.keyboard('Rake');
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect.element(note('Rake')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Search notes' }).fill('spade');
  await expect.element(dialog.getByText('No note has all of these words.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('rak');
  await dialog.getByRole('button', { name: 'Edit Rake' }).click();
  await form.getByRole('textbox', { name: 'Title' }).fill('Rakes');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Delete Rakes' }).click();
  await expect.element(note('Rakes')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.element(note('Rakes')).toBeVisible();
});
