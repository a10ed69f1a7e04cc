import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R6.4 after a new release the part that asks models is gone: a reload is offered, and the plan goes on @gate', async ({
  app,
  page,
  model,
}) => {
  model.play(diligentModel([{ description: 'Think of a name', response: 'Willow.' }], 'It is Willow.'));
  await app.enterKey(model);
  const gone = '**/assets/openai-*.js';
  await page.context().route(gone, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.reload();
  await app.send('Name it');
  await expect(page.getByText('The part of Cairn that speaks to models could not be loaded').first()).toBeVisible();
  await app.expectPlanStatus('paused');
  await page.context().unroute(gone);
  await page.getByRole('button', { name: 'Reload', exact: true }).first().click();
  await page.getByRole('button', { name: 'Continue', exact: true }).first().click();
  await app.expectPlanStatus('completed');
  await expect(page.getByText('It is Willow.').first()).toBeVisible();
});
