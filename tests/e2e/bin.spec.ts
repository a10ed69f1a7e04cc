import { expectNoViolation } from './support/axe.ts';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const rows = async (app: Cairn, table: string) => (await storedTables(app.page))[table]?.length;

async function remove(app: Cairn, title: string): Promise<void> {
  await app.page.getByRole('button', { name: `Options for ${title}` }).click();
  await app.page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(app.page.getByText('Deleted the session').first()).toBeVisible();
}

test('R12.6 a removed session comes back from the bin with all it held, or is deleted for good after a second word', async ({
  app,
  model,
}) => {
  model.play(diligentModel([{ description: 'Sum up' }], 'All is done.'));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await app.expectPlanStatus('completed');
  const bin = app.page.getByRole('dialog', { name: 'Bin' });

  await remove(app, 'Prepare the trip');
  await app.button('Bin').click();
  await expect(bin.getByRole('listitem')).toContainText('30 days left');
  await bin.getByRole('button', { name: 'Bring back' }).click();
  await app.expectPlanStatus('completed');
  await expect(app.conversation).toContainText('All is done.');

  await remove(app, 'Prepare the trip');
  await app.button('Bin').click();
  await bin.getByRole('button', { name: 'Delete for good' }).click();
  await bin.getByRole('button', { name: 'Keep' }).click();
  await bin.getByRole('button', { name: 'Delete for good' }).click();
  await bin.getByRole('button', { name: 'Yes, delete for good: Prepare the trip' }).click();
  await expect(bin).toContainText('The bin is empty');
  await expect.poll(() => rows(app, 'journal')).toBe(0);
  expect(await rows(app, 'sessions')).toBe(1);
});

test('R12.6 what has been in the bin for 30 days is deleted at the next start, and nothing else', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.send('/todo Buy bread');
  await expect(app.conversation).toContainText('Added');
  await app.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('cairn');
        opening.onsuccess = () => {
          const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
          const store = opening.result.transaction('sessions', 'readwrite').objectStore('sessions');
          for (const [id, deleted_at] of [
            ['old', days(31)],
            ['recent', days(29)],
          ])
            store.put({
              ...{ id, title: id, plan_status: null, steps_ended: 0, steps_total: 0 },
              ...{ created_at: days(40), updated_at: days(40), deleted_at },
            });
          store.transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await app.reload();
  await expect.poll(() => rows(app, 'sessions')).toBe(2);
  await app.button('Bin').click();
  const bin = app.page.getByRole('dialog', { name: 'Bin' });
  await expect(bin.getByRole('listitem')).toHaveText(/recent.*1 day left/s);
  expect(await rows(app, 'todos')).toBe(1);
  await bin.getByRole('button', { name: 'Empty the bin' }).click();
  await bin.getByRole('button', { name: 'Yes, empty the bin' }).click();
  await expect(bin).toContainText('The bin is empty');
});

test('R12.6 a removed to-do comes back from the bin, and a plan that another message replaced is two presses away', async ({
  app,
  model,
  page,
}) => {
  await app.enterKey(model);
  for (const [goal, step] of [
    ['Prepare the trip', 'Sum up'],
    ['Prepare the feast', 'Count the guests'],
  ] as const) {
    model.play(diligentModel([{ description: step }], `${goal}: done.`));
    await app.send(goal);
    await expect(app.conversation).toContainText(`${goal}: done.`);
    await app.expectPlanStatus('completed');
  }
  await page.getByRole('button', { name: 'Earlier plans in this session (1)' }).click();
  await expectNoViolation(page);
  await page.getByRole('button', { name: /^Prepare the trip 1 of 1 steps done/ }).click();
  const past = page.getByRole('region', { name: 'The plan as it was', exact: true });
  await expect(past.getByText('Sum up', { exact: true })).toBeVisible();
  await app.button('Back to now').click();
  await expect(app.step('Count the guests')).toBeVisible();

  await app.send('/todo Buy bread');
  await app.tab('To-do');
  const todo = app.panel('To-do').getByRole('listitem').filter({ hasText: 'Buy bread' });
  await todo.getByRole('checkbox').press('Delete');
  await expect(todo).toBeHidden();
  await app.button('Bin').click();
  const bin = page.getByRole('dialog', { name: 'Bin' });
  await expect(bin.getByRole('listitem')).toHaveText(/Buy bread.*To-do.*30 days left/s);
  await expectNoViolation(page);
  await bin.getByRole('button', { name: 'Bring back' }).click();
  await expect(bin).toContainText('The bin is empty');
  await bin.getByRole('button', { name: 'Show' }).click();
  await expect(bin).toBeHidden();
  await expect(todo).toBeVisible();
});
