import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Refusals from '../../../src/ui/kit/Refusals.svelte';
import { announceToScreenReader } from '../../../src/ui/kit/screen-reader-announcements.svelte.ts';
import Toasts from '../../../src/ui/kit/Toasts.svelte';
import { pageParts, show, type PageParts } from '../support/mount.ts';
import DialogHost from './DialogHost.svelte';

let parts: PageParts;
/** The toasts as they are seen; screen readers hear them from a region of its own. */
const seen = (text: string) => page.getByText(text).first();
const stackText = () => document.querySelector('.toasts')?.textContent;

beforeEach(async () => {
  parts = await pageParts();
});

afterEach(() => void vi.useRealTimers());

function pass(milliseconds: number): void {
  flushSync();
  vi.advanceTimersByTime(milliseconds);
  flushSync();
}

test('R14.6 a toast that offers something does it once and is gone', async () => {
  const run = vi.fn();
  show(Toasts, {}, parts);
  parts.toasts.tell('Deleted “Water the plants”.', { label: 'Undo', run });
  await expect.element(seen('Deleted “Water the plants”.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(run).toHaveBeenCalledTimes(1);
});

test('R14.6 a refusal goes with the next press elsewhere, and stays while it is itself pressed', async () => {
  show(Toasts, {}, parts);
  parts.toasts.refuse('The step is needed.');
  parts.toasts.warn('A copy could not be written.');
  await seen('The step is needed.').click();
  await expect.element(seen('The step is needed.')).toBeVisible();
  await userEvent.click(document.body, { position: { x: 20, y: 700 } });
  await expect.element(seen('The step is needed.')).not.toBeInTheDocument();
  await expect.element(seen('A copy could not be written.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(seen('A copy could not be written.')).not.toBeInTheDocument();
});

test('a toast lies above an open popover', async () => {
  show(Toasts, {}, parts);
  const popover = document.createElement('div');
  Object.assign(popover, { popover: 'manual', textContent: 'below' });
  popover.style.cssText = 'width: 100vw; height: 100vh';
  document.getElementById('app')?.append(popover);
  popover.showPopover();
  parts.toasts.tell('Saved.');
  await expect.element(seen('Saved.')).toBeVisible();
  const { left, top } = seen('Saved.').element().getBoundingClientRect();
  expect(document.elementFromPoint(left + 2, top + 8)?.textContent).toContain('Saved.');
});

test('a plain toast goes by itself, one about background work stays', () => {
  vi.useFakeTimers();
  show(Toasts, {}, parts);
  parts.toasts.tell('Saved.');
  parts.toasts.warn('A copy could not be written.');
  flushSync();
  pass(60_000);
  expect(stackText()).toContain('A copy could not be written.');
  expect(stackText()).not.toContain('Saved.');
});

test('R14.6 a toast stays while it has the focus, and then for the rest of its time', () => {
  vi.useFakeTimers();
  show(Toasts, {}, parts);
  parts.toasts.tell('Deleted “Water the plants”.', { label: 'Undo', run: () => undefined });
  flushSync();
  pass(5000);
  const undo = page.getByRole('button', { name: 'Undo' }).element() as HTMLElement;
  undo.focus();
  pass(60_000);
  expect(undo.isConnected).toBe(true);
  const elsewhere = document.getElementById('app')!.appendChild(document.createElement('button'));
  elsewhere.focus();
  pass(1999);
  expect(undo.isConnected).toBe(true);
  pass(1);
  expect(undo.isConnected).toBe(false);
});

test('R14.6 a toast stays while the pointer is over it', async () => {
  show(Toasts, {}, parts);
  parts.toasts.tell('Deleted.', { label: 'Undo', run: () => undefined });
  await userEvent.hover(seen('Deleted.'));
  vi.useFakeTimers();
  parts.toasts.tell('Saved.');
  flushSync();
  pass(60_000);
  expect(stackText()).toContain('Deleted.');
  expect(stackText()).toContain('Saved.');
});

test('R14.6 why an action in a pane was refused stands in that pane, and not above the page', async () => {
  show(Refusals, { home: 'todo' }, parts);
  show(Toasts, {}, parts);
  parts.toasts.refuse('The list could not be read.', { home: 'todo' });
  await expect.element(seen('The list could not be read.')).toBeVisible();
  expect(document.querySelector('[popover]')?.textContent).toBe('');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('The list could not be read.')).not.toBeInTheDocument();
});

test('R14.5 each toast is spoken once, without its buttons, and a button says to which toast it belongs', async () => {
  const spoken: string[] = [];
  show(Toasts, {}, parts);
  const region = document.querySelector('[data-spoken]') ?? document.body;
  new MutationObserver((all) =>
    spoken.push(...all.flatMap(({ addedNodes }) => [...addedNodes].flatMap(({ textContent }) => textContent || []))),
  ).observe(region, { childList: true });
  const undo = { label: 'Undo', run: () => undefined };
  parts.toasts.tell('Skipped “Read”.', undo);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveAccessibleDescription('Skipped “Read”.');
  parts.toasts.tell('Deleted “Notes”.', undo);
  await expect.element(seen('Deleted “Notes”.')).toBeVisible();
  const own = () => spoken.filter((text) => /^(?:Skipped|Deleted)/.test(text));
  await expect.poll(own).toEqual(['Skipped “Read”.', 'Deleted “Notes”.']);
  const names = page.getByRole('button', { name: 'Dismiss' });
  await expect.element(names.nth(1)).toHaveAccessibleDescription('Deleted “Notes”.');
  expect(region.getAttribute('aria-atomic')).toBe('false');
});

test('R14.6 a toast that waits beneath a dialog returns for the rest of its time', () => {
  vi.useFakeTimers();
  show(Toasts, {}, parts);
  parts.toasts.tell('Deleted “Lindau”.', { label: 'Undo', run: () => undefined });
  flushSync();
  pass(5000);
  const close = parts.toasts.openPlace(Symbol('dialog'));
  pass(60_000);
  expect(stackText()).toBe('');
  close();
  pass(1999);
  expect(stackText()).toContain('Deleted “Lindau”.');
  pass(1);
  expect(stackText()).toBe('');
});

/** Collects what the regions for screen readers are given from now on, with where each text is given. */
function spokenByPlace(): string[] {
  const spoken: string[] = [];
  new MutationObserver((all) => {
    for (const { addedNodes } of all)
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue;
        const texts = node.matches('[data-spoken] > p') ? [node] : node.querySelectorAll('[data-spoken] > p');
        for (const text of texts) spoken.push(`${text.closest('dialog') ? 'dialog' : 'page'}: ${text.textContent}`);
      }
  }).observe(document.body, { childList: true, subtree: true });
  return spoken;
}

test('R14.5 a text is spoken once, though a dialog opens and closes meanwhile', async () => {
  show(Toasts, {}, parts);
  show(DialogHost, { onclosed: () => undefined }, parts);
  const spoken = spokenByPlace();
  const dialog = page.getByRole('dialog', { name: 'First' });
  const open = page.getByRole('button', { name: 'Open' }).element() as HTMLElement;
  const close = async () => {
    document.querySelector('dialog')?.close();
    await expect.poll(() => document.querySelector('dialog')).toBeNull();
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  announceToScreenReader('Opened the session “Lindau”.');
  pass(200);
  open.click();
  flushSync();
  await expect.element(dialog).toBeVisible();
  parts.toasts.remind('The note is saved.');
  pass(200);
  await close();
  pass(200);
  open.click();
  flushSync();
  parts.toasts.remind('Removed.');
  flushSync();
  await close();
  pass(200);
  await expect
    .poll(() => spoken)
    .toEqual(['page: Opened the session “Lindau”.', 'dialog: The note is saved.', 'page: Removed.']);
});
