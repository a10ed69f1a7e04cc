import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Refusals from '../../../src/ui/kit/Refusals.svelte';
import Toasts from '../../../src/ui/kit/Toasts.svelte';
import { pageParts, show, type PageParts } from '../support/mount.ts';

let parts: PageParts;
/** The toasts as they are seen; screen readers hear them from a region of its own. */
const seen = (text: string) => page.getByText(text).first();

beforeEach(async () => {
  parts = await pageParts();
});

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

test('a plain toast goes by itself, one about background work stays', async () => {
  vi.useFakeTimers();
  try {
    parts.toasts.tell('Saved.');
    parts.toasts.warn('A copy could not be written.');
    show(Toasts, {}, parts);
    vi.advanceTimersByTime(60_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.element(seen('A copy could not be written.')).toBeVisible();
  await expect.element(seen('Saved.')).not.toBeInTheDocument();
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
  await expect.poll(() => spoken).toEqual(['Skipped “Read”.', 'Deleted “Notes”.']);
  const names = page.getByRole('button', { name: 'Dismiss' });
  await expect.element(names.nth(1)).toHaveAccessibleDescription('Deleted “Notes”.');
  expect(region.getAttribute('aria-atomic')).toBe('false');
});
