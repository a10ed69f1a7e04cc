import { expectNoViolation } from './support/axe.ts';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import type { ModelServer } from './support/model-server.ts';
import { expect, test } from './support/test.ts';

/** Plays a plan whose first step fails, since its page is not there, and whose second step needs the first. */
async function getStuck(app: Cairn, model: ModelServer, origin: string): Promise<void> {
  const steps = [
    { description: 'Read the price', calls: [{ name: 'fetch', input: { url: `${origin}/price` } }] },
    { description: 'Note the price', dependencies: ['s1'] },
  ];
  model.play(diligentModel(steps, 'It costs 4 euros.'));
  await app.enterKey(model);
  await app.send('What does the ferry cost?');
  await app.approve('Allow once');
}

const remove = { name: 'todo', input: { action: 'delete', title: 'Buy bread' } };

test('R9.12 a card says in words what is asked, so does the history, and “stop” withdraws it @gate', async ({
  app,
  model,
  page,
}) => {
  const steps = [{ description: 'Tidy the list', calls: [remove] }, { description: 'Sum up' }];
  model.play(diligentModel(steps, 'Tidied.'));
  await app.enterKey(model);
  await app.send('/todo Buy bread today');
  await app.send('Tidy my list');
  await expect(app.approval).toContainText(/Delete the to-do “Buy bread”, due today/);
  await expect(app.approval).not.toContainText('todo_');
  await expect(app.plan).toContainText('Needs you: a permission');
  await expect(app.step('Tidy the list')).toContainText('needs you');
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toContainText('needs you');
  await expect(app.conversation.getByRole('group')).toContainText([/Delete the to-do “Buy bread”.*needs you/s]);
  await expectNoViolation(page);

  await app.stop();
  await expect(app.approval).toBeHidden();
  await expect(app.step('Tidy the list')).toContainText('stopped');
  await expect(app.conversation.getByRole('group')).toContainText(['stopped']);
  await app.tab('History');
  await expect(app.panel('History')).toContainText(/Asked for your permission: Delete the to-do “Buy bread”, due/);
});

test('R8.6 where a step has failed, one card says why and what needs it, and takes the person’s own answer @gate', async ({
  app,
  model,
  page,
  site,
}) => {
  await getStuck(app, model, site.origin);
  const card = page.getByRole('group', { name: 'Stuck' });
  const { host } = new URL(site.origin);
  await expect(card).toContainText('Step 1 failed: Read the price');
  await expect(card).toContainText(`There is no such page at ${host}. Step 2 needs it.`);
  await expect(app.step('Read the price')).toContainText(`There is no such page at ${host}.`);
  await expect(card.getByRole('button')).toHaveText([
    'Try again',
    'Do step 2 without it',
    'I’ll give the answer',
    'Let the model find another way',
    'Skip both',
  ]);
  await expectNoViolation(page);
  await app.button('Options for step 1').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Try again', 'Edit', 'Skip (needed by 2)']);
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'I’ll give the answer' }).click();
  await card.getByRole('textbox', { name: 'Result of step 1' }).fill('4 euros');
  await card.getByRole('button', { name: 'Use this' }).click();
  await app.expectPlanStatus('completed');
  await app.expectStepStatuses(['completed', 'completed']);
  await expect(app.step('Read the price')).toContainText('4 euros');
  await expect(card).toBeHidden();
  expect(site.requests).toEqual(['/price']);
});

test('R6.9 a step whose only call was denied is amber, and the person accepts, retries or skips it', async ({
  app,
  model,
  page,
  site,
}) => {
  const steps = [
    { description: 'Read the price', calls: [{ name: 'fetch', input: { url: `${site.origin}/weather` } }] },
    { description: 'Sum up' },
  ];
  model.play(diligentModel(steps, 'There you are.'));
  await app.enterKey(model);
  await app.send('How is the weather?');
  await app.approve('Deny');
  await app.expectPlanStatus('completed');
  const step = app.step('Read the price');
  await expect(step).toContainText('to check');
  await expect(step).toContainText('The model says that it is done, but you did not allow this: Read 127.0.0.1');
  await expect(app.plan).toContainText('Ended: 1 of 2 steps completed, 1 to check');
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toContainText('1 to check');
  const card = page.getByRole('group', { name: 'Stuck' });
  await expect(card.getByRole('button')).toHaveText(['Leave it out', 'Try again', 'Accept']);
  await expectNoViolation(page);
  await card.getByRole('button', { name: 'Accept' }).click();
  await expect(app.plan).toContainText('Done: 2 of 2 steps completed');
  await expect(card).toBeHidden();
});

test('R9.12 one “allow once” is enough for a call that Cairn itself tries again', async ({ app, model, site }) => {
  const broken = [{ description: 'Read it', calls: [{ name: 'fetch', input: { url: `${site.origin}/broken` } }] }];
  model.play(diligentModel(broken, 'It is out of order.'));
  await app.enterKey(model);
  await app.send('Read it');
  await app.approve('Allow once');
  await app.expectPlanStatus('completed');
  expect(site.requests).toHaveLength(4);
});

test('R9.12 a double click answers one card only, and leaves the next one to the person @gate', async ({
  app,
  model,
  page,
}) => {
  const drop = (title: string) => ({
    description: `Drop the ${title}`,
    calls: [{ name: 'todo', input: { action: 'delete', title } }],
    dependencies: ['s1'],
  });
  model.play(diligentModel([{ description: 'Begin' }, drop('bread'), drop('cheese')], 'Tidied.'));
  await app.enterKey(model);
  await app.send('/todo bread');
  await app.send('/todo cheese');
  await app.send('Tidy my list');
  await expect(app.approval).toContainText('1 more waiting');
  const allow = app.approval.getByRole('button', { name: 'Allow once' });
  await allow.click();
  await expect(app.approval).not.toContainText('1 more waiting');
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await app.approve('Deny');
  await app.tab('History');
  await expect(app.panel('History').getByText(/^You allowed once: Delete the to-do/)).toHaveCount(1);
});

test('R8.6 a double click on a way on of a stuck step takes it once', async ({ app, model, page, site }) => {
  await getStuck(app, model, site.origin);
  const card = page.getByRole('group', { name: 'Stuck' });
  await card.getByRole('button', { name: 'Do step 2 without it' }).dblclick();
  await app.expectPlanStatus('completed');
  await app.tab('History');
  await expect(app.panel('History').getByText('You let “Note the price” be done without another step')).toHaveCount(1);
});
