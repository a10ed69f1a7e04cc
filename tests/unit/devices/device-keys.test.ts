import { expect, test, vi } from 'vitest';
import { changePassphrase, connectSpace } from '../../../src/devices/connect-space.ts';
import {
  createDeviceKeyPair,
  markDeviceForgotten,
  secretAfterRotation,
  rotateSpaceDataKey,
} from '../../../src/devices/device-keys.ts';
import {
  decryptSpaceSecret,
  parseSpaceDocument,
  type SpaceKeyDocument,
  createSpaceEncryption,
  spaceDocumentName,
} from '../../../src/devices/space.ts';
import type { ReplicaDevice } from '../../../src/ports/replica-head.ts';
import { ReplicaError } from '../../../src/ports/replica-store.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { aDevice, at, makeSpace, record, said, session, texts } from './a-device.ts';

async function three() {
  const store = new MemoryReplica();
  const { id, secret } = await makeSpace(store);
  const keys = await createSpaceEncryption(secret);
  const own = {
    laptop: await createDeviceKeyPair(),
    phone: await createDeviceKeyPair(),
    lost: await createDeviceKeyPair(),
  };
  const device = (name: keyof typeof own): ReplicaDevice => ({
    ...{ kind: 'device', id: name, name, seen_at: at, key: own[name].public },
  });
  const turn = (passphrase = 'another passphrase') =>
    rotateSpaceDataKey(store, { id, secret, keys, passphrase, turn: 't1' }, [device('laptop'), device('phone')]);
  const document = async () =>
    parseSpaceDocument((await store.pull(spaceDocumentName))?.body ?? '') as SpaceKeyDocument;
  return { store, id, secret, keys, own, device, turn, document };
}

test('the forgotten device can read nothing written after, and the others find the new key', async () => {
  const { store, secret, keys, own, turn, document } = await three();
  const before = await keys.seal('a', 'written before');
  const next = await turn();
  const found = (device: 'laptop' | 'phone' | 'lost') =>
    document().then((space) => secretAfterRotation(store, space, { device, key: own[device], keys }));
  expect(await found('laptop')).toBe(next);
  expect(await found('phone')).toBe(next);
  expect(await found('lost')).toBeNull();
  const renewed = await createSpaceEncryption(next ?? '');
  const after = await renewed.seal('b', 'written after');
  expect(await renewed.open('b', after)).toBe('written after');
  expect(await renewed.open('a', before)).toBe('written before');
  expect(await renewed.name('x')).toBe(await keys.name('x'));
  await expect(keys.open('b', after)).rejects.toBeInstanceOf(ReplicaError);
  expect(await keys.open('b', after.replace(/\.2$/, ''))).toBeNull();
  expect(await keys.open('b', after.replace(/\.2$/, '.1'))).toBeNull();
  expect(await decryptSpaceSecret(await document(), 'correct horse battery staple')).toBeNull();
  expect(await decryptSpaceSecret(await document(), 'another passphrase')).toBe(next);
  expect(next?.length).toBeGreaterThan(secret.length);
});

test('what was sealed for another device does not open', async () => {
  const { store, keys, own, turn, document } = await three();
  await turn();
  const stolen = { device: 'phone', key: own.lost, keys };
  await expect(secretAfterRotation(store, await document(), stolen)).resolves.toBeNull();
});

test('of two devices that forget one at once, one changes the key', async () => {
  const { turn } = await three();
  const [one, other] = await Promise.all([turn('passphrase of one'), turn('passphrase of two')]);
  expect([one, other].filter((secret) => secret !== null)).toHaveLength(1);
});

test('a device at work learns that it was forgotten and stops, and one that stays goes on with the new key', async () => {
  const { store, id, secret, own, device, turn, document } = await three();
  const lost = await aDevice(store, { id, secret }, 'lost');
  const runs = lost.sync.run();
  await vi.waitFor(() => expect(lost.states.at(-1)?.kind).toBe('up_to_date'));
  const renewed = (await turn()) ?? '';
  await markDeviceForgotten(store, await createSpaceEncryption(renewed), device('lost'));
  await runs;
  expect(lost.states.at(-1)).toEqual({ kind: 'trouble', code: 'forgotten' });

  const phone = await aDevice(store, { id, secret: renewed }, 'phone');
  void phone.sync.run();
  const laptop = await aDevice(store, { id, secret: renewed }, 'laptop');
  void laptop.sync.run();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'among us'));
  await vi.waitFor(async () => expect(await texts(phone, 's1')).toEqual(['among us']));
  expect(phone.sync.devices.map(({ id: each }) => each).sort()).toEqual(['laptop', 'phone']);
  expect((await document()).keys).toBe(2);
  expect(own.laptop.public).not.toBe(own.phone.public);
});

test('a forgotten device takes over and sends nothing, and says why', async () => {
  const { store, id, secret, turn } = await three();
  const laptop = await aDevice(store, { id, secret }, 'laptop');
  const runs = laptop.sync.run();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'mine'));
  const lost = await aDevice(store, { id, secret }, 'lost');
  const lostRuns = lost.sync.run();
  await vi.waitFor(async () => expect(await texts(lost, 's1')).toEqual(['mine']));
  for (const { sync } of [laptop, lost]) sync.stop();
  await Promise.all([runs, lostRuns]);
  await turn();
  const moved: string[] = [];
  store.intercept = (when, method) => {
    if (when === 'before' && ['move', 'push', 'remove', 'drop'].includes(method)) moved.push(method);
  };
  await lost.stores.sessions.create(session('s2'));
  await record(lost, 's2', said('s2', 'theirs'));
  await expect(lost.sync.takeOver('s1')).rejects.toMatchObject({ code: 'forgotten' });
  await expect(lost.sync.commit('s2')).rejects.toMatchObject({ code: 'forgotten' });
  await expect(lost.sync.unite(['s1'])).rejects.toMatchObject({ code: 'forgotten' });
  expect(moved).toEqual([]);
  expect(lost.states.at(-1)).toEqual({ kind: 'trouble', code: 'forgotten' });
});

test('a forgotten device cannot change the passphrase', async () => {
  const { store, id, secret, turn, document } = await three();
  const next = await turn();
  expect(await changePassphrase(store, { space: id, secret, passphrase: 'of the forgotten one' })).toBe(false);
  expect(await decryptSpaceSecret(await document(), 'another passphrase')).toBe(next);
  expect(await changePassphrase(store, { space: id, secret: next ?? '', passphrase: 'of the owner' })).toBe(true);
  expect(await decryptSpaceSecret(await document(), 'of the owner')).toBe(next);
});

test('a code from before a device was forgotten does not connect, and a new one does', async () => {
  const { store, id, secret, turn } = await three();
  const next = (await turn()) ?? '';
  const join = (code: string, probe: string) =>
    connectSpace(store, { passphrase: '', invited: { space: id, secret: code }, probe });
  const before = [...store.documents.keys()];
  expect(await join(secret, 'probe-1')).toEqual({ ok: false, error: 'old_code' });
  expect([...store.documents.keys()]).toEqual(before);
  expect(await join(next, 'probe-2')).toMatchObject({ ok: true, created: false, secret: next });
});
