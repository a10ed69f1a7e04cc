import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import McpServers from '../../../src/ui/settings/services/McpServers.svelte';
import NotificationFields from '../../../src/ui/settings/NotificationFields.svelte';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const address = page.getByRole('textbox', { name: 'Address of the MCP server' });
const never = () => new Promise<never>(() => undefined);
let app: Awaited<ReturnType<typeof openApp>>['app'];

beforeEach(async () => {
  const desk = await openApp({ dependencies: { mcp: never, notifier: async () => ({ ask: notify }) as never } });
  app = desk.app;
  show(McpServers, { app }, desk.page);
  show(NotificationFields, { app }, desk.page);
});

const notify = vi.fn<() => Promise<boolean>>();

test('R9.10 a server needs an address of its own, without a password in it', async () => {
  for (const [typed, said] of [
    ['', /Enter the full address of the server/],
    ['https://me:secret@tools.example', /must not hold a user name or password/],
  ] as const) {
    await address.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent(said);
    await expect.element(address).toHaveFocus();
  }
  await address.fill('tools.example/mcp');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem')).toHaveTextContent('https://tools.example/mcp');
  await address.fill('https://tools.example/mcp');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/There is a server with this address already/);
});

test('R13.1, R9.10 a key of a server is kept where the person says, is not shown, and goes to its address only', async () => {
  await address.fill('https://tools.example/mcp');
  const key = page.getByRole('textbox', { name: /Key of the server/ });
  await key.fill('secret-of-tools');
  expect(getComputedStyle(key.element()).getPropertyValue('-webkit-text-security')).toBe('disc');
  await page.getByRole('radio', { name: 'On this device', exact: true }).click();
  await page.getByRole('button', { name: 'Add server' }).dblClick();
  await expect.element(page.getByRole('listitem')).toBeVisible();
  expect(app.settings.mcp_servers).toHaveLength(1);
  expect(JSON.stringify(app.settings)).not.toContain('secret-of-tools');
  await expect.element(key).toHaveValue('');
});

test('R12.6 a removed server is brought back', async () => {
  await address.fill('https://tools.example/mcp');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('https://tools.example/mcp');
});

test('notifications stay off where the browser does not allow them, and that is said', async () => {
  const box = page.getByRole('checkbox', { name: /notif/i });
  notify.mockResolvedValueOnce(false);
  await box.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(box).not.toBeChecked();
  notify.mockResolvedValueOnce(true);
  await box.click();
  await expect.poll(() => app.settings.notify).toBe(true);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
