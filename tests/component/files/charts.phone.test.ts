import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ChartCard from '../../../src/ui/conversation/ChartCard.svelte';
import { chartSvg } from '../../../src/tools/chart/chart-svg.ts';
import { openSession } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { tap } from '../support/pointer.ts';

const months = Array.from({ length: 10 }, (_, at) => `${at + 1} 月`);

/** A bar chart with the first so many months. */
const chartOf = (count: number) => {
  const labels = months.slice(0, count);
  return chartSvg(
    {
      ...{ scale: 'order', x: '月份', labels, positions: labels.map((_, at) => at) },
      ...{ skipped: 0, unit: '', mark: null, unreadDate: null },
      series: [{ name: '支出', values: labels.map((_, at) => 120 + 40 * at) }],
    },
    'bar',
    false,
    { title: '每月支出', description: '120 to 400', note: '' },
  );
};

async function showChart(content: string) {
  const { app, session, clock, page: parts } = await openSession(null);
  await app.dependencies.stores.files.add({
    ...{ id: 'f1', session_id: session.id, name: 'sales.svg', mime: 'image/svg+xml', size: content.length, content },
    ...{ kind: 'file', source: null, created_at: clock.now(), deleted_at: null },
  });
  const line = { kind: 'message', key: '1', at: '', message: 'goal', text: '', images: [] } as const;
  show(ChartCard, { app, line, id: 'f1' }, parts);
  const card = page.getByRole('button', { name: 'Open the chart sales.svg' });
  await expect.element(card).toBeVisible();
  return card;
}

/** Checks that a chart is wide enough to be read, and that only its own box scrolls. */
async function expectReadable(image: Element): Promise<void> {
  await expect.poll(() => image.getBoundingClientRect().width).toBeGreaterThanOrEqual(560);
  let box = image.parentElement;
  while (box && box.scrollWidth <= box.clientWidth) box = box.parentElement;
  expect(box && getComputedStyle(box).overflowX).toBe('auto');
  expect(box!.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
}

test('R9.8 on a phone a chart can be read in the conversation and once it is opened, where it scrolls in its own box', async () => {
  const card = await showChart(chartOf(10));
  await expect.element(card).toHaveAccessibleName(/^Open the chart sales\.svg .*每月支出 – 120 to 400$/);
  const small = card.getByRole('img').element();
  await expectReadable(small);
  await tap(card);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('img')).toBeVisible();
  await expectReadable(dialog.getByRole('img').element());
  const body = dialog.getByRole('group').element();
  expect(body.scrollWidth).toBeGreaterThan(body.clientWidth);
});

test('R9.8 on a phone a chart with few marks is shown whole, and so it is once it is opened', async () => {
  const card = await showChart(chartOf(3));
  const box = card.element().parentElement!;
  await expect.poll(() => card.getByRole('img').element().getBoundingClientRect().width).toBeGreaterThan(300);
  expect(box.scrollWidth).toBe(box.clientWidth);
  await tap(card);
  const body = page.getByRole('dialog').getByRole('group');
  await expect.element(body.getByRole('img')).toBeVisible();
  await expect.poll(() => body.getByRole('img').element().getBoundingClientRect().width).toBeGreaterThan(300);
  expect(body.element().scrollWidth).toBe(body.element().clientWidth);
});
