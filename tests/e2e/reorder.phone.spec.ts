import { diligentModel } from './support/diligent-model.ts';
import { expectNoViolation } from './support/axe.ts';
import { centre } from './support/cairn.ts';
import { expect, test } from './support/test.ts';
import { touchDrag } from './support/touch-drag.ts';

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

test('R14.1, R14.2 on a phone a long press lifts a row, a short one opens it, and a swipe scrolls', async ({
  app,
  model,
  page,
}) => {
  const names = Array.from({ length: 14 }, (_, at) => `Pack the box ${String(at + 1)} for the move`);
  model.play(
    diligentModel(
      names.map((description) => ({ description })),
      'All is packed.',
    ),
  );
  const first = model.hold((_, ask) => ask.purpose === 'thought');
  await app.enterKey(model);
  await app.send('Pack for the move');
  await first.arrived;
  await app.tab('Plan');
  const step = app.step('Pack the box 4 for');
  await app.dragRowByTouch(step, app.step('Pack the box 2 for'));
  await app.expectOrder([names[0], names[3], names[1], ...names.slice(2, 3), ...names.slice(4)].map(String));
  const body = app.row(step);
  await expect(body).toHaveAttribute('aria-expanded', 'false');
  await body.tap();
  await expect(body).toHaveAttribute('aria-expanded', 'true');
  await expectNoViolation(page);
  await body.tap();
  const pane = app.panel('Plan');
  const before = await pane.evaluate((element) => element.scrollTop);
  const { x, y } = await centre(app.row(app.step('Pack the box 5 for')));
  await touchDrag(page, { x, y }, { x, y: y - 200 });
  await expect.poll(() => pane.evaluate((element) => element.scrollTop)).toBeGreaterThan(before);
  await expect(app.steps.nth(1)).toContainText(String(names[3]));
  first.open();
});
