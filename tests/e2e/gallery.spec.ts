import { expectNoViolation } from './support/axe.ts';
import { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R2.9 a plan of the gallery is found by a word of either language, filled in and carried out to its end', async ({
  app,
  model,
}) => {
  const { page } = app;
  const entry = { action: 'add', title: 'Pay the rent', start: '2026-11-24T18:00', end: '2026-11-24T19:00' };
  const description = 'Enter the three most urgent to-dos in free times, as calendar entries';
  const calls = [{ name: 'schedule', input: entry }];
  model.play(diligentModel([{ description, calls }], 'The week is planned.'));
  await app.enterKey(model);
  await app.button('Templates').click();
  const gallery = page.getByRole('dialog', { name: 'Templates' });
  await expect(gallery.getByRole('listitem')).toHaveCount(24);
  await expect(gallery.getByRole('listitem').locator('rect')).not.toHaveCount(0);
  await expectNoViolation(page);

  const search = gallery.getByRole('searchbox', { name: 'Search plans' });
  await search.fill('nothing like this');
  await expect(gallery.getByRole('status').first()).toContainText('No plan fits this');
  await search.fill('一周 晚饭');
  await expect(gallery.getByRole('status').first()).toContainText('1 plan found');
  await search.fill('urgent free');
  await gallery.getByRole('button', { name: /^Plan my week/ }).press('Enter');

  const form = page.getByRole('dialog', { name: 'Plan my week' });
  await form.getByLabel('First date').fill('2026-11-23');
  await form.getByLabel('Last date').fill('2026-11-29');
  await form.getByRole('button', { name: 'Use this plan' }).click();
  await app.pressContinue();
  await app.expectPlanStatus('completed');
  await app.expectStepStatuses(['completed', 'completed', 'completed', 'completed', 'completed']);
  expect(model.topics.filter((topic) => topic === 'intake')).toEqual([]);
});

test('R2.9 the blanks of a plan show an example of what belongs in them, in Chinese as well', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const app = new Cairn(await context.newPage(), 'zh');
  await app.open();
  await app.goOnWithoutKey();
  await app.page.getByRole('button', { name: '模板', exact: true }).click();
  const gallery = app.page.getByRole('dialog', { name: '模板' });
  await gallery.getByRole('searchbox', { name: '搜索计划' }).fill('moving');
  await expect(gallery.getByRole('status').first()).toContainText('没有合适的计划');
  await gallery.getByRole('searchbox', { name: '搜索计划' }).fill('move home');
  await gallery.getByRole('button', { name: /^搬家/ }).click();
  await expect(app.page.getByLabel('新住处')).toHaveAttribute('placeholder', /例如：/);
  await context.close();
});
