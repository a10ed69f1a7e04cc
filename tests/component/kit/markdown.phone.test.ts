import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Markdown from '../../../src/ui/kit/markdown/Markdown.svelte';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

test('R14.3 a wide table on a phone keeps columns that can be read, and scrolls in its own box', async () => {
  const { page: parts } = await openApp();
  const row = (cell: string) => `|${cell.repeat(8)}`;
  const text = [row('指标名称|'), row('-|'), row('同比增长百分之三点五|')].join('\n');
  show(Markdown, { text }, parts);
  const cell = page.getByRole('cell').first();
  await expect.element(cell).toBeVisible();
  expect(cell.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(90);
  const box = page.getByRole('table').element().parentElement;
  expect(box?.scrollWidth).toBeGreaterThan(box?.clientWidth ?? 0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test('R14.3 a long cell of a wide table is wider than the others, and one of a narrow table only as wide as the phone', async () => {
  const { page: parts } = await openApp();
  const long = 'The quiet campsite by the small lake behind the hill';
  const table = (more: number) =>
    [
      ['name', 'n', 'note'],
      ['-', '-', '-'],
      ['a', '1', long],
    ]
      .map((cells) => `|${[...cells, ...Array.from({ length: more }, () => '-')].join('|')}|`)
      .join('\n');
  show(Markdown, { text: `${table(4)}\n\nThen:\n\n${table(0)}` }, parts);
  const [wide, narrow] = page.getByRole('table').elements();
  const last = (of: Element | undefined) => of?.querySelector('td:nth-child(3)')?.getBoundingClientRect().width ?? 0;
  await expect.poll(() => last(wide)).toBeGreaterThanOrEqual(200);
  expect(narrow?.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
});
