import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import Workspace from '../../../src/ui/app/Workspace.svelte';
import { openSession } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const hint = page.getByText('Drop files here to add them');
const field = page.getByRole('textbox', { name: 'Message' });
const link = 'https://ferry.example/times';

/** Drags over an element and drops there; returns true for each of the two that is left to the browser. */
function drop(on: Element, data: DataTransfer): boolean[] {
  return ['dragover', 'drop'].map((type) =>
    on.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })),
  );
}

function files(...names: string[]): DataTransfer {
  const data = new DataTransfer();
  for (const name of names) data.items.add(new File(['- [ ] Wash the apples'], name, { type: 'text/markdown' }));
  return data;
}

function text(content: string): DataTransfer {
  const data = new DataTransfer();
  data.setData('text/plain', content);
  return data;
}

async function workspace() {
  const desk = await openSession(null, { settings: { profile: 'p' } });
  show(Overlays, { app: desk.app }, desk.page);
  show(Workspace, { app: desk.app, session: desk.session }, desk.page);
  await expect.element(field).toBeVisible();
  const stored = async () => (await desk.app.dependencies.stores.files.own(desk.session.id)).map(({ name }) => name);
  return { ...desk, stored };
}

test('R9.7 files dropped beside the panes are added to the session, and the browser opens none', async () => {
  const { stored } = await workspace();
  const bar = page.getByRole('banner').element();
  bar.dispatchEvent(new DragEvent('dragover', { dataTransfer: files('a.md'), bubbles: true, cancelable: true }));
  await expect.element(hint).toBeVisible();
  expect(drop(bar, files('a.md'))).toEqual([false, false]);
  await expect.element(hint).not.toBeInTheDocument();
  await expect.poll(stored).toEqual(['a.md']);
  expect(drop(page.getByRole('navigation', { name: 'Sessions' }).element(), files('b.md'))).toEqual([false, false]);
  await expect.poll(stored).toEqual(['a.md', 'b.md']);
  expect(drop(field.element(), files('c.md'))).toEqual([false, false]);
  await expect.poll(stored).toEqual(['a.md', 'b.md', 'c.md']);
});

test('R11.5 a link dropped on the conversation goes into the message, elsewhere nowhere', async () => {
  await workspace();
  const log = page.getByRole('log').element();
  expect(drop(log, text(link))).toEqual([false, false]);
  await expect.element(field).toHaveValue(link);
  await expect.element(field).toHaveFocus();
  expect(drop(log, text(' when? '))).toEqual([false, false]);
  await expect.element(field).toHaveValue(`${link} when?`);
  expect(drop(page.getByRole('banner').element(), text(link))).toEqual([false, false]);
  expect(drop(field.element(), text(link))).toEqual([true, true]);
  await expect.element(field).toHaveValue(`${link} when?`);
});

test('R9.7 an open dialog takes no files', async () => {
  const { app, stored } = await workspace();
  app.dialog = 'memory';
  const dialog = page.getByRole('dialog', { name: 'Memory' });
  await expect.element(dialog).toBeVisible();
  expect(drop(dialog.element(), files('a.md'))).toEqual([false, false]);
  expect(drop(document.body, files('a.md'))).toEqual([false, false]);
  await expect.element(hint).not.toBeInTheDocument();
  expect(await stored()).toEqual([]);
});

test('R2.6 of several files dropped on the plan one is read, and it is said', async () => {
  const { toasts, stored } = await workspace().then((desk) => ({ ...desk, toasts: desk.app.toasts }));
  expect(drop(page.getByRole('region', { name: 'Plan', exact: true }).element(), files('a.md', 'b.md'))).toEqual([
    false,
    false,
  ]);
  await expect
    .poll(() => toasts.list.map((toast) => toast.text))
    .toEqual(['Only “a.md” was read: one plan is imported at a time.']);
  expect(await stored()).toEqual([]);
});
