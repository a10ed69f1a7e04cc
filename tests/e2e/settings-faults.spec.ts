import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** The fault stands at the field, which has the focus; it goes with the first letter that corrects it. */
async function expectFault(field: Locator, text: RegExp, correction: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(text);
  await expect(field).toBeInViewport();
  await field.pressSequentially(correction);
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await expect(field).not.toHaveAccessibleDescription(text);
}

test('R14.6 a fault in a setting stands at its field, which has the focus, until it is corrected', async ({ app }) => {
  await app.open();
  const connection = await app.settings('Model connection');
  const save = connection.getByRole('button', { name: 'Save', exact: true });
  const model = connection.getByRole('combobox', { name: 'Model', exact: true });
  const address = connection.getByRole('textbox', { name: 'Base URL' });
  await save.click();
  await expectFault(connection.getByRole('textbox', { name: 'API key' }), /Enter the API key of OpenAI/, 'sk-1');
  await address.fill('nowhere');
  await save.click();
  await expectFault(address, /full address/, '/');
  await address.fill('https://api.example.org/v1');
  await connection.getByRole('textbox', { name: 'API key' }).fill('sk-1');
  await model.fill('');
  await save.click();
  await expectFault(model, /model/i, 'm');

  const search = await app.settings('Search and reading');
  const language = search.getByRole('textbox', { name: 'Language to search in' });
  await language.fill('not a code');
  await search.getByRole('button', { name: 'Try the search' }).click();
  await expectFault(language, /no code of a language/, 'x');
  await language.fill('');
  await search.getByRole('textbox', { name: 'Search address' }).fill('nowhere');
  await search.getByRole('button', { name: 'Try the search' }).click();
  await expectFault(search.getByRole('textbox', { name: 'Search address' }), /full address/, '/');

  const servers = await app.settings('MCP servers');
  await servers.getByRole('textbox', { name: 'Address of the MCP server' }).fill('ftp://nowhere.example');
  await servers.getByRole('button', { name: 'Add server' }).click();
  await expectFault(servers.getByRole('textbox', { name: 'Address of the MCP server' }), /address/, '/');

  const sites = await app.settings('Tools and permissions');
  await sites.getByRole('textbox', { name: 'A site' }).fill('not a site');
  await sites.getByRole('button', { name: 'Allow', exact: true }).click();
  await expectFault(sites.getByRole('textbox', { name: 'A site' }), /./, 'a');

  const devices = await app.settings('Your devices');
  await devices.getByRole('button', { name: 'Connect this device' }).click();
  await expectFault(devices.getByRole('textbox', { name: 'Address' }), /address/i, 'h');
  await devices.getByRole('textbox', { name: 'Address' }).fill('https://couch.example.org');
  await devices.getByRole('button', { name: 'Connect this device' }).click();
  await expectFault(devices.getByRole('textbox', { name: 'Passphrase' }), /passphrase is too short/, 'x');
});

test('R13.1 the passphrase of a key to encrypt comes into sight with the focus; with arrow keys the focus stays', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await app.open();
  await page.getByRole('radio', { name: 'On this device, encrypted' }).check();
  const passphrase = page.getByLabel('Choose a passphrase');
  await expect(passphrase).toBeFocused();
  await expect(passphrase).toBeInViewport();
  await page.getByLabel('API key', { exact: true }).fill('sk-1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectFault(passphrase, /at least 8 characters/, 'x');

  await page.getByRole('radio', { name: 'On this device', exact: true }).check();
  await page.keyboard.press('ArrowDown');
  await expect(passphrase).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'On this device, encrypted' })).toBeFocused();
});
