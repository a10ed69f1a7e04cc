import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const rows = async (app: Cairn, table: string) => (await storedTables(app.page))[table]?.length;

async function remove(app: Cairn, title: string): Promise<void> {
  await app.page.getByRole('button', { name: `Options for ${title}` }).click();
  await app.page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(app.page.getByText('Session deleted.').last()).toBeVisible();
}

test('R12.6 a removed session comes back from the bin with all it held, or is deleted for good after a second word @gate', async ({
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
  await bin.getByRole('group').getByRole('button', { name: 'Delete for good' }).click();
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
  await bin.getByRole('group').getByRole('button', { name: 'Empty the bin' }).click();
  await expect(bin).toContainText('The bin is empty');
});
