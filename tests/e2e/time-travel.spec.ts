import type { Page } from '@playwright/test';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

const steps = [
  { description: 'Note the bag', calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag' } }] },
  { description: 'Write the list', calls: [{ name: 'todo', input: { action: 'add', title: 'Buy bread' } }] },
  { description: 'Sum up' },
];

const past = (page: Page) => page.getByRole('region', { name: 'The plan as it was', exact: true });

async function lookAt(app: Cairn, line: RegExp): Promise<void> {
  await app.tab('History');
  const entry = app.panel('History').getByRole('listitem').filter({ hasText: line }).first();
  await entry.hover();
  await entry.getByRole('button', { name: 'See the plan at this point' }).click();
  await expect(past(app.page)).toBeVisible();
}

test('R12.6 any point of the history can be seen while the work goes on, and a new session goes on from there', async ({
  app,
  model,
}) => {
  model.play(diligentModel(steps, 'All is done.'));
  await app.enterKey(model);
  await app.workCarefully();
  const writing = model.hold((topic) => topic === 'Write the list after 0 calls');
  await app.send('Prepare the trip');
  await writing.arrived;

  await lookAt(app, /Step 1 of 3 began/);
  await expect(
    past(app.page).getByRole('heading', { name: /^The plan as it was on \d+ \w+, \d\d:\d\d:\d\d$/ }),
  ).toBeFocused();
  await app.expectStepStatuses(['running', 'pending', 'pending']);
  await app.button('Later point').click();
  await app.expectStepStatuses(['completed', 'pending', 'pending']);
  await app.button('Earlier point').click();
  await app.expectStepStatuses(['running', 'pending', 'pending']);
  await app.step('Note the bag').getByRole('button').click();
  await expect(app.step('Note the bag')).toContainText('Thoughts and calls');
  await expect(app.step('Note the bag')).not.toContainText('Done: Note the bag');

  writing.open();
  await expect(app.conversation).toContainText('All is done.');
  await app.expectStepStatuses(['running', 'pending', 'pending']);
  await app.button('Back to now').click();
  await app.expectPlanStatus('completed');

  await lookAt(app, /Step 2 of 3 began/);
  await app.button('Continue from here in a new session').click();
  await expect(app.conversation).toContainText('This is a copy of “Prepare the trip”');
  await expect(app.page.getByRole('heading', { name: 'Prepare the trip (copy)' })).toBeVisible();
  await app.expectPlanStatus('paused');
  await app.expectStepStatuses(['completed', 'running', 'pending']);
  model.play(diligentModel(steps.slice(1), 'The copy is done.'));
  await app.button('Continue').click();
  await app.expectPlanStatus('completed');
  expect(model.topics.filter((topic) => topic.startsWith('Note the bag'))).toEqual([]);
  await app.tab('To-do');
  await expect(app.panel('To-do').getByText('Pack the bag')).toHaveCount(1);
  await app.page.getByRole('link', { name: /^Prepare the trip done/ }).click();
  await app.tab('Plan');
  await app.expectPlanStatus('completed');
  await expect(app.conversation).toContainText('All is done.');
  await expect(app.conversation).not.toContainText('The copy is done.');
});

test('R12.6 where there was no plan yet, looking back says so', async ({ app, model }) => {
  model.play(diligentModel(steps, 'All is done.'));
  await app.enterKey(model);
  await app.send('/help');
  await app.tab('History');
  const entry = app.panel('History').getByRole('listitem').first();
  await entry.getByRole('button', { name: 'See the plan at this point' }).focus();
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByText('There was no plan yet at this point.').first()).toBeVisible();
});
