import { beforeEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { pageParts, show, type PageParts } from '../support/mount.ts';
import DialogHost from './DialogHost.svelte';

const onclosed = vi.fn();
let parts: PageParts;
const opener = page.getByRole('button', { name: 'Open' });
const dialog = page.getByRole('dialog', { name: 'First' });

beforeEach(async () => {
  onclosed.mockClear();
  parts = await pageParts();
  show(DialogHost, { onclosed }, parts);
  await opener.click();
  await expect.element(dialog).toHaveFocus();
});

test('R14.5 Escape closes a dialog once, and the focus is back where it was', async () => {
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(onclosed).toHaveBeenCalledTimes(1);
});

test('the button in its head closes it', async () => {
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(opener).toHaveFocus();
  expect(onclosed).toHaveBeenCalledTimes(1);
});

test('a press beside it closes it, a press within does not, nor does one that only ends beside it', async () => {
  await commands.mouseDrag([
    [720, 450],
    [720, 450],
  ]);
  await dialog.getByText('First').click();
  const { left, top, width } = dialog.element().getBoundingClientRect();
  await commands.mouseDrag([
    [left + width / 2, top + 20],
    [10, 10],
  ]);
  await expect.element(dialog).toBeVisible();
  await commands.mouseDrag([
    [10, 10],
    [10, 10],
  ]);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onclosed).toHaveBeenCalledTimes(1);
});

test('R14.5 Tab stays within the dialog, since the page below is inert', async () => {
  for (let pressed = 0; pressed < 8; pressed += 1) {
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement === document.body || dialog.element().contains(document.activeElement)).toBe(true);
  }
});

test('of two dialogs Escape closes the upper one, and the focus goes back into the lower one', async () => {
  await dialog.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Second' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByRole('button', { name: 'More' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
});

test('R14.6 what is told while a dialog is open stands in it, and on the page once it is closed', async () => {
  parts.toasts.refuse('That did not work.');
  await expect.element(dialog.getByText('That did not work.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => parts.toasts.shown()).toEqual([]);
});

test('R14.2 the second press of a double press that closed it does nothing to what lies below', async () => {
  const close = dialog.getByRole('button', { name: 'Close' }).element();
  const below = opener.element();
  const press = (on: Element, clientX: number) =>
    on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX, clientY: 300 }));
  press(close, 300);
  expect(press(below, 302)).toBe(false);
  await expect.poll(() => onclosed.mock.calls.length).toBe(1);
  expect(press(below, 500)).toBe(true);
  await expect.element(dialog).toBeVisible();
});
