import { diligentModel } from '../../../e2e/support/diligent-model.ts';
import type { Gate } from '../../../e2e/support/gate.ts';
import type { ModelServer } from '../../../e2e/support/model-server.ts';
import type { CairnVisitor } from '../support/cairn-visitor.ts';
import { expect, test } from '../support/test.ts';

const names = ['Wash the apples', 'Peel the pears', 'Bake the cake', 'Set the table'];
const moved = ['Wash the apples', 'Set the table', 'Peel the pears', 'Bake the cake'];

async function begin(app: CairnVisitor, model: ModelServer): Promise<Gate> {
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
  await app.order(names);
  return first;
}

async function finish(app: CairnVisitor, model: ModelServer, first: Gate): Promise<void> {
  await app.landed();
  await app.order(moved);
  first.open();
  await app.planStatus('completed');
  expect(model.asks.flatMap(({ step }) => (step ? [step.description] : []))).toEqual(moved);
}

test('a step dragged by mouse', async ({ app, model }) => {
  const first = await begin(app, model);
  const from = await app.middle(app.handle('Set the table'));
  const to = await app.middle(app.handle('Peel the pears'));
  await app.drag(from, { x: to.x, y: to.y - 4 });
  await finish(app, model, first);
});

test('a step moved by keyboard', async ({ app, model }) => {
  const first = await begin(app, model);
  await app.focus(app.handle('Set the table'));
  await app.press('Space', 'ArrowUp', 'ArrowUp', 'Space');
  await finish(app, model, first);
});
