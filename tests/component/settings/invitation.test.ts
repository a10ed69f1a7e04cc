import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import SettingsSection from '../../../src/ui/settings/SettingsSection.svelte';
import type { Devices } from '../../../src/ports/devices.ts';
import { base64UrlOf } from '../../../src/values/base64.ts';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const observed = <T>(value: T) => ({ subscribe: (next: (value: T) => void) => (next(value), () => undefined) });

async function invited(address: string) {
  const connect = vi.fn<Devices['connect']>(async () => ({ ok: false, error: 'unreachable' }));
  const devices: Partial<Devices> = {
    view: observed({ connected: null, state: { kind: 'connecting' } as const, devices: [] }),
    conflicts: () => observed([]),
    stored: async () => ({ sessions: 2, todos: 7, notes: 0, files: 1 }),
    connect,
  };
  const desk = await openApp({ dependencies: { devices: async () => devices as Devices } });
  const code = { kind: 'couch', address, name: 'ada', password: 'pw', space: 's1', secret: 'AAAA' };
  desk.app.invitation = base64UrlOf(new TextEncoder().encode(JSON.stringify(code)));
  show(SettingsSection, { app: desk.app, section: 'devices' }, desk.page);
  await expect.element(page.getByText(/Whoever made it will be able to read everything/)).toBeVisible();
  return { app: desk.app, connect };
}

const join = page.getByRole('button', { name: 'Join', exact: true });

test('an invitation by a link says what it hands over and where to, and joins only after a deliberate act', async () => {
  const { connect } = await invited('http://evil.example:5984/db');
  await expect.element(page.getByText(/Stored here: 2 sessions, 1 file,? and 7 to-dos/)).toBeVisible();
  await expect.element(page.getByText('http://evil.example:5984/db')).toBeVisible();
  await expect.element(page.getByText(/the way there is not encrypted/)).toBeVisible();
  await expect.element(page.getByText(/sees sealed text only/)).not.toBeInTheDocument();
  await expect.element(join).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name of this device' }).fill('Laptop{Enter}');
  expect(connect).not.toHaveBeenCalled();
  await page.getByRole('checkbox', { name: /The code is from a device of mine/ }).click();
  await join.click();
  await expect.poll(() => connect.mock.calls.length).toBe(1);
});

test('an invitation to an https address is not said to be unencrypted, and can be declined', async () => {
  const { app } = await invited('https://couch.example/db');
  await expect.element(page.getByText(/the way there is not encrypted/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Do not join' }).click();
  await expect.element(join).not.toBeInTheDocument();
  await expect.element(page.getByText(/sees sealed text only/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Address' })).toHaveValue('');
  expect(app.invitation).toBeNull();
});
