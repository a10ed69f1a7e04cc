import { expect, test } from './support/test.ts';

test('R14.1 a step back closes the dialog on top and leaves the session beneath as it is', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await app.send('/todo Buy bread');
  await expect(app.conversation).toContainText('Added');
  const first = page.url();
  await app.newSession();
  await expect.poll(() => page.url()).not.toBe(first);
  const second = page.url();
  const settings = await app.settings('How it works');
  await page.goBack();
  await expect(settings).toBeHidden();
  await expect.poll(() => page.url()).toBe(second);
  await page.goBack();
  await expect.poll(() => page.url()).toBe(first);
});
