import type { Cairn } from './support/cairn.ts';
import { expectNoViolation } from './support/axe.ts';
import { diligentModel } from './support/diligent-model.ts';
import { DrawnGraph } from './support/drawn-graph.ts';
import type { Gate } from './support/gate.ts';
import type { ModelServer } from './support/model-server.ts';
import { expect, test } from './support/test.ts';

const party = [
  { description: 'Choose the hall' },
  { description: 'Choose the music' },
  { description: 'Word the invitations', dependencies: ['s1'] },
  { description: 'Rehearse', dependencies: ['s2'] },
  { description: 'Celebrate', dependencies: ['s3', 's4'] },
];

/** The first two steps are at work at the same time, until their gates are opened. */
async function startParty(app: Cairn, model: ModelServer): Promise<Gate[]> {
  model.play(diligentModel(party, 'It was a fine party.'));
  const gates = party
    .slice(0, 2)
    .map(({ description }) => model.hold((_, ask) => ask.step?.description === description));
  await app.enterKey(model);
  await app.send('Prepare the party');
  for (const gate of gates) await gate.arrived;
  return gates;
}

async function importPlan(app: Cairn, steps: { description: string; dependencies?: string[] }[]): Promise<void> {
  await app.goOnWithoutKey();
  const plan = {
    version: 1,
    goal: 'Bake bread',
    status: 'paused',
    steps: steps.map(({ description, dependencies = [] }, at) => ({
      id: `s${at + 1}`,
      description,
      status: 'pending',
      dependencies,
      result: null,
      error: null,
      attempts: 0,
      started_at: null,
      ended_at: null,
    })),
  };
  await app.chooseFile('plan.json', JSON.stringify(plan));
  await app.acceptImport();
}

test('R14.2 a plan at work is shown as a graph, and a dependency that is drawn holds the step up @gate', async ({
  app,
  model,
}) => {
  const blocked: string[] = [];
  app.page.on('console', (line) => {
    if (/content security policy|trusted/i.test(line.text())) blocked.push(line.text());
  });
  const [hall, music] = await startParty(app, model);
  const graph = new DrawnGraph(app);
  await graph.open();
  await expect(graph.steps).toHaveCount(5);
  await expect(graph.step(1)).toHaveAccessibleName('Step 1: Choose the hall, working');
  await expect(graph.step(5)).toHaveAccessibleName('Step 5: Celebrate, to do, waits for 3, 4');
  /** How many heights of a step lie between the first and the last, whatever the scale. */
  const rows = async () => {
    const [first, last] = [await graph.step(1).boundingBox(), await graph.step(5).boundingBox()];
    return ((last?.y ?? 0) - (first?.y ?? 0)) / (first?.height ?? 1);
  };
  const before = await rows();

  await graph.draw(2, 3);
  await expect(app.page.getByText('“Word the invitations” now waits for “Choose the music”.').first()).toBeVisible();
  await expect(graph.step(3)).toHaveAccessibleName(/waits for 1, 2$/);
  await expect(app.conversation).toContainText('You let “Word the invitations” wait for another step');
  expect(await graph.exported()).toEqual([[], [], [1, 2], [2], [3, 4]]);
  expect(await rows()).toBeCloseTo(before, 1);
  for (const n of [1, 2, 3, 4, 5]) await expect(graph.step(n)).toBeInViewport({ ratio: 1 });

  hall?.open();
  await expect(graph.step(1)).toHaveAccessibleName(/, done$/);
  await expect(graph.step(3)).toHaveAccessibleName(/, to do,/);
  expect(model.asks.some(({ step }) => step?.description === 'Word the invitations')).toBe(false);
  music?.open();
  await app.expectPlanStatus('completed');
  await expect(graph.step(5)).toHaveAccessibleName(/, done,/);
  expect(blocked).toEqual([]);
});

test('R14.2 what cannot be drawn is refused in words, and nothing changes', async ({ app, model }) => {
  const gates = await startParty(app, model);
  const graph = new DrawnGraph(app);
  await graph.open();
  await graph.draw(5, 3);
  await expect(
    app.page.getByText('“Word the invitations” would end up waiting for itself: 3 → 5 → 3.').first(),
  ).toBeVisible();
  await graph.draw(2, 1);
  await expect(app.page.getByText('“Choose the hall” has already begun').first()).toBeVisible();
  await graph.draw(3, 5);
  await expect(app.page.getByText('“Celebrate” already waits for “Word the invitations”.').first()).toBeVisible();
  expect(await graph.exported()).toEqual([[], [], [1], [2], [3, 4]]);
  for (const gate of gates) gate.open();
  await app.expectPlanStatus('completed');
});

test('R14.2 with the keyboard alone: along the links, into a step, to what it depends on, and back', async ({
  app,
  model,
}) => {
  const gates = await startParty(app, model);
  const graph = new DrawnGraph(app);
  const { keyboard } = app.page;
  await app.page.getByRole('radio', { name: 'List' }).focus();
  await keyboard.press('ArrowRight');
  await expect(graph.whole).toBeVisible();
  await keyboard.press('Tab');
  await expect(graph.step(1)).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(graph.step(3)).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(graph.step(4)).toBeFocused();
  await keyboard.press('Enter');
  const details = app.page.getByRole('region', { name: 'Step 4' });
  await expect(details).toBeFocused();
  const add = details.getByRole('combobox', { name: 'Add a step that step 4 waits for' });
  await expect(add.getByRole('option')).toHaveText(['Add…', '1 · Choose the hall', '3 · Word the invitations']);
  await add.focus();
  await keyboard.press('ArrowDown');
  await expect(graph.step(4)).toHaveAccessibleName(/waits for 1, 2$/);
  await details.getByRole('button', { name: 'Step 4 no longer waits for step 1' }).focus();
  await keyboard.press('Enter');
  await expect(graph.step(4)).toHaveAccessibleName(/waits for 2$/);
  await details.getByRole('button', { name: 'Options for step 4' }).focus();
  await keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(graph.step(4)).toBeFocused();
  for (const gate of gates) gate.open();
  await app.expectPlanStatus('completed');
});

test('R7.1, R14.2 a plan without dependencies is a chain, and a link that is taken out leaves the rest as it was', async ({
  app,
}) => {
  await importPlan(
    app,
    ['Weigh', 'Knead', 'Rest', 'Bake'].map((description) => ({ description })),
  );
  const graph = new DrawnGraph(app);
  await graph.open();
  await expect(app.page.getByText('they run one after another').first()).toBeVisible();
  await expect(graph.step(3)).toHaveAccessibleName(/waits for 2$/);
  const from = await graph.dot(2, 'lower');
  const to = await graph.dot(3, 'upper');
  await app.page.mouse.click((from.x + to.x) / 2, from.y + (to.y - from.y) * 0.45);
  await expect(app.page.getByRole('toolbar', { name: 'Step 3 waits for step 2.' })).toBeFocused();
  await app.page.keyboard.press('Delete');
  await expect(graph.step(3)).toHaveAccessibleName(/, to do$/);
  expect(await graph.exported()).toEqual([[], [1], [], [3]]);
  await app.page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(graph.step(3)).toHaveAccessibleName(/waits for 2$/);
  expect(await graph.exported()).toEqual([[], [], [], []]);
});

test('R14.2 the graph can be looked at enlarged, and is remembered', async ({ app, model }) => {
  const gates = await startParty(app, model);
  const graph = new DrawnGraph(app);
  await graph.open();
  await app.button('Enlarge the graph').click();
  const dialog = app.page.getByRole('dialog', { name: 'Plan as a graph' });
  await expect(dialog.getByRole('button', { name: /^Step 5:/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Step 5:/ }).click();
  await dialog.getByRole('button', { name: 'Options for step 5' }).click();
  await dialog.getByRole('menuitem', { name: 'Skip' }).click();
  await expect(graph.step(5)).toHaveAccessibleName(/, skipped,/);
  await dialog.getByRole('button', { name: 'Options for step 5' }).click();
  await dialog.getByRole('menuitem', { name: 'Try again' }).click();
  await expect(graph.step(5)).toHaveAccessibleName(/, to do,/);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  for (const gate of gates) gate.open();
  await app.expectPlanStatus('completed');
  await app.reload();
  await expect(graph.steps).toHaveCount(5);
});

test('R14.5 axe finds no violation in the graph, in its pane and enlarged', async ({ app }) => {
  test.slow();
  await importPlan(app, [
    { description: 'Weigh' },
    { description: 'Knead', dependencies: ['s1'] },
    { description: 'Heat the oven' },
    { description: 'Bake', dependencies: ['s2', 's3'] },
  ]);
  const graph = new DrawnGraph(app);
  await graph.open();
  await graph.step(4).click();
  await expectNoViolation(app.page);
  await app.button('Enlarge the graph').click();
  await expect(graph.step(4)).toBeVisible();
  await expectNoViolation(app.page);
});

test('R14.2 a plan of a thousand steps is drawn as far as it is in sight', async ({ app }) => {
  const steps = Array.from({ length: 1000 }, (_, at) => ({
    description: `Count to ${at + 1}`,
    dependencies: at === 0 ? [] : [`s${at - (at % 5)}`].filter((id) => id !== 's0' && id !== `s${at + 1}`),
  }));
  await importPlan(app, steps);
  const graph = new DrawnGraph(app);
  await graph.open();
  await expect(graph.step(1)).toBeVisible();
  expect(await graph.steps.count()).toBeLessThan(100);
  await graph.step(1).focus();
  await app.page.keyboard.press('End');
  await expect(graph.step(1000)).toBeFocused();
  expect(await graph.steps.count()).toBeLessThan(100);
});
