import type { Page } from '@playwright/test';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

/** What the browser keeps for the app; not its own files, and not the time that each start notes. */
const traces = (page: Page) =>
  page.evaluate(async () => ({
    device: Object.keys(localStorage).filter((name) => name !== 'cairn.reminded'),
    tab: Object.keys(sessionStorage),
    sessions: await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('cairn');
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => {
        const database = opening.result;
        const count = database.transaction('sessions').objectStore('sessions').count();
        count.onsuccess = () => {
          database.close();
          resolve(count.result);
        };
      };
    }),
  }));

test('R12.8 everything is deleted after a question that offers a backup, and another tab does not write it back', async ({
  app,
  model,
  page,
  context,
}) => {
  await app.open();
  model.play(diligentModel([{ description: 'Think', calls: [] }], 'It is thought.'));
  await app.enterKey(model, 'On this device');
  await app.send('Think');
  await app.expectPlanStatus('completed');
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('textbox', { name: 'Message' }).fill('not sent yet');
  expect((await traces(page)).device).toContain('cairn.stored');

  const dialog = await app.settings('Your data');
  await dialog.getByRole('button', { name: 'Delete everything…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete everything that is stored here?' });
  await expect(question).toContainText('connections and their keys');
  const backup = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Back up now' }).click();
  const saved = await (await backup).path();
  await expect(question.getByText('The browser saves it as cairn-backup-')).toBeVisible();
  await question.getByRole('button', { name: 'Delete everything', exact: true }).click();

  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    expect(await traces(tab)).toEqual({ device: [], tab: [], sessions: 0 });
  }

  await other.close();
  await expect(page.getByText('Everything that was stored here is deleted.').first()).toBeVisible();
  const picker = page.waitForEvent('filechooser');
  await app.button('Restore a backup').click();
  await (await picker).setFiles(saved);
  await dialog.getByLabel('I made this backup myself').check();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Restored: 1 session').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.conversation).toContainText('It is thought.');
});

test('R12.8 a tab that does not let go is named, and the deletion goes on once it is closed', async ({
  app,
  page,
  context,
}) => {
  await app.open();
  await app.playDemo();
  const other = await context.newPage();
  await other.goto('/plan.schema.json');
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('cairn');
        opening.onsuccess = () => {
          Object.assign(window, { held: opening.result });
          resolve();
        };
      }),
  );
  const dialog = await app.settings('Your data');
  await dialog.getByRole('button', { name: 'Delete everything…' }).click();
  await page.getByRole('button', { name: 'Delete everything', exact: true }).click();
  await expect(dialog.getByText('Close all other tabs of Cairn: then the rest is deleted')).toBeVisible();
  await other.close();
  await expect(app.button('Try the demo')).toBeVisible();
  expect(await traces(page)).toEqual({ device: [], tab: [], sessions: 0 });
});
