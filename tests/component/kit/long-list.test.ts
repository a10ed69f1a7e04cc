import { createRawSnippet } from 'svelte';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import LongList from '../../../src/ui/kit/LongList.svelte';
import { pageParts, root, show } from '../support/mount.ts';

const row = createRawSnippet<[string, number]>((text) => ({
  render: () => `<button style="height: 40px">${text()}</button>`,
}));
let scroller: HTMLElement;

beforeEach(async () => {
  scroller = root();
  Object.assign(scroller.style, { height: '600px', overflow: 'auto', display: 'block' });
  const rows = Array.from({ length: 1000 }, (_, at) => `row ${String(at)}`);
  const props = { rows, keyOf: (text: unknown) => String(text), scroller, latest: 2, listed: true, row };
  show(LongList as never, props as never, await pageParts());
});

const mounted = () => page.getByRole('button').elements().length;
const at = (n: number) => page.getByRole('button', { name: `row ${String(n)}`, exact: true });

test('R12.7 of a long list only the rows near the window are there, and the last ones', async () => {
  await expect.element(at(0)).toBeVisible();
  await expect.element(at(999)).toBeInTheDocument();
  expect(mounted()).toBeLessThan(100);
  scroller.scrollTop = 20_000;
  await expect.element(at(500)).toBeInTheDocument();
  await expect.element(at(0)).not.toBeInTheDocument();
});

test('R14.5 each row says which of how many it is', async () => {
  await expect.element(at(3)).toBeVisible();
  const item = at(3).element().closest('li');
  expect([item?.getAttribute('aria-posinset'), item?.getAttribute('aria-setsize')]).toEqual(['4', '1000']);
});

test('R14.5 the row with the focus stays while the list is scrolled away from it', async () => {
  await expect.element(at(0)).toBeVisible();
  at(0).element().focus();
  scroller.scrollTop = 30_000;
  await expect.element(at(750)).toBeInTheDocument();
  await expect.element(at(0)).toHaveFocus();
});

test('R14.5 a printed list has every row, one below the other, and only those near the window again afterwards', async () => {
  const rows = () => document.querySelectorAll('[data-row]').length;
  await expect.element(at(0)).toBeVisible();
  dispatchEvent(new Event('beforeprint'));
  expect(rows()).toBe(1000);
  dispatchEvent(new Event('afterprint'));
  await expect.poll(rows).toBeLessThan(100);
});
