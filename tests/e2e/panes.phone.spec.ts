import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { touchDrag } from './support/touch-drag.ts';

async function centre(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not in sight.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('R14.5 a finger checks a to-do to the right, deletes it to the left, and both can be undone', async ({ app }) => {
  const { page } = app;
  await app.goOnWithoutKey();
  await app.send('/todo Buy milk');
  await app.send('/todo Call mum');
  await app.tab('To-do');
  const items = app.panel('To-do').getByRole('list', { name: 'Open to-dos' }).getByRole('listitem');
  await expect(items).toHaveText([/Buy milk/, /Call mum/]);
  const swipe = async (item: Locator, by: number) => {
    const from = await centre(item);
    await touchDrag(page, from, { x: from.x + by, y: from.y + 4 });
  };
  await swipe(items.first(), 60);
  await expect(items).toHaveCount(2);
  await swipe(items.first(), 170);
  await expect(page.getByText('Done: “Buy milk”.').first()).toBeVisible();
  await expect(items).toHaveText([/Call mum/]);
  await app.button('Undo').click();
  await expect(items).toHaveText([/Buy milk/, /Call mum/]);
  await swipe(items.nth(1), -170);
  await expect(page.getByText('Deleted “Call mum”.').first()).toBeVisible();
  await app.button('Undo').click();
  await expect(items).toHaveText([/Buy milk/, /Call mum/]);
});

test('R14.4 a finger that rests on an entry drags it to another time', async ({ app }) => {
  const { page } = app;
  await app.openAt('2026-11-22T08:00:00Z');
  await app.goOnWithoutKey();
  await app.send('/schedule today 12:00 Lunch');
  await app.tab('Schedule');
  const pane = page.getByRole('region', { name: 'Schedule' });
  await pane.getByText('Day', { exact: true }).click();
  const lunch = pane.locator('.ec-event').filter({ hasText: 'Lunch' });
  await lunch.scrollIntoViewIfNeeded();
  const from = await centre(lunch);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  await expect(pane.locator('.ec-preview')).toBeVisible();
  for (let part = 1; part <= 6; part += 1)
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: from.x, y: from.y + part * 8 }],
    });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.getByText('“Lunch” now begins Sun 22 Nov, 13:00.').first()).toBeVisible();
});
