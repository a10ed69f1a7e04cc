import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R3.6, R14.5 a phone offers under the conversation to see the plan that is to be approved, and to approve it @gate', async ({
  app,
  model,
}) => {
  model.play(diligentModel([{ description: 'Look up the trains' }, { description: 'Choose one' }], 'Done.'));
  await app.enterKey(model);
  const dialog = await app.settings('How it works');
  await dialog.getByRole('checkbox', { name: /Review plans/ }).check();
  await app.page.keyboard.press('Escape');
  await app.send('Get to Lindau on Sunday');
  await expect(app.page.locator('#conversation')).toContainText('Needs you: approve the plan (2 steps)');
  await app.button('See the plan').click();
  await expect(app.plan).toContainText('Look up the trains');
  await app.page.getByRole('tab', { name: 'Chat' }).click();
  await app.button('Approve').click();
  await app.tab('Plan');
  await app.expectPlanStatus('completed');
});
