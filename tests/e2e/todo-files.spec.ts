import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Cairn } from './support/cairn.ts';
import { expect, test } from './support/test.ts';

async function save(page: Page, button: string): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

async function add(page: Page, name: string, text: string): Promise<void> {
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add from a file…' }).click();
  const chooser = await coming;
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

const items = (app: Cairn) => app.panel('To-do').getByRole('list', { name: 'Open to-dos' }).getByRole('listitem');

for (const [format, button, sign] of [
  ['Markdown', 'Save as Markdown', '- [ ] Buy milk due:'],
  ['todo.txt', 'Save as todo.txt', '(A) '],
] as const)
  test(`R14.4 to-dos go out as ${format}, are wiped, and come back as they were`, async ({ page, app }) => {
    await app.goOnWithoutKey();
    await app.send('/todo Buy milk tomorrow 5pm !high #shopping');
    await app.send('/todo 买面包 #购物 !低');
    await app.send('/todo Call mum');
    await app.tab('To-do');
    await expect(items(app)).toHaveCount(3);
    await app.panel('To-do').getByRole('checkbox', { name: 'Done: Call mum' }).click();
    await expect(items(app)).toHaveCount(2);
    const before = await items(app).allInnerTexts();
    const { name, text } = await save(page, button);
    expect(text).toContain(sign);

    await page.evaluate(() => indexedDB.deleteDatabase('cairn'));
    await page.reload();
    await app.button('Go on with nothing stored').click();
    await app.goOnWithoutKey();
    await app.tab('To-do');
    await expect(app.panel('To-do').getByText('Nothing to do yet')).toBeVisible();
    await add(page, name, text);
    await expect(page.getByText(`3 to-dos added from ${name}.`).first()).toBeVisible();
    await expect(items(app)).toHaveCount(2);
    expect(await items(app).allInnerTexts()).toEqual(before);
    await expect(app.panel('To-do').getByText('Done (1)')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(app.panel('To-do').getByText('Nothing to do yet')).toBeVisible();
    await add(page, name, text);
    await expect(items(app)).toHaveCount(2);
    expect((await save(page, button)).text).toBe(text);
    await expect(page.getByText(`3 to-dos added from ${name}.`)).toHaveCount(0);
  });

test('R14.4 a file of others is added to what is there, one without to-dos is refused in one sentence', async ({
  page,
  app,
}) => {
  await app.goOnWithoutKey();
  await app.send('/todo Call mum');
  await expect(app.conversation).toContainText('Added');
  await app.tab('To-do');
  await add(page, 'TODO.md', '# Release\n- [ ] Fix #12\n  1. [x] nested\n* [ ] Write docs !low');
  await expect(page.getByText('3 to-dos added from TODO.md.').first()).toBeVisible();
  await expect(items(app)).toContainText(['Call mum', 'Fix #12', 'Write docs']);
  await add(page, 'notes.md', '# Notes\nNothing here.');
  await expect(page.getByText(/^No to-dos were found in notes\.md\. Write them as/).first()).toBeVisible();
  await expect(items(app)).toHaveCount(3);
});
