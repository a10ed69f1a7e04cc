import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import SettingsSection from '../../../src/ui/settings/SettingsSection.svelte';
import type { Devices } from '../../../src/ports/devices.ts';
import { base64UrlOf } from '../../../src/values/base64.ts';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const observed = <T>(value: T) => ({ subscribe: (next: (value: T) => void) => (next(value), () => undefined) });

const codeOf = (address: string) =>
  base64UrlOf(
    new TextEncoder().encode(
      JSON.stringify({ kind: 'couch', address, name: 'ada', password: 'pw', space: 's1', secret: 'AAAA' }),
    ),
  );

/** The settings of devices, opened with a code, in a browser that has joined this space already, if any. */
async function opened(code: string, space?: string) {
  const device = { id: 'd1', name: 'Laptop' };
  const here = { kind: 'couch', address: 'https://couch.example/db', device } as const;
  const devices: Partial<Devices> = {
    view: observed({
      connected: space === undefined ? null : { ...here, space },
      state: { kind: 'up_to_date', at: '' } as const,
      devices: [],
    }),
    conflicts: () => observed([]),
    stored: async () => ({}),
    invitation: async () => 'code',
  };
  const desk = await openApp({ dependencies: { devices: async () => devices as Devices } });
  desk.app.invitation = code;
  show(SettingsSection, { app: desk.app, section: 'devices' }, desk.page);
  return desk.app;
}

async function invited(address: string) {
  const connect = vi.fn<Devices['connect']>(async () => ({ ok: false, error: 'unreachable' }));
  const devices: Partial<Devices> = {
    view: observed({ connected: null, state: { kind: 'connecting' } as const, devices: [] }),
    conflicts: () => observed([]),
    stored: async () => ({ sessions: 2, todos: 7, notes: 0, files: 1 }),
    connect,
  };
  const desk = await openApp({ dependencies: { devices: async () => devices as Devices } });
  desk.app.invitation = codeOf(address);
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

test('a code that was cut off is said to be so above the form', async () => {
  await opened(codeOf('https://couch.example/db').slice(0, -40));
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent(/^This code is not whole/);
  expect(alert.elements()[0]?.compareDocumentPosition(page.getByRole('textbox').elements()[0]!)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('a code of the devices that this browser has joined is told once', async () => {
  const app = await opened(codeOf('https://couch.example/db'), 's1');
  await expect.element(page.getByText('This browser has joined the devices of this code already.')).toBeVisible();
  expect(app.invitation).toBeNull();
  await expect.element(page.getByText(/Keys of models are not sent along/)).toBeVisible();
});

test('a code of other devices than the joined ones says that these are turned off first', async () => {
  const app = await opened(codeOf('https://couch.example/db'), 's2');
  const told = page.getByText(/This code is from other devices/);
  await expect.element(told).toBeVisible();
  await page.getByRole('button', { name: 'Do not join' }).click();
  await expect.element(told).not.toBeInTheDocument();
  expect(app.invitation).toBeNull();
});

test('a browser that has joined its first devices leaves the welcome page', async () => {
  const { app, connect } = await invited('https://couch.example/db');
  expect(app.session).toBeNull();
  connect.mockResolvedValue({ ok: true, value: true });
  await page.getByRole('checkbox', { name: /The code is from a device of mine/ }).click();
  await join.click();
  await expect.poll(() => app.session).not.toBeNull();
});

test('a code that leads to this machine itself says that no other device can reach it', async () => {
  await opened('', 's1');
  await page.getByRole('button', { name: 'Show the code' }).click();
  await expect.element(page.getByText(`Another device cannot reach ${location.host}`)).toBeVisible();
});

test('an invitation to a server on this machine is not said to be unencrypted', async () => {
  await invited('http://127.0.0.1:5984/db');
  await expect.element(page.getByText(/the way there is not encrypted/)).not.toBeInTheDocument();
});
