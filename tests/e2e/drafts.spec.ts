import { expect, test } from './support/test.ts';

test('what is typed and not sent belongs to its session: it is there again on return, and after a reload', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await app.message.fill('Book the train');
  const first = page.url();
  await app.newSession();
  await expect(app.message).toHaveValue('');
  await app.message.fill('Call the inn');
  const second = page.url();
  await page.goto(first);
  await expect(app.message).toHaveValue('Book the train');

  await app.reload();
  await expect(app.message).toHaveValue('Book the train');
  await page.goto(second);
  await expect(app.message).toHaveValue('Call the inn');
  await app.send('/help');
  await expect(app.message).toHaveValue('');
  await page.goto(first);
  await expect(app.message).toHaveValue('Book the train');
  await page.goto(second);
  await expect(app.message).toHaveValue('');
});

test('R8.3 a message that was not sent is there again in a new tab after its tab was closed; one that was sent is not', async ({
  app,
  page,
  context,
}) => {
  await app.goOnWithoutKey();
  await app.message.fill('Call the inn');
  const address = page.url();
  await page.close({ runBeforeUnload: true });
  const next = await context.newPage();
  await next.goto(address);
  const field = next.getByRole('textbox', { name: 'Message' });
  await expect(field).toHaveValue('Call the inn');
  await field.fill('/help');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(next.getByText('/todo').first()).toBeVisible();
  expect(await next.evaluate(() => localStorage.getItem('cairn.drafts'))).toBeNull();
  await next.close({ runBeforeUnload: true });
  const last = await context.newPage();
  await last.goto(address);
  await expect(last.getByText('/todo').first()).toBeVisible();
  await expect(last.getByRole('textbox', { name: 'Message' })).toHaveValue('');
});

test('R8.3 what was sent while the engine still loads is back in the field after a reload', async ({ app, page }) => {
  await page.route(/engine-(?:client|worker)/, () => undefined);
  await app.goOnWithoutKey();
  await app.send('Book the train');
  await expect(app.message).toHaveValue('');
  await page.unrouteAll();
  await app.reload();
  await expect(app.message).toHaveValue('Book the train');
});

test('R8.3, R9.5 the text of a step that is being edited and a new to-do are there again after a reload', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await app.tab('Plan');
  await app.chooseFile('plan.md', '# Garden\n\n- [ ] Water the plants\n- [ ] Cut the hedge\n');
  await app.acceptImport();
  await app.button('Options for step 1').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'Description of step 1' });
  await editor.fill('Water the roses');
  await app.tab('To-do');
  await page.getByRole('textbox', { name: 'New to-do' }).fill('Buy a hose');
  await app.reload();
  await expect(page.getByRole('textbox', { name: 'New to-do' })).toHaveValue('Buy a hose');
  await app.tab('Plan');
  await expect(editor).toHaveValue('Water the roses');
});
