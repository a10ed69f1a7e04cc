import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const fixture = (name: string) => readFileSync(`tests/fixtures/imports/${name}`, 'utf8');

const chat = `Sure! Here is a checklist for the move:

**Before the move**
- [x] Cancel the lease
- [ ] Book a van
   - ask Jo for hers first

**On the day**
- [ ] Hand over the keys ✅
- [ ] ~~Paint the walls~~

Let me know if you need anything else!
`;
const chatInChinese = `好的，下面是清单：

一、准备
1. 退租（已完成）
2. 订货车

二、当天
1. 交钥匙
`;
const severalPlans = '# Trip to Bern\n- [ ] Book the train\n- [ ] Pack\n\n# Dinner\n- [ ] Wash the apples\n';

async function dropOnPlan(page: Page, name: string, text: string, plan = 'Plan'): Promise<void> {
  const held = await page.evaluateHandle(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      return data;
    },
    [name, text] as const,
  );
  for (const type of ['dragenter', 'drop'])
    await page.getByRole('region', { name: plan, exact: true }).dispatchEvent(type, { dataTransfer: held });
}

test('R2.5 a checklist from a chat is pasted, shown step by step with what is left out, and imported @gate', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await app.button('Paste a plan').click();
  await page.getByRole('textbox', { name: 'Text of a plan or list' }).fill(chat);
  await page.getByRole('button', { name: 'Read the text' }).click();
  const incoming = app.importDialog.getByRole('region', { name: 'Steps' });
  await expect(incoming).toContainText(/Before the move.*Cancel the lease\s*done.*Book a van/s);
  await expect(incoming).toContainText(/ask Jo for hers first/);
  await expect(incoming).toContainText(/Paint the walls\s*skipped/);
  await expect(app.importDialog).toContainText('Line 1: not part of a list, left out: Sure!');
  await expect(app.importDialog).toContainText('Line 12: not part of a list, left out: Let me know');
  await expect(app.importDialog).toContainText('“✅” was read as the status done');
  await expect(app.importDialog).not.toContainText('Nothing had to be repaired.');
  await app.acceptImport();
  await app.expectPlanStatus('paused');
  await app.expectOrder(['Before the move', 'On the day']);
});

test('R2.5 a Taskfile dropped on the plan is read with its dependencies, and its comments are named', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await dropOnPlan(page, 'Taskfile.yml', `# how we build\n${fixture('data-Taskfile.yml')}`);
  await expect(app.importDialog).toContainText('a file of program tasks (Taskfile)');
  await expect(app.importDialog.getByRole('region', { name: 'Steps' })).toContainText(/go test.*after 1/s);
  await expect(app.importDialog).toContainText('Line 1: a comment was left out: # how we build');
  await app.acceptImport();
  await expect(app.steps).toHaveCount(2);
});

test('R2.5 a note from a phone is opened as it is', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.chooseFile('note.txt', fixture('text-phone-note.txt'));
  await expect(app.importDialog).toContainText('a checklist');
  await app.acceptImport();
  await app.expectPlanStatus('paused');
});

test('R2.5 a sheet is called one, and a letter that was lost before it came is named', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.chooseFile('tasks.csv', 'Task name,Status,Due\nWash the apples,Done,\nDrink caf\uFFFD,To do,\n');
  await expect(app.importDialog).toContainText('a sheet: one task in each row');
  await expect(app.importDialog).toContainText('Line 3: letters had been lost before the file came here');
  await expect(app.importDialog).not.toContainText('Nothing had to be repaired.');
});

test('R2.6 a plan dropped while the dialog of the one before is closing is shown', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await app.chooseFile('empty.json', '');
  await expect(app.importDialog.getByRole('alert')).toBeVisible();
  await page.getByRole('region', { name: 'Plan', exact: true, includeHidden: true }).evaluate((plan) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['- [ ] Wash the apples'], 'list.md'));
    document.querySelector('dialog')?.close();
    for (const type of ['dragenter', 'drop']) plan.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true }));
  });
  await expect(app.importDialog).toContainText('Wash the apples');
  await app.acceptImport();
  await app.expectOrder(['Wash the apples']);
});

test('R2.6 a pasted text that holds no plan is refused, and is there to be changed', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await app.button('Paste a plan').click();
  const field = page.getByRole('textbox', { name: 'Text of a plan or list' });
  await field.fill('Once upon a time');
  await page.getByRole('button', { name: 'Read the text' }).click();
  await expect(app.importDialog.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Change the text' }).click();
  await expect(field).toHaveValue('Once upon a time');
  await field.fill('- [ ] Wash the apples');
  await page.getByRole('button', { name: 'Read the text' }).click();
  await app.acceptImport();
  await app.expectOrder(['Wash the apples']);
});

test('R2.5 of several plans in one text one is chosen', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await app.chooseFile('plans.md', severalPlans);
  await page.getByRole('radio', { name: 'Dinner (1)' }).check();
  await expect(app.importDialog.getByRole('region', { name: 'Steps' })).toContainText('Wash the apples');
  await app.acceptImport();
  await app.expectOrder(['Wash the apples']);
});

test.describe('on a Chinese page', () => {
  test.use({ locale: 'zh-CN' });

  test('R2.5, R14.5 a list from a chat is pasted and told in Chinese', async ({ app }) => {
    await app.page.getByRole('button', { name: '暂不填密钥，先进去看看' }).click();
    await app.page.getByRole('button', { name: '粘贴计划' }).click();
    await app.page.getByRole('textbox', { name: '计划或清单的文字' }).fill(chatInChinese);
    await app.page.getByRole('button', { name: '读取文字' }).click();
    const dialog = app.page.getByRole('dialog');
    await expect(dialog).toContainText('第 1 行：是标题，已略去：好的，下面是清单：');
    await expect(dialog).toContainText('“已完成”读作状态 完成');
    await dialog.getByRole('button', { name: '导入', exact: true }).click();
    await expect(app.page.getByRole('list', { name: '步骤' }).getByRole('listitem').first()).toContainText('准备');
  });

  test('R2.5, R14.5 a Taskfile that is dropped and a note from a phone are told in Chinese', async ({ app }) => {
    const { page } = app;
    await page.getByRole('button', { name: '暂不填密钥，先进去看看' }).click();
    await dropOnPlan(page, 'Taskfile.yml', `# how we build\n${fixture('data-Taskfile.yml')}`, '计划');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Taskfile');
    await expect(dialog).toContainText('第 1 行：');
    await expect(dialog.getByRole('region', { name: '步骤' })).toContainText(/go test/);
    await dialog.getByRole('button', { name: '取消' }).click();
    await page
      .locator('input[type=file][accept*=json]')
      .first()
      .setInputFiles({
        name: 'note.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(fixture('text-phone-note.txt')),
      });
    await expect(dialog).toContainText('清单');
    await dialog.getByRole('button', { name: '导入', exact: true }).click();
    await expect(page.getByRole('list', { name: '步骤' }).getByRole('listitem').first()).toBeVisible();
  });
});
