import { expect, test, vi } from 'vitest';
import { createDeviceSync } from '../../../src/app/devices.ts';
import type { DeviceConnectionInput } from '../../../src/ports/devices.ts';
import { Subject } from '../../../src/engine/subject.ts';
import { openApp } from '../support/open-app.ts';

const form: Omit<DeviceConnectionInput, 'address'> = {
  ...{ kind: 'couch', name: '', password: '', passphrase: 'long enough', invited: null, device: 'Laptop' },
};

test('a server whose address has a blank in its host is unreachable, and nothing is sent', async () => {
  const { app, clock } = await openApp();
  const egress = { to: vi.fn() };
  const first = { clock, device: sessionStorage, connected: new Subject(false) };
  const devices = await createDeviceSync(
    first as never,
    async () => egress as never,
    async () => app,
  );
  for (const address of ['https://my server.example/db', 'my-server', ''])
    expect(await devices.connect({ ...form, address })).toEqual({ ok: false, error: 'unreachable' });
  expect(egress.to).not.toHaveBeenCalled();
});
