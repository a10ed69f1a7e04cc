import type { Locator } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import type { Cairn } from './support/cairn.ts';
import { diligentModel, type ScriptedStep } from './support/diligent-model.ts';
import type { ModelServer } from './support/model-server.ts';
import { expect, test } from './support/test.ts';

const names = ['Wash the apples', 'Peel the pears', 'Bake the cake', 'Set the table', 'Call the guests'];
const plain = (): ScriptedStep[] => names.map((description) => ({ description }));

async function startAndHold(app: Cairn, model: ModelServer, steps: ScriptedStep[]) {
  model.play(diligentModel(steps, 'Dinner is ready.'));
  const first = model.hold((_, ask) => ask.purpose === 'thought');
  await app.enterKey(model);
  await app.workCarefully();
  await app.send('Prepare the dinner');
  await first.arrived;
  await app.expectStepStatuses(['running', 'pending', 'pending', 'pending', 'pending']);
  return first;
}

const ways: [string, (app: Cairn, step: Locator, onto: Locator, places: number) => Promise<void>][] = [
  ['by mouse', (app, step, onto) => app.dragByMouse(step, onto)],
  ['by keyboard', (app, step, _, places) => app.dragByKeyboard(step, places)],
];

for (const [way, drag] of ways)
  test(`R3.8, R7.6 pending steps are reordered ${way} while a step runs, and the next call of the model sees it${way === 'by mouse' ? ' @gate' : ''}`, async ({
    app,
    model,
  }) => {
    const first = await startAndHold(app, model, plain());
    await drag(app, app.step('Call the guests'), app.step('Peel the pears'), -3);
    const order = ['Wash the apples', 'Call the guests', 'Peel the pears', 'Bake the cake', 'Set the table'];
    await app.expectOrder(order);
    await expect(app.page.getByRole('status').filter({ hasText: 'Dropped at position 2 of 5.' })).toBeAttached();
    await drag(app, app.step('Peel the pears'), app.step('Set the table'), 2);
    const final = ['Wash the apples', 'Call the guests', 'Bake the cake', 'Set the table', 'Peel the pears'];
    await app.expectOrder(final);
    await app.expectStepStatuses(['running', 'pending', 'pending', 'pending', 'pending']);

    first.open();
    await app.expectPlanStatus('completed');
    const next = model.asks[2];
    expect(next?.purpose).toBe('replan');
    const places = final.slice(1).map((name) => next?.prompt.lastIndexOf(name) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    const thought = model.asks.flatMap(({ step }) => (step ? [step.description] : []));
    expect(thought).toEqual(final);
    await app.expectOrder(final);
  });

test('R3.8 pending steps are reordered while the plan is paused, and though text is selected', async ({
  app,
  model,
}) => {
  const first = await startAndHold(app, model, plain());
  await app.button('Pause').click();
  first.open();
  await app.expectPlanStatus('paused');
  await app.page.evaluate(() => getSelection()?.selectAllChildren(document.body));
  await app.dragByMouse(app.step('Call the guests'), app.step('Bake the cake'));
  const order = ['Wash the apples', 'Peel the pears', 'Call the guests', 'Bake the cake', 'Set the table'];
  await app.expectOrder(order);
  await app.reload();
  await app.expectOrder(order);
  await app.button('Continue').click();
  await app.expectPlanStatus('completed');
  await app.expectOrder(order);
});

test('R7.6 an order that contradicts the dependencies is refused with the reason, and nothing changes', async ({
  app,
  model,
}) => {
  const steps = plain();
  Object.assign(steps[3] ?? {}, { dependencies: ['s3'] });
  Object.assign(steps[2] ?? {}, { dependencies: ['s2'] });
  Object.assign(steps[1] ?? {}, { dependencies: ['s1'] });
  Object.assign(steps[4] ?? {}, { dependencies: ['s1'] });
  const first = await startAndHold(app, model, steps);
  await app.dragByMouse(app.step('Set the table'), app.step('Peel the pears'));
  await expect(app.page.getByText(/Set the table.*Bake the cake/).first()).toBeVisible();
  await app.expectOrder(names);
  await app.dragByKeyboard(app.step('Bake the cake'), -1);
  await expect(app.page.getByText(/Bake the cake.*Peel the pears/).first()).toBeVisible();
  await app.expectOrder(names);
  first.open();
  await app.expectPlanStatus('completed');
});

test('R14.2 Escape puts a lifted step back where it was', async ({ app, model }) => {
  const first = await startAndHold(app, model, plain());
  await app.handle(app.step('Call the guests')).focus();
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Escape']) await app.page.keyboard.press(key);
  await app.expectOrder(names);
  await expect(app.handle(app.step('Call the guests'))).toBeFocused();
  first.open();
  await app.expectPlanStatus('completed');
});

test('R14.2 a step is dragged by its row, and a press on it opens what can be done with it', async ({ app, model }) => {
  const first = await startAndHold(app, model, plain());
  await app.dragByMouse(app.step('Call the guests'), app.step('Peel the pears'), 'row');
  const order = ['Wash the apples', 'Call the guests', 'Peel the pears', 'Bake the cake', 'Set the table'];
  await app.expectOrder(order);
  const step = app.step('Call the guests');
  const body = step.getByRole('button', { name: /^Call the guests/ });
  await expect(body).toHaveAttribute('aria-expanded', 'false');
  await body.click();
  const actions = step.getByRole('group', { name: 'Options for step 2' });
  await expect(actions.getByRole('button')).toHaveText(['Edit', 'Add a step after this', 'Skip', 'Delete']);
  await expectNoViolation(app.page);
  await actions.getByRole('button', { name: 'Edit' }).click();
  await app.page.getByRole('textbox', { name: 'Description of step 2' }).fill('Call all guests');
  await app.page.keyboard.press('Enter');
  await app.step('Call all guests').getByRole('button', { name: 'Skip', exact: true }).click();
  await app.expectStepStatuses(['running', 'skipped', 'pending', 'pending', 'pending']);
  first.open();
  await app.expectPlanStatus('completed');
});
