import { expectNoViolation } from './support/axe.ts';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import type { ModelServer } from './support/model-server.ts';
import { revisingModel } from './support/revising-model.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const drawn = ['Read the timetable', 'Compare the ferries', 'Ask the harbour', 'Sum up'];
const dropsTheThird = () =>
  revisingModel({
    plan: drawn,
    revision: [
      { id: 'step_2', description: 'Compare ferries and trains' },
      { description: 'Look at the prices' },
      { id: 'step_4', description: 'Sum up' },
    ],
    closing: 'Take the ferry at ten.',
  });

const card = (app: Cairn) => app.page.getByRole('group', { name: 'Change of your steps' });

async function editStep(app: Cairn, n: number, description: string): Promise<void> {
  await app.button(`Options for step ${n}`).click();
  await app.page.getByRole('menuitem', { name: 'Edit' }).click();
  const field = app.page.getByRole('textbox', { name: `Description of step ${n}` });
  await field.fill(description);
  await field.press('Enter');
  await expect(app.step(description)).toBeVisible();
}

/** A plan whose third step the person has edited, and a model that wants to drop it: now it is the person's turn. */
async function untilAsked(app: Cairn, model: ModelServer): Promise<void> {
  const first = model.hold((topic) => topic === 'Read the timetable');
  await app.enterKey(model);
  await app.send('Get to Lindau on Sunday');
  await first.arrived;
  await editStep(app, 3, 'Look up the harbour at nine');
  first.open();
  await app.expectPlanStatus('waiting');
}

test('R3.9 a replan that would drop the person’s step asks first, shows the difference, and is made when accepted @gate', async ({
  app,
  model,
}) => {
  model.play(dropsTheThird());
  await untilAsked(app, model);
  await expect(app.plan).toContainText('Needs you: the model wants to change steps that are yours');
  const lines = card(app).getByRole('listitem');
  await expect(card(app).getByRole('button').first()).toHaveText('Keep my steps');
  await expect(lines).toContainText([
    /Would be changed.*Compare the ferries.*Compare ferries and trains/s,
    /Would be added.*Look at the prices/s,
    /Would be dropped.*Look up the harbour at nine.*yours/s,
  ]);
  await app.expectOrder(['Read the timetable', 'Compare the ferries', 'Look up the harbour at nine', 'Sum up']);

  await app.send('continue');
  await expect(app.conversation).toContainText('A change of your steps is waiting for your word below.');
  await app.reload();
  await expect(lines).toHaveCount(3);

  await app.button('Accept the change').click();
  await expect(card(app)).toBeHidden();
  await app.expectPlanStatus('completed');
  await app.expectOrder(['Read the timetable', 'Compare ferries and trains', 'Look at the prices', 'Sum up']);
  await expect(app.conversation).toContainText('You accepted the change of your steps.');
  await expect(app.conversation).toContainText('Take the ferry at ten.');
});

test('R3.9 steps that the person keeps stay, the rest of the replan is made around them, and the history tells it', async ({
  app,
  model,
}) => {
  model.play(dropsTheThird());
  await untilAsked(app, model);
  await app.button('Keep my steps').dblclick();
  await app.expectPlanStatus('completed');
  await expect(app.conversation.getByText('You kept your steps.')).toHaveCount(1);
  await expect(app.steps).toHaveCount(5);
  await expect(app.step('Look up the harbour at nine')).toHaveAttribute('data-step-status', 'completed');
  await expect(app.step('Compare ferries and trains')).toBeVisible();
  await app.tab('History');
  const history = app.panel('History');
  await expect(history).toContainText('You kept your steps.');
  await history.getByText('Replanned: 4 steps remain').click();
  await expect(history).toContainText('Changed: Compare the ferries → Compare ferries and trains');
});

test('R3.9 a replan unfolds to what it changed, and one button takes it back', async ({ app, model }) => {
  model.play(dropsTheThird());
  const second = model.hold((topic) => topic === 'Compare ferries and trains');
  await app.enterKey(model);
  await app.workCarefully();
  await app.send('Get to Lindau on Sunday');
  await second.arrived;
  await app.button('Pause').click();
  await app.expectPlanStatus('paused');
  second.open();
  await app.conversation.getByText('Replanned (3 steps remain)').click();
  await expect(app.conversation.getByRole('listitem')).toContainText([
    /Changed.*Compare the ferries.*Compare ferries and trains/s,
    /Added.*Look at the prices/s,
    /Dropped.*Ask the harbour/s,
  ]);
  await app.conversation.getByRole('button', { name: 'Undo' }).click();
  await expect(app.conversation).toContainText('You took the last change of the plan back');
  await expect(app.step('Ask the harbour')).toBeVisible();
  await expect(app.step('Look at the prices')).toBeHidden();
  await expect(app.conversation.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('R2.9 a shipped template asks for what is open, arrives paused, and runs to the end', async ({ app, model }) => {
  const steps = [
    'List the calendar of 2026-11-23',
    'List the open to-dos',
    'Say what comes first, what can wait, and where the day is too full',
  ];
  const calls = [
    [{ name: 'schedule', input: { action: 'list', from: '2026-11-23', to: '2026-11-23' } }],
    [{ name: 'todo', input: { action: 'list' } }],
    [],
  ];
  model.play(
    diligentModel(
      steps.map((description, at) => ({ description, calls: calls[at] ?? [] })),
      'Nothing is due: enjoy the day.',
    ),
  );
  await app.enterKey(model);
  await app.workCarefully();
  await app.button('Start from a template').click();
  const dialog = app.page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(24);
  await dialog.getByRole('button', { name: /^Begin the day/ }).click();
  await app.button('Use this plan').click();
  await expect(dialog).toContainText('Fill this in.');
  await dialog.getByLabel('Date').fill('2026-11-23');
  await expect(dialog).toContainText('Tell me what is on and due on 2026-11-23');
  await app.button('Use this plan').click();
  await expect(dialog).toBeHidden();
  await app.expectPlanStatus('paused');
  await app.expectOrder(steps);
  await expect(app.conversation).toContainText('Plan from a template (3 steps)');
  await app.button('Continue').click();
  await app.expectPlanStatus('completed');
  await expect(app.conversation).toContainText('Nothing is due: enjoy the day.');
});

test('R2.9, R10.2 /template save keeps the plan without its progress; another session starts from it', async ({
  app,
  model,
}) => {
  model.play(diligentModel([{ description: 'Pack for {{city}}' }, { description: 'Sum up' }], 'All is packed.'));
  await app.enterKey(model);
  await app.send('/template save Packing');
  await expect(app.conversation).toContainText('There is no plan yet that could be kept as a template.');
  await app.send('Pack for {{city}}');
  await app.expectPlanStatus('completed');
  await app.send('/template save Packing');
  await expect(app.conversation).toContainText('The plan is kept as the template “Packing”.');

  await app.reload();
  await app.newSession();
  await app.send('/template ');
  const dialog = app.page.getByRole('dialog');
  await dialog
    .getByRole('list', { name: 'Yours' })
    .getByRole('button', { name: /^Packing/ })
    .click();
  await dialog.getByLabel('City').fill('Lindau');
  await app.button('Use this plan').click();
  await app.expectOrder(['Pack for Lindau', 'Sum up']);
  await app.expectStepStatuses(['pending', 'pending']);

  await app.button('Templates').click();
  await dialog.getByRole('button', { name: 'Options for Packing' }).click();
  await app.page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog).toContainText('You have no templates of your own yet.');
});

test('R2.8 the steps within a step stand under it, with their own status, result and record', async ({
  app,
  model,
}) => {
  const inside = ['Write the list', 'Buy eggs', 'Buy flour'];
  model.play(
    diligentModel(
      inside.map((description) => ({ description })),
      'All is done.',
    ),
  );
  const second = model.hold((topic) => topic.startsWith('Buy flour'));
  await app.enterKey(model);
  const inner = (description: string) => ({ description, status: 'pending' });
  await app.chooseFile(
    'plan.json',
    JSON.stringify({
      goal: 'Bake a cake',
      steps: [
        { id: 'a', description: 'Write the list', status: 'pending' },
        {
          id: 'b',
          description: 'Go shopping',
          status: 'pending',
          plan: { goal: 'Shop', status: 'planning', steps: [inner('Buy eggs'), inner('Buy flour')] },
        },
      ],
    }),
  );
  await app.acceptImport();
  await app.button('Continue').click();
  await second.arrived;
  const within = app.page.getByRole('list', { name: 'Within step 2' });
  await expect(app.steps).toHaveCount(2);
  const statuses = () =>
    within.locator('[data-inner-id]').evaluateAll((all) => all.map((each) => each.getAttribute('data-inner-status')));
  await expect.poll(statuses).toEqual(['completed', 'running']);
  await within.getByRole('button', { name: /Buy eggs/ }).click();
  await expect(within).toContainText('Says that the step is done');
  await expect(within).not.toContainText('Nothing is recorded');
});

test('R3.10, R3.6 thoroughness is chosen in the settings and kept; a reviewed plan starts with Approve', async ({
  app,
  model,
}) => {
  model.play(
    diligentModel(
      drawn.map((description) => ({ description })),
      'Done.',
    ),
  );
  await app.enterKey(model);
  const dialog = await app.settings('How it works');
  await dialog.getByRole('radio', { name: /^Economy/ }).check();
  await dialog.getByRole('checkbox', { name: /Review plans/ }).check();
  await app.page.keyboard.press('Escape');
  /* What is shown may be ahead of what is stored by a moment. */
  const settings = async () => (await storedTables(app.page)).settings;
  await expect.poll(settings).toMatchObject([{ thoroughness: 'economy', review: true }]);
  await app.reload();
  await app.settings('How it works');
  await expect(dialog.getByRole('radio', { name: /^Economy/ })).toBeChecked();
  await app.settings('Model connection');
  await expect(dialog).toContainText('In the form that the model’s server has for it');
  await app.page.keyboard.press('Escape');
  await app.send('Get to Lindau on Sunday');
  await expect(app.plan).toContainText('Needs you: approve the plan (4 steps)');
  await app.button('Approve').click();
  await app.expectPlanStatus('completed');
  expect(model.asks.filter((ask) => ask.purpose === 'replan')).toHaveLength(1);
});

test('R3.9 a model that would finish without the person’s step asks first; kept, the step is carried out', async ({
  app,
  model,
}) => {
  model.play(revisingModel({ plan: drawn.slice(0, 2), revision: [], closing: 'Nothing more to do.' }));
  const first = model.hold((topic) => topic === 'Read the timetable');
  await app.enterKey(model);
  await app.workCarefully();
  await app.send('Get to Lindau on Sunday');
  await first.arrived;
  await editStep(app, 2, 'Look up the harbour at nine');
  first.open();
  await expect(app.plan).toContainText('the model wants to finish without steps that are yours');
  await expect(card(app)).toContainText('Nothing more to do.');
  await app.button('Keep my steps').click();
  await app.expectPlanStatus('completed');
  await app.expectStepStatuses(['completed', 'completed']);
});

test('R14.5 axe finds no violation on a change that waits for a word, on templates and their form', async ({
  app,
  page,
  model,
}) => {
  model.play(dropsTheThird());
  await untilAsked(app, model);
  await expect(card(app)).toBeVisible();
  await expectNoViolation(page);
  await app.button('Keep my steps').click();
  await app.expectPlanStatus('completed');
  await app.conversation.getByText('Replanned (4 steps remain)').click();
  await expectNoViolation(page);
  await app.button('Templates').click();
  await page.getByRole('button', { name: /^Prepare a trip/ }).waitFor();
  await expectNoViolation(page);
  await page.getByRole('button', { name: /^Prepare a trip/ }).click();
  await app.button('Replace the plan').click();
  await expectNoViolation(page);
});
