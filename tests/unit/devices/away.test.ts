import { expect, test } from 'vitest';
import { observeSessionOnOtherDevice } from '../../../src/app/devices-away.ts';
import type { SessionReplicaState } from '../../../src/ports/replica-head.ts';
import { type DevicesView } from '../../../src/ports/devices.ts';
import { currentValue } from '../../../src/ports/observable.ts';
import { Subject } from '../../../src/engine/subject.ts';

const device = { id: 'phone', name: 'Phone' };
const view = new Subject<DevicesView>({
  connected: { kind: 'couch', address: 'https://couch.example/cairn', space: 's', device },
  state: { kind: 'connecting' },
  devices: [],
});
const held = { session: { plan_status: 'running', steps_ended: 2, steps_total: 10 }, device: 'laptop', at: '' };

test('nobody is told that a session may be worked on here before it is known who has it', async () => {
  const standing = new Subject<SessionReplicaState | null>(null);
  const first = currentValue(observeSessionOnOtherDevice(standing, view));
  standing.send({ head: held, frozen: null } as unknown as SessionReplicaState);
  expect(await first).toMatchObject({ session: { steps_ended: 2 }, frozen: null });
});

test('a session that no other device has may be worked on here', async () => {
  const standing = { subscribe: (next: (value: SessionReplicaState | null) => void) => (next(null), () => undefined) };
  expect(await currentValue(observeSessionOnOtherDevice(standing, view))).toBeNull();
});

test.each([
  ['2026-01-01T12:00:00.000Z', '2026-01-01T10:00:00.000Z'],
  ['2026-01-01T09:00:00.000Z', '2026-01-01T09:00:00.000Z'],
])('a device that says it was at work at %s was so at %s', async (at, told) => {
  const received_at = '2026-01-01T10:00:00.000Z';
  const standing = new Subject({ head: { ...held, at }, frozen: null, received_at } as unknown as SessionReplicaState);
  expect(await currentValue(observeSessionOnOtherDevice(standing, view))).toMatchObject({ at: told });
});
