import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ImportDialog from '../../../src/ui/import/ImportDialog.svelte';
import { openSession } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

test('R14.1 a step back closes the dialog on top and leaves what is beneath as it is', async () => {
  const { app, session: first, page: parts } = await openSession(null);
  const second = await app.newSession('Second');
  if (!second) throw new Error('not stored');
  const dialog = page.getByRole('dialog', { name: 'Paste a plan' });
  second.incoming.paste();
  show(ImportDialog, { session: second }, parts);
  await expect.element(dialog).toBeVisible();
  const address = location.hash;
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => location.hash).toBe(address);
  expect(app.session?.id).toBe(second.id);
  history.back();
  await expect.poll(() => app.session?.id).toBe(first.id);
});
