import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

const todo = (title: string) => [{ name: 'todo', input: { action: 'add', title } }];

test('R8.6 a step that gets only refusals is not asked about again in the same words, also after a reload, and can be left from its menu @gate', async ({
  app,
  model,
  page,
}) => {
  const steps = ['pack the bag', 'buy the tickets', 'water the plants'].map((title) => ({
    description: `Note to ${title}`,
    calls: todo(title),
  }));
  const mind = diligentModel(steps, 'All of it is on your list.');
  model.play({
    topic: (ask) => mind.topic(ask),
    answer: (ask) =>
      ask.step?.number === 2 && ask.results.length > 0 ? { refusal: 'Invalid request' } : mind.answer(ask),
  });
  await app.enterKey(model, 'On this device');
  await app.send('Prepare the trip');
  await app.expectPlanStatus('paused');
  const sent = model.asks.length;

  for (const [n, again] of [async () => undefined, () => app.reload()].entries()) {
    await again();
    await app.send('continue');
    await expect(page.getByText('refused this very request before')).toHaveCount(n + 1);
    await app.expectPlanStatus('paused');
  }
  expect(model.asks).toHaveLength(sent);

  await app.button('Options for step 2').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Start over', 'Look at the plan again', 'Skip']);
  await page.getByRole('menuitem', { name: 'Skip' }).click();
  await app.send('continue');
  await app.expectPlanStatus('completed');
  await expect(app.step('Note to water the plants')).toHaveAttribute('data-step-status', 'completed');
});
