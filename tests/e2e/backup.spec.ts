import type { Page } from '@playwright/test';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

async function openSettings(app: Cairn) {
  const dialog = await app.settings('Your data');
  await expect(dialog.getByRole('heading', { name: 'Your data' })).toBeVisible();
  return dialog;
}

test.describe('copies in a folder', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, {
        showDirectoryPicker: async () =>
          (await navigator.storage.getDirectory()).getDirectoryHandle('Backups', { create: true }),
      });
    });
  });

  /** All files of the folder that was picked, by their paths; read once more if one of them went meanwhile. */
  const folderOf = (page: Page) =>
    page.evaluate(async () => {
      const walk = async (folder: FileSystemDirectoryHandle, path: string, found: Record<string, string>) => {
        for await (const entry of folder.values())
          if (entry.kind === 'directory') await walk(entry, `${path}${entry.name}/`, found);
          else found[path + entry.name] = await (await entry.getFile()).text();
        return found;
      };
      const root = await navigator.storage.getDirectory();
      const backups = await root.getDirectoryHandle('Backups', { create: true });
      for (;;)
        try {
          return await walk(backups, '', {});
        } catch (error) {
          if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
        }
    });

  const write = (name: string, content: string) => ({ name: 'files', input: { action: 'write', name, content } });

  test('R12.5 a folder that the person picked holds each session: its plan.json and its files, always up to date', async ({
    app,
    model,
    page,
  }) => {
    await app.open();
    model.play(
      diligentModel(
        [
          { description: 'Write the list', calls: [write('notes/list.md', '# List\n\n- milk\n')] },
          { description: 'Sum up', calls: [write('summary.txt', 'One thing.')] },
        ],
        'Both are written.',
      ),
    );
    await app.enterKey(model);
    await app.send('Write: two/files?');
    await app.expectPlanStatus('completed');

    let dialog = await openSettings(app);
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
    await expect(dialog.getByText('Copies go to the folder “Backups”.')).toBeVisible();
    const paths = async () => Object.keys(await folderOf(page)).sort();
    await expect.poll(async () => (await paths()).length).toBe(3);
    const [first = ''] = await paths();
    const folder = first.slice(0, first.indexOf('/'));
    expect(folder).toMatch(/^Write two files-[a-z0-9]{7}$/);
    expect(await paths()).toEqual([`${folder}/notes/list.md`, `${folder}/plan.json`, `${folder}/summary.txt`]);
    await page.keyboard.press('Escape');
    expect((await folderOf(page))[`${folder}/plan.json`]).toBe((await app.exportPlan()).text);
    expect((await folderOf(page))[`${folder}/notes/list.md`]).toBe('# List\n\n- milk\n');

    model.play(
      diligentModel(
        [{ description: 'Write it anew', calls: [write('notes/list.md', '# List\n\n- bread\n')] }],
        'It is written.',
      ),
    );
    await app.send('Write the list anew');
    await expect(app.conversation).toContainText('It is written.');
    await app.expectPlanStatus('completed');
    await expect.poll(async () => (await folderOf(page))[`${folder}/notes/list.md`]).toBe('# List\n\n- bread\n');
    const exported = (await app.exportPlan()).text;
    await expect.poll(async () => (await folderOf(page))[`${folder}/plan.json`]).toBe(exported);
    expect(await paths()).toHaveLength(3);

    dialog = await openSettings(app);
    await dialog.getByRole('button', { name: 'Stop the copies' }).click();
    await expect(dialog.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
    expect(await paths()).toHaveLength(3);
  });

  test('R12.5 the folder is remembered, and brought up to date after a reload', async ({ app, model, page }) => {
    await app.open();
    model.play(diligentModel([{ description: 'Write the list', calls: [write('list.md', 'milk')] }], 'It is written.'));
    await app.enterKey(model);
    await app.send('Write a list');
    await app.expectPlanStatus('completed');
    const dialog = await openSettings(app);
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
    await expect.poll(async () => Object.keys(await folderOf(page)).length).toBe(2);
    const [path = ''] = Object.keys(await folderOf(page)).filter((name) => name.endsWith('list.md'));
    await page.evaluate(async () => {
      await (await navigator.storage.getDirectory()).removeEntry('Backups', { recursive: true });
      await (await navigator.storage.getDirectory()).getDirectoryHandle('Backups', { create: true });
    });
    expect(await folderOf(page)).toEqual({});
    await app.reload();
    await expect.poll(async () => (await folderOf(page))[path]).toBe('milk');
    expect(Object.keys(await folderOf(page))).toHaveLength(2);
  });
});

test('R12.5 a browser that cannot write to folders says so and offers the file', async ({ app, page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: undefined });
  });
  await app.open();
  const dialog = await openSettings(app);
  await expect(dialog.getByText('does not let a page write to a folder')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Choose a folder…' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Back up now' })).toBeEnabled();
});
