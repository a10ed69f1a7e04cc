import { diligentModel } from './support/diligent-model.ts';
import { DrawnGraph } from './support/drawn-graph.ts';
import { expect, test } from './support/test.ts';
import { touchDrag } from './support/touch-drag.ts';

test('R14.1, R14.2 on a phone a dependency is drawn by touch, and a step opens at a touch', async ({ app, model }) => {
  model.play(
    diligentModel(
      [
        { description: 'Wash the apples' },
        { description: 'Peel the pears' },
        { description: 'Bake the cake', dependencies: ['s1'] },
      ],
      'Dinner is ready.',
    ),
  );
  const gates = ['Wash the apples', 'Peel the pears'].map((name) =>
    model.hold((_, ask) => ask.step?.description === name),
  );
  await app.enterKey(model);
  await app.send('Prepare the dinner');
  for (const gate of gates) await gate.arrived;
  await app.tab('Plan');
  const graph = new DrawnGraph(app);
  await graph.open();
  await touchDrag(app.page, await graph.dot(2, 'lower'), await graph.dot(3, 'upper'));
  await expect(graph.step(3)).toHaveAccessibleName(/waits for 1, 2$/);
  expect(await graph.exported()).toEqual([[], [], [1, 2]]);
  const opened = app.page.getByRole('region', { name: 'Step 3' });
  /** Under load Chromium may take a touch for a long one, which presses nothing: a finger tries again. */
  await expect(async () => {
    await graph.step(3).tap();
    expect(await opened.textContent()).toContain('2 · Peel the pears');
  }).toPass();
  const overflow = await app.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  for (const gate of gates) gate.open();
  await app.expectPlanStatus('completed');
});
