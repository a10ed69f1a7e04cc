import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R3.8, R14.1 on a phone pending steps are reordered by touch while a step runs, and the model sees it @gate', async ({
  app,
  model,
}) => {
  const names = ['Wash the apples', 'Peel the pears', 'Bake the cake', 'Set the table', 'Call the guests'];
  model.play(
    diligentModel(
      names.map((description) => ({ description })),
      'Dinner is ready.',
    ),
  );
  const first = model.hold((_, ask) => ask.purpose === 'thought');
  await app.enterKey(model);
  await app.send('Prepare the dinner');
  await first.arrived;
  await app.tab('Plan');
  await app.dragByTouch(app.step('Call the guests'), app.step('Peel the pears'));
  await app.expectOrder(['Wash the apples', 'Call the guests', 'Peel the pears', 'Bake the cake', 'Set the table']);
  await app.dragByTouch(app.step('Peel the pears'), app.step('Set the table'));
  const final = ['Wash the apples', 'Call the guests', 'Bake the cake', 'Set the table', 'Peel the pears'];
  await app.expectOrder(final);
  first.open();
  await app.expectPlanStatus('completed');
  expect(model.asks.flatMap(({ step }) => (step ? [step.description] : []))).toEqual(final);
  const overflow = await app.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
