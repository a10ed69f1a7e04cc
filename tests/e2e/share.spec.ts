import { expectNoViolation } from './support/axe.ts';
import { Cairn } from './support/cairn.ts';
import { expect, test } from './support/test.ts';

const text = [
  '# Prepare the trip to {{city}}',
  '',
  '- [x] Book the train',
  '- [ ] Pack the bag',
  '- [ ] Lock the door',
].join('\n');

test('P a plan handed on by link shows all its steps before it is taken over, and nothing runs by itself', async ({
  app,
  browser,
}) => {
  await app.goOnWithoutKey();
  await app.tab('Plan');
  await app.chooseFile('trip.md', text);
  await app.acceptImport();
  await app.button('Share …').click();
  const dialog = app.page.getByRole('dialog', { name: 'Share this plan' });
  await expect(dialog).toContainText('Whoever opens it sees the goal and 3 steps');
  const field = dialog.getByRole('textbox', { name: 'Link to this plan' });
  await expect(field).toHaveValue(/#\/plan\/[\w-]+$/);
  const link = await field.inputValue();
  await dialog.getByText('Code for a phone’s camera').click();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectNoViolation(app.page);

  const context = await browser.newContext();
  const other = new Cairn(await context.newPage());
  await other.page.goto(link);
  const offered = other.page.getByRole('dialog', { name: 'Import a plan' });
  await expect(offered.getByRole('textbox', { name: 'Goal' })).toHaveValue('Prepare the trip to {{city}}');
  for (const step of ['Book the train', 'Pack the bag', 'Lock the door']) await expect(offered).toContainText(step);
  await expect(offered).toContainText('3 in all');
  await offered.getByRole('button', { name: 'Import', exact: true }).click();
  await other.expectPlanStatus('paused');
  expect(other.page.url()).not.toContain('#/plan/');
  await context.close();
});

test('P a damaged link gives one sentence and changes nothing', async ({ app }) => {
  await app.goOnWithoutKey();
  const sessions = app.page.getByRole('navigation').getByRole('listitem');
  await expect(sessions).toHaveCount(1);
  await app.page.evaluate(() => (location.hash = '#/plan/AAAAdamaged'));
  await expect(app.page.getByText('This link holds no whole plan').first()).toBeVisible();
  await expect(app.page.getByRole('dialog')).toBeHidden();
  await expect(sessions).toHaveCount(1);
});
