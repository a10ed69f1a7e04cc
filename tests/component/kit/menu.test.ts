import { SvelteMap } from 'svelte/reactivity';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Menu from '../../../src/ui/kit/Menu.svelte';
import { pageParts, root, show } from '../support/mount.ts';

let chosen: string[];
const item = (label: string, disabled = false) => ({ label, disabled, onselect: () => void chosen.push(label) });
const items = [item('Edit'), item('Skip', true), item('Move'), item('Delete')];
const opener = page.getByRole('button', { name: 'Options' });
const choice = (name: string) => page.getByRole('menuitem', { name });

beforeEach(() => {
  chosen = [];
});

test('R14.5 arrows, Home and End go through what can be chosen, around both ends; Enter chooses', async () => {
  show(Menu, { label: 'Options', items }, await pageParts());
  await opener.click();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  for (const [key, name] of [
    ['', 'Edit'],
    ['{ArrowDown}', 'Move'],
    ['{ArrowUp}{ArrowUp}', 'Delete'],
    ['{ArrowDown}', 'Edit'],
    ['{End}', 'Delete'],
    ['{Home}', 'Edit'],
  ] as const) {
    if (key) await userEvent.keyboard(key);
    await expect.element(choice(name)).toHaveFocus();
  }
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual(['Move']);
  await expect.element(opener).toHaveFocus();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
});

test('R14.5 a letter goes to the next choice that begins with it, around the end', async () => {
  const labels = ['Edit', 'Move up', 'Move down', 'Mark as done', '删除'];
  show(
    Menu,
    { label: 'Options', items: [...labels.map((label) => item(label)), item('Skip', true)] },
    await pageParts(),
  );
  await opener.click();
  for (const [key, name] of [
    ['', 'Edit'],
    ['m', 'Move up'],
    ['m', 'Move down'],
    ['M', 'Mark as done'],
    ['m', 'Move up'],
    ['s', 'Move up'],
    ['e', 'Edit'],
    ['{Control>}m{/Control}', 'Edit'],
  ] as const) {
    if (key) await userEvent.keyboard(key);
    await expect.element(choice(name)).toHaveFocus();
  }
  expect(chosen).toEqual([]);
});

test('R14.5 Escape chooses nothing and gives the focus back', async () => {
  show(Menu, { label: 'Options', items }, await pageParts());
  await opener.click();
  await expect.element(choice('Edit')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
  await expect.element(choice('Edit')).not.toBeInTheDocument();
  expect(chosen).toEqual([]);
});

test('a press beside an open menu closes it, and one on a choice that is not offered does nothing', async () => {
  show(Menu, { label: 'Options', items }, await pageParts());
  await opener.click();
  await choice('Skip').click({ force: true });
  expect(chosen).toEqual([]);
  await userEvent.click(document.body, { position: { x: 700, y: 700 } });
  await expect.element(choice('Edit')).not.toBeInTheDocument();
});

test('a menu opens within the window, also from its lower right corner', async () => {
  Object.assign(root().style, { position: 'fixed', right: '0', bottom: '0', height: 'auto' });
  show(Menu, { label: 'Options', items }, await pageParts());
  await opener.click();
  await expect.element(choice('Edit')).toHaveFocus();
  const { right, bottom, left, top } = page.getByRole('menu').element().getBoundingClientRect();
  expect([right <= innerWidth, bottom <= innerHeight, left >= 0, top >= 0]).toEqual([true, true, true, true]);
});

test('a menu whose items change while it is open stays at its button, and long items wrap', async () => {
  Object.assign(root().style, { position: 'fixed', right: '0', top: '0' });
  const long = `Skip (needed by ${Array.from({ length: 80 }, (_, n) => n).join(', ')})`;
  const offered = new SvelteMap([['now', [item(long), item('Edit')]]]);
  const props = {
    label: 'Options',
    get items() {
      return offered.get('now') ?? [];
    },
  };
  show(Menu, props, await pageParts());
  const menu = page.getByRole('menu');
  const gap = () => opener.element().getBoundingClientRect().right - menu.element().getBoundingClientRect().right;
  await opener.click();
  await expect.element(choice('Edit')).toBeVisible();
  expect(menu.element().getBoundingClientRect().width).toBeLessThanOrEqual(400);
  const before = gap();
  offered.set('now', [item('Try again')]);
  await expect.element(choice('Try again')).toBeVisible();
  expect(gap()).toBe(before);
});
