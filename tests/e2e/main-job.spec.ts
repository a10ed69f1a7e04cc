import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('the main job: key, goal, plan of 5 steps, an approved fetch, two to-dos, an entry, a closing answer; all of it survives a reload (R3.1, R3.3, R9.3, R9.5, R9.6, R9.12, R12.1, R14.6) @gate', async ({
  app,
  model,
  site,
}) => {
  const closing = 'Saturday it is: dry, 21 degrees. The trip stands in your calendar.';
  model.play(
    diligentModel(
      [
        {
          description: 'Read the weather page',
          calls: [{ name: 'fetch', input: { url: `${site.origin}/weather` } }],
        },
        { description: 'Choose the better day' },
        {
          description: 'Note to pack the bag',
          calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag' } }],
        },
        {
          description: 'Note to buy tickets',
          calls: [{ name: 'todo', input: { action: 'add', title: 'Buy ferry tickets' } }],
        },
        {
          description: 'Enter the trip',
          calls: [
            {
              name: 'schedule',
              input: {
                action: 'add',
                title: 'Trip to Lindau',
                start: '2026-11-22T10:00',
                end: '2026-11-22T18:00',
              },
            },
          ],
        },
      ],
      closing,
    ),
  );

  await app.enterKey(model);
  await app.send('Plan a day at the lake this weekend');
  await expect(app.steps).toHaveCount(5);
  await expect(app.approval).toContainText(`${site.origin}/weather`);
  expect(site.requests).toEqual([]);
  await app.approve('Allow once');

  await app.expectPlanStatus('completed');
  await app.expectStepStatuses(['completed', 'completed', 'completed', 'completed', 'completed']);
  await expect(app.conversation).toContainText(closing);
  expect(site.requests).toEqual(['/weather']);
  expect(model.askedAgain()).toEqual([]);
  expect(model.journal().every(({ response }) => response.status === 200)).toBe(true);

  const afterFetch = model.asks.find((ask) => ask.results.length === 1);
  expect(afterFetch?.results[0]).toContain('21 degrees');
  expect(afterFetch?.results[0]).not.toMatch(/cookie/i);

  const everythingStands = async () => {
    await app.tab('To-do');
    await expect(app.panel('To-do').getByText('Pack the bag')).toHaveCount(1);
    await expect(app.panel('To-do').getByText('Buy ferry tickets')).toHaveCount(1);
    await app.tab('Schedule');
    await expect(app.panel('Schedule').getByText('Trip to Lindau')).toHaveCount(1);
    await app.tab('Plan');
    await app.expectStepStatuses(['completed', 'completed', 'completed', 'completed', 'completed']);
  };
  await everythingStands();
  await app.reload();
  await everythingStands();
  await expect(app.conversation).toContainText(closing);
});

test('R9.3, R6.1 a site that other pages may not read is explained in plain words, and the plan goes on', async ({
  app,
  model,
  site,
}) => {
  site.open = false;
  model.play(
    diligentModel(
      [
        { description: 'Read the weather page', calls: [{ name: 'fetch', input: { url: `${site.origin}/weather` } }] },
        {
          description: 'Note to ask by phone',
          calls: [{ name: 'todo', input: { action: 'add', title: 'Call the pier' } }],
        },
        { description: 'Sum up' },
      ],
      'The page could not be read, so call the pier.',
    ),
  );
  await app.enterKey(model);
  await app.send('How is the weather at the lake?');
  await app.approve('Allow for this plan');
  await app.expectPlanStatus('completed');
  const results = model.asks.flatMap((ask) => ask.results);
  expect(results.some((result) => /does not permit web pages to read it/.test(result))).toBe(true);
});

test('R9.12, R13.5 a denied fetch sends nothing, and the model is told so @gate', async ({ app, model, site }) => {
  model.play(
    diligentModel(
      [{ description: 'Read the weather page', calls: [{ name: 'fetch', input: { url: `${site.origin}/weather` } }] }],
      'Without the page there is nothing to say.',
    ),
  );
  await app.enterKey(model);
  await app.send('How is the weather at the lake?');
  await app.approve('Deny');
  await app.expectPlanStatus('completed');
  expect(site.requests).toEqual([]);
  expect(model.asks.flatMap((ask) => ask.results).join('\n')).toMatch(/did not allow/);
});

test('R9.3 a request that the server answers without content (204) is done, once @gate', async ({
  app,
  model,
  site,
}) => {
  const input = { url: `${site.origin}/taken`, method: 'DELETE' };
  model.play(diligentModel([{ description: 'Delete the old list', calls: [{ name: 'fetch', input }] }], 'It is gone.'));
  await app.enterKey(model);
  await app.send('Delete the old list on the server');
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  expect(site.requests).toEqual(['/taken']);
  expect(model.asks.flatMap((ask) => ask.results).join('\n')).toMatch(/status 204/);
});
