import { expect, type Page } from '@playwright/test';
import type { Cairn } from '../../../e2e/support/cairn.ts';

/** Connects the first device to a database; returns the code by which another one joins, as an address. */
export async function connectDevice(
  app: Cairn,
  address: string,
  named: { device?: string; passphrase?: string; waits?: boolean } = {},
): Promise<string> {
  const dialog = await app.settings('Your devices');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(named.passphrase ?? 'correct horse battery staple');
  await dialog.getByRole('textbox', { name: 'Name of this device' }).fill(named.device ?? 'Laptop');
  await dialog.getByRole('button', { name: 'Connect this device' }).click();
  if (named.waits ?? true) await expect(dialog.getByText('Up to date.')).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Show the code' }).click();
  const link = await dialog.getByRole('textbox', { name: 'The code as an address' }).inputValue();
  if (named.waits ?? true) await app.page.keyboard.press('Escape');
  return link;
}

/** Opens the code of another device, and joins. */
export async function joinDevice(
  page: Page,
  link: string,
  named: { device?: string; waits?: boolean } = {},
): Promise<void> {
  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: 'Settings', exact: true });
  await dialog.getByRole('textbox', { name: 'Name of this device' }).fill(named.device ?? 'Phone');
  await dialog.getByRole('checkbox', { name: /^The code is from a device of mine/ }).check();
  await dialog.getByRole('button', { name: 'Join', exact: true }).click();
  if (named.waits === false) return;
  await expect(dialog.getByText('Up to date.')).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
}
