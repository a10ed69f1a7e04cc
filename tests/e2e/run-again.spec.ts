import { expectNoViolation } from './support/axe.ts';
import { diligentModel } from './support/diligent-model.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const add = (tool: string, input: Record<string, unknown>) => [{ name: tool, input: { action: 'add', ...input } }];
const picnic = [
  {
    description: 'Add a to-do for the food',
    calls: add('todo', { title: 'Buy bread, cheese and fruit', due: '2026-12-04', priority: 'high' }),
  },
  {
    description: 'Add a to-do for the bag',
    calls: add('todo', { title: 'Pack a blanket, cups and water', due: '2026-12-05' }),
  },
  {
    description: 'Put the picnic into the calendar',
    calls: add('schedule', { title: 'Picnic in the park', start: '2026-12-05T10:00', end: '2026-12-05T12:00' }),
  },
  { description: 'List the to-dos', calls: [{ name: 'todo', input: { action: 'list' } }] },
  { description: 'List the calendar', calls: [{ name: 'schedule', input: { action: 'list' } }] },
];

test('R2.9 a run, used as a template, runs again on other days with at most two model calls', async ({
  app,
  page,
  model,
}) => {
  model.play(diligentModel(picnic, 'The picnic is planned.'));
  await app.enterKey(model);
  await app.send('Plan a small weekend picnic');
  await app.expectPlanStatus('completed');
  const before = (await storedTables(page)).journal.length;
  await app.tab('Plan');
  await app.button('Keep as a template').click();
  const dialog = page.getByRole('dialog', { name: 'Keep as a template' });
  await expect(dialog.getByText('5 steps run as before, without the model')).toBeVisible();
  await expectNoViolation(page);
  const names = dialog.getByRole('textbox', { name: /^Name of the field/ });
  await expect(names).toHaveCount(2);
  await expect(names.first()).toHaveValue('due date');
  await names.nth(1).fill('due date');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(dialog.getByText('Give it a name of its own: letters, digits, spaces.')).toHaveCount(1);
  await names.nth(1).fill('picnic date');
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Picnic');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();

  await page
    .getByRole('dialog', { name: 'Templates' })
    .getByRole('button', { name: /^Picnic/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Picnic' });
  await form.getByLabel('Due date', { exact: true }).fill('2027-06-04');
  await form.getByLabel('Picnic date').fill('2027-06-05');
  await form.getByRole('button', { name: 'Replace the plan' }).click();
  await app.pressContinue();
  await expect.poll(async () => (await storedTables(page)).journal.length).toBeGreaterThan(before);
  await app.expectPlanStatus('completed');

  const { journal, todos = [], entries = [] } = await storedTables(page);
  const later = journal.slice(before).filter(({ body }) => body.type === 'model_reply');
  expect(later.length).toBeLessThanOrEqual(2);
  expect(
    todos
      .map(({ due }) => String(due))
      .filter((due) => due.startsWith('2027'))
      .sort(),
  ).toEqual(['2027-06-04', '2027-06-05']);
  expect(entries.filter(({ start }) => String(start).startsWith('2027-06-05'))).toHaveLength(1);
});
