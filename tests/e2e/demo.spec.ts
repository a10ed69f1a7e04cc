import { expectNoViolation } from './support/axe.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const present = (rows: readonly { deleted_at?: unknown }[] = []) => rows.filter(({ deleted_at }) => !deleted_at).length;

test('R11.4 the demo asks, allows, draws, asks no other site, knows only its trip, and goes with one press @gate', async ({
  app,
  page,
}) => {
  await app.startDemo();
  const guide = page.getByRole('complementary', { name: 'Demo' });
  await expect(guide.getByRole('button', { name: 'Skip the demo' })).toBeVisible();
  await guide.getByRole('button', { name: 'To the lake' }).click();
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  await app.expectStepStatuses(Array(5).fill('completed') as string[]);
  await expect(app.conversation.getByRole('button', { name: 'Open the chart ways.svg' })).toBeVisible();
  await expect(guide.getByRole('button', { name: 'Connect a model' })).toBeVisible();
  await expectNoViolation(page);

  await app.send('Plan a birthday party');
  await expect(app.conversation).toContainText('The demo knows only this trip. Connect a model for goals of your own.');
  await app.reload();
  await app.tab('To-do');
  await expect(app.panel('To-do').getByRole('listitem')).toHaveCount(2);

  await guide.getByRole('button', { name: 'Remove what the demo made' }).click();
  await expect(app.button('Try the demo')).toBeVisible();
  const gone = await storedTables(page);
  expect([present(gone.sessions), present(gone.todos), present(gone.entries)]).toEqual([0, 0, 0]);

  await app.button('Undo').click();
  await expect(guide).toBeVisible();
  const back = await storedTables(page);
  expect([present(back.sessions), present(back.todos), present(back.entries)]).toEqual([1, 2, 1]);
});

test('R11.4 the demo can be skipped at any time, and a model that is then connected begins anew', async ({
  app,
  page,
  model,
}) => {
  await app.startDemo();
  await app.button('Skip the demo').click();
  await app.expectPlanStatus('cancelled');
  await page.getByRole('complementary', { name: 'Demo' }).getByRole('button', { name: 'Connect a model' }).click();
  await app.saveKey(model);
  await app.expectPlanStatus('none');
  await expect(page.getByRole('complementary', { name: 'Demo' })).toBeHidden();
});
