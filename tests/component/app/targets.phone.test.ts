import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import HistoryFilters from '../../../src/ui/history/HistoryFilters.svelte';
import IconButton from '../../../src/ui/kit/IconButton.svelte';
import ViewSwitch from '../../../src/ui/schedule/ViewSwitch.svelte';
import { pageParts, show } from '../support/mount.ts';

test('R14.5 on a phone the short words of the switches are 40 pixels wide and high, and a button is 44', async () => {
  const parts = await pageParts({ language: 'zh' });
  show(ViewSwitch, { view: 'month', onchoose: () => undefined }, parts);
  show(IconButton, { icon: 'settings', label: '设置' }, parts);
  show(HistoryFilters, { filter: 'all' }, parts);
  await expect.element(page.getByRole('radio', { name: '日', exact: true })).toBeInTheDocument();
  const labels = [...document.querySelectorAll('label')].map((label) => label.getBoundingClientRect());
  expect(labels).toHaveLength(9);
  expect(labels.filter(({ width, height }) => width < 40 || height < 40)).toEqual([]);
  const button = page.getByRole('button', { name: '设置' }).element().getBoundingClientRect();
  expect([button.width, button.height]).toEqual([44, 44]);
  expect(Math.max(...labels.map(({ right }) => right))).toBeLessThanOrEqual(innerWidth);
});
