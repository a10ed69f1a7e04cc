import { button, dialog, tabPanel } from '../support/cairn-visitor.ts';
import { diligentModel } from '../../../e2e/support/diligent-model.ts';
import { figure } from '../support/journey-table.ts';
import { expect, test } from '../support/test.ts';

const figureOf = (description: string) => ({ type: figure, description });

test('welcome', async ({ app }, info) => {
  for (const name of ['API key', 'Base URL']) await app.see({ role: 'textbox', name });
  await app.see({ role: 'combobox', name: 'Provider' });
  for (const name of ['Save', 'Test connection', 'Try the demo']) await app.see(button(name));
  const painted = await app.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  info.annotations.push(figureOf(`first paint after ${painted.toFixed(0)} ms`));
  await app.goOnWithoutKey();
  await app.reload();
  await app.see({ role: 'textbox', name: 'Message' });
});

test('demo', async ({ app }, info) => {
  const began = performance.now();
  await app.playDemo();
  info.annotations.push(figureOf(`done in ${((performance.now() - began) / 1000).toFixed(1)} s`));
  await app.turnTo('To-do');
  await app.see([tabPanel('To-do'), { role: 'listitem' }]);
  await app.turnTo('Schedule');
  await app.see([tabPanel('Schedule'), { role: 'listitem' }]);
});

const todo = (title: string) => [{ name: 'todo', input: { action: 'add', title } }];

test('key, plan, approval', async ({ app, model, site }) => {
  model.play(
    diligentModel(
      [
        { description: 'Read the weather', calls: [{ name: 'fetch', input: { url: `${site.origin}/weather` } }] },
        { description: 'Note the bag', calls: todo('Pack the bag') },
      ],
      'Saturday it is.',
    ),
  );
  await app.enterKey(model);
  await app.send('Plan a day at the lake');
  await app.see({ role: 'group', name: 'Approval', text: `${site.origin}/weather` });
  expect(site.requests).toEqual([]);
  await app.approve('Allow once', site.origin);
  await app.planStatus('completed');
  await app.stepStatuses(['completed', 'completed']);
  await app.conversationSays('Saturday it is.');
  expect(await app.evaluate(() => document.body.textContent.includes('could not be saved'))).toBe(false);
  expect(site.requests).toEqual(['/weather']);
  expect(model.askedAgain()).toEqual([]);
  await app.turnTo('To-do');
  await app.see([tabPanel('To-do'), { role: 'listitem', text: 'Pack the bag' }]);
});

test('twenty steps thought about', async ({ app, model }, info) => {
  const steps = Array.from({ length: 20 }, (_, nth) => ({
    description: `Note part ${nth + 1} of the trip`,
    calls: todo(`Part ${nth + 1}`),
  }));
  model.play(diligentModel(steps, 'All noted.'));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await app.planStatus('completed', 60_000);
  const { todos, journal } = await app.tables();
  expect(todos).toHaveLength(20);
  const moments = journal.map(({ at }) => Date.parse(at as string));
  const each = (Math.max(...moments) - Math.min(...moments)) / steps.length;
  info.annotations.push(figureOf(`${each.toFixed(0)} ms a step`));
});

test('reload, Continue', async ({ app, model }) => {
  model.play(
    diligentModel([{ description: 'Note the bag', calls: todo('Pack the bag') }, { description: 'Sum up' }], 'Done.'),
  );
  const second = model.hold((topic) => topic.startsWith('Sum up'));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await second.arrived;
  await app.reload();
  await app.click(button('Continue'));
  second.open();
  await app.planStatus('completed');
  await app.conversationSays('Done.');
  const { todos, journal } = await app.tables();
  expect(todos).toHaveLength(1);
  expect(journal.filter(({ body }) => body.type === 'tool_result')).toHaveLength(1);
});

test('doctor', async ({ app, model, site }) => {
  await app.fill({ role: 'combobox', name: 'Provider' }, 'custom');
  await app.type({ role: 'textbox', name: 'Base URL' }, model.baseUrl);
  await app.type({ role: 'textbox', name: 'API key' }, 'sk-test-0123456789');
  await app.type({ selector: 'input', name: 'Model' }, model.model);
  await app.click(button('Test connection'));
  await app.see({ selector: 'body', text: 'works:' }, undefined, 30_000);
  site.open = false;
  await app.fill({ role: 'textbox', name: 'Base URL' }, `${site.origin}/v1`);
  await app.click(button('Test connection'));
  await app.see({ selector: 'body', text: new URL(site.origin).host }, undefined, 30_000);
  await app.until({ selector: 'body', text: 'works:' }, (all) => all.length === 0);
  expect(await app.look(dialog())).toEqual([]);
});
