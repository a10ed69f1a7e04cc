import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { BrowserContext } from '@playwright/test';
import { Cairn, type PlanFile } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

const schema = JSON.parse(readFileSync('public/plan.schema.json', 'utf8')) as object;
const validate = new Ajv2020({ allErrors: true, formats: { 'date-time': true } }).compile(schema);

const steps = [
  { description: 'Note the bag', calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag' } }] },
  { description: 'Compare the days', dependencies: ['s1'] },
  { description: 'Sum up', dependencies: ['s2'] },
];

function expectValid(plan: PlanFile): void {
  expect(validate(plan), JSON.stringify(validate.errors)).toBe(true);
}

/** Imports a file into a profile that has never seen the app, and exports it again from there. */
async function roundTrip(context: BrowserContext, text: string): Promise<{ app: Cairn; plan: PlanFile }> {
  const app = new Cairn(await context.newPage());
  await app.open();
  await app.goOnWithoutKey();
  await app.chooseFile('plan.json', text);
  await expect(app.importDialog).toContainText('Nothing had to be repaired.');
  await app.acceptImport();
  await expect(app.steps).toHaveCount(3);
  return { app, plan: (await app.exportPlan()).plan };
}

test('R2.1, R2.7 a finished plan is exported as a valid plan.json, and comes back equal in a fresh profile @gate', async ({
  app,
  model,
  browser,
}) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await app.expectPlanStatus('completed');
  const { download, text, plan } = await app.exportPlan();
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  expect(text).not.toContain('sk-test');
  expectValid(plan);
  expect(plan).toMatchObject({ version: 1, goal: 'Prepare the trip', status: 'completed', current_step_index: 3 });

  const fresh = await browser.newContext();
  const back = await roundTrip(fresh, text);
  expect(back.plan).toEqual(plan);
  await back.app.expectPlanStatus('completed');
  await fresh.close();
});

test('R2.7 a plan that had not ended arrives paused and else equal, and goes on after Continue', async ({
  app,
  model,
  browser,
}) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  const second = model.hold((topic) => topic === 'Compare the days after 0 calls');
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await second.arrived;
  const running = (await app.exportPlan()).plan;
  expectValid(running);
  await app.button('Pause').click();
  second.open();
  await app.expectPlanStatus('paused');
  const { text, plan } = await app.exportPlan();
  expectValid(plan);

  const fresh = await browser.newContext();
  const back = await roundTrip(fresh, text);
  expect(back.plan).toEqual(plan);
  await back.app.expectPlanStatus('paused');
  await fresh.close();
});

test('R2.7 importing over a plan asks first, and Cancel keeps the old one', async ({ app, model }) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await app.expectPlanStatus('completed');
  await app.chooseFile('other.json', JSON.stringify(['Wash the apples', 'Bake the cake']));
  await expect(app.importDialog).toContainText('Prepare the trip');
  await app.importDialog.getByRole('button', { name: 'Cancel' }).click();
  await app.expectOrder(['Note the bag', 'Compare the days', 'Sum up']);
  await app.chooseFile('other.json', JSON.stringify(['Wash the apples', 'Bake the cake']));
  await app.acceptImport();
  await app.expectOrder(['Wash the apples', 'Bake the cake']);
  await app.expectPlanStatus('paused');
});

const names = ['Wash the apples', 'Bake the cake', 'Set the table'];
const foreign: { name: string; seen: string; text: string; statuses: string[] }[] = [
  {
    name: 'dinner.json',
    seen: 'a task description with numbered actions',
    text: JSON.stringify({
      task_description: 'Prepare the dinner',
      steps: [
        { step: 1, action: 'Wash the apples', status: 'completed', result: 'clean' },
        { step: 2, action: 'Bake the cake', status: 'in_progress', result: null },
        { step: 3, action: 'Set the table', status: 'pending', result: null },
      ],
    }),
    statuses: ['completed', 'running', 'pending'],
  },
  {
    name: 'dinner.json',
    seen: 'a goal with ordered steps',
    text: JSON.stringify({
      goal: 'Prepare the dinner',
      steps: [
        { id: 'b', order: 2, description: 'Bake the cake', parameters: {}, dependencies: ['a'], status: 'pending' },
        {
          id: 'a',
          order: 1,
          description: 'Wash the apples',
          tool: null,
          parameters: {},
          dependencies: [],
          status: 'success',
          startTime: 1771945970128,
          endTime: 1771945980128,
        },
        { id: 'c', order: 3, description: 'Set the table', dependencies: ['b'], status: 'pending' },
      ],
    }),
    statuses: ['completed', 'pending', 'pending'],
  },
  {
    name: 'todos.json',
    seen: 'a list of to-dos',
    text: JSON.stringify({
      todos: [
        { content: 'Wash the apples', status: 'done', activeForm: 'Washing the apples' },
        { content: 'Bake the cake', status: 'in-progress', activeForm: 'Baking the cake' },
        { content: 'Set the table', status: 'pending', activeForm: 'Setting the table' },
      ],
    }),
    statuses: ['completed', 'running', 'pending'],
  },
  {
    name: 'list.json',
    seen: 'a plain list of steps',
    text: '["Wash the apples", "Bake the cake", "Set the table",] // trailing comma',
    statuses: ['pending', 'pending', 'pending'],
  },
  {
    name: 'list.md',
    seen: 'a checklist',
    text: '- [x] Wash the apples\n- [ ] Bake the cake\n- [ ] Set the table\n',
    statuses: ['completed', 'pending', 'pending'],
  },
];

for (const [at, { name, seen, text, statuses }] of foreign.entries())
  test(`R2.5 a foreign plan is read, named and its repairs listed: ${seen}${at === 0 ? '' : ''}`, async ({ app }) => {
    await app.goOnWithoutKey();
    await app.chooseFile(name, text);
    await expect(app.importDialog).toContainText(seen);
    await expect(app.importDialog).toContainText('Left out, changed or guessed');
    await expect(app.importDialog.getByRole('listitem')).not.toHaveCount(0);
    await app.acceptImport();
    await app.expectOrder(names);
    await app.expectStepStatuses(statuses);
    await app.expectPlanStatus('paused');
    expectValid((await app.exportPlan()).plan);
  });
