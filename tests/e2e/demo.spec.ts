import { expect, test } from './support/test.ts';

test('R11.4 the demo runs without a key and without a network to its end in under 30 s, with real to-dos and a real entry', async ({
  app,
}) => {
  /* The page has fetched what it needs for the time without a network. */
  const hasAll = () =>
    app.page.evaluate(() => {
      const parts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const isOver = parts.every(({ responseEnd }) => performance.now() - responseEnd > 1000);
      return isOver && parts.some(({ name }) => name.includes('/engine'));
    });
  await expect.poll(hasAll, { timeout: 20_000 }).toBe(true);
  await app.page.context().setOffline(true);
  const started = performance.now();
  await app.button('Try the demo').click();
  await expect(app.plan).toHaveAttribute('data-plan-status', 'completed', { timeout: 30_000 });
  expect(performance.now() - started).toBeLessThan(30_000);
  await app.page.context().setOffline(false);

  await expect.poll(() => app.steps.count()).toBeGreaterThanOrEqual(3);
  await app.tab('To-do');
  await expect(app.panel('To-do').getByRole('listitem').first()).toBeVisible();
  await app.tab('Schedule');
  await expect(app.panel('Schedule').getByRole('listitem').first()).toBeVisible();
  await expect(app.page.getByText(/scripted/i).first()).toBeVisible();

  await app.reload();
  await app.tab('Plan');
  await app.expectPlanStatus('completed');
  await app.tab('To-do');
  await expect(app.panel('To-do').getByRole('listitem').first()).toBeVisible();
});
