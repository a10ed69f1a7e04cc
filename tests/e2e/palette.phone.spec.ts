import { expect, test } from './support/test.ts';

test('R14 on a phone the search is reached by touch, and the settings are entered section by section', async ({
  app,
}) => {
  const { page } = app;
  await app.button('Go on without a key').tap();
  await app.send('/todo Pack the waterproof bag');
  await expect(page.getByRole('log').getByText('Added the to-do')).toBeVisible();
  await app.button('Search and commands').tap();
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('waterproof');
  await palette.getByRole('option').filter({ hasText: 'Pack the waterproof bag' }).first().tap();
  await expect(app.panel('To-do').locator('[data-sought]')).toContainText('Pack the waterproof bag');

  await app.button('Settings').tap();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'How it works' }).tap();
  await expect(settings.getByRole('radio', { name: /^Balanced/ })).toBeChecked();
  await expect(settings.getByRole('navigation')).toBeHidden();
  await app.button('All settings').tap();
  await expect(settings.getByRole('button', { name: 'How it works' })).toBeFocused();
  await expect(settings.getByRole('radio', { name: /^Careful/ })).toBeHidden();
});
