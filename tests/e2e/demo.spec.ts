import { expect, test } from './support/test.ts';

test('R11.4 the demo runs without a key to its end, and asks no other site, with real to-dos and a real entry @gate', async ({
  app,
}) => {
  await app.button('Try the demo').click();
  await app.expectPlanStatus('completed');

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
