import { afterEach, expect, test, vi } from 'vitest';
import { createDeviceSync } from '../../../src/app/devices.ts';
import { Subject } from '../../../src/engine/subject.ts';
import type { DeviceConnectionInput, Devices } from '../../../src/ports/devices.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from '../storage/open-database.ts';
import { at, record, said, session, type ADevice } from './a-device.ts';

const address = 'https://couch.example/cairn';
const form: DeviceConnectionInput = {
  ...{ kind: 'couch', address, name: 'ada', password: 'p', device: 'Laptop', invited: null },
  passphrase: 'correct horse battery staple',
};
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 10 });
const browsers: Devices[] = [];
let ids = 0;

afterEach(async () => {
  for (const devices of browsers.splice(0)) await devices.turnOff(false);
  vi.unstubAllGlobals();
});

/** Answers as a CouchDB of one node does. */
function couch() {
  const documents = new Map<string, { rev: string; body?: string; seq: number }>();
  let seq = 0;
  const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status });
  const changes = (since: number) => {
    const moved = [...documents].filter(([, found]) => found.seq > since);
    const results = moved.map(([id, { rev }]) => ({ id, changes: [{ rev }] }));
    return json(200, { results, last_seq: seq });
  };
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const id = pathname.replace(/^\/cairn\/?/, '');
    if (id === '') return json(200, {});
    if (id === '_changes') {
      if (searchParams.get('feed') === 'longpoll')
        await new Promise((resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
          if (seq > Number(searchParams.get('since'))) resolve(null);
        });
      return changes(Number(searchParams.get('since')));
    }
    const found = documents.get(id);
    if (init.method !== 'PUT')
      return found ? json(200, { _id: id, _rev: found.rev, body: found.body }) : json(404, { reason: 'missing' });
    const { _rev, body } = JSON.parse(init.body as string) as { _rev?: string; body: string };
    if (_rev !== found?.rev) return json(409, {});
    seq += 1;
    documents.set(id, { rev: `${seq}-a`, body, seq });
    return json(201, { rev: `${seq}-a` });
  };
}

/** A browser with its own data, whose requests `fetch` answers. */
async function aBrowser(fetch: (url: string, init?: RequestInit) => Promise<Response>) {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const kept = new Map<string, string>();
  const { database } = openDatabase();
  await database.open();
  const parts = {
    clock: { now: () => at, newId: (prefix: string) => `${prefix}_${(ids += 1)}` },
    connected: new Subject(false),
    device: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    ...{ locks: new MemoryLocks(), secrets: new MemorySecrets(), storage: { database } },
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  } as unknown as Parameters<typeof createDeviceSync>[0];
  const egress = { to: () => ({ fetch }) } as unknown as Awaited<ReturnType<Parameters<typeof createDeviceSync>[1]>>;
  const branched = vi.fn();
  const app = { toasts: { tell: branched }, words: { t: String } } as unknown as Awaited<
    ReturnType<Parameters<typeof createDeviceSync>[2]>
  >;
  const devices = await createDeviceSync(
    parts,
    async () => egress,
    async () => app,
  );
  browsers.push(devices);
  const upToDate = () => until(() => expect(devices.view.value.state.kind).toBe('up_to_date'));
  const connect = async (given: Partial<DeviceConnectionInput> = {}) => {
    const came = await devices.connect({ ...form, ...given });
    if (came.ok) await upToDate();
    return came;
  };
  return { database, stores: createStores(database), devices, connect, upToDate, branched };
}

test('a browser that turns the exchange off and connects again is the device that it was', async () => {
  const fetch = couch();
  const { database, stores, devices, connect, branched } = await aBrowser(fetch);
  await connect();
  const own = devices.view.value.connected?.device.id;
  await stores.sessions.create(session('s1'));
  await record({ database } as ADevice, 's1', said('s1', 'one'));
  expect(await devices.announce('s1')).toBe(true);
  expect(await devices.turnOff(false)).toBe(true);
  expect(devices.view.value.connected).toBeNull();
  await record({ database } as ADevice, 's1', said('s1', 'two'));
  await connect();
  expect(devices.view.value.connected?.device.id).toBe(own);
  expect(devices.view.value.devices).toHaveLength(1);
  expect(await devices.announce('s1')).toBe(true);
  expect(await database.sessions.toCollection().primaryKeys()).toEqual(['s1']);
  expect(branched).not.toHaveBeenCalled();
});

test('a browser that connects to another space is another device there, and sends everything', async () => {
  const [first, second] = [couch(), couch()];
  const sent: string[] = [];
  const { database, stores, devices, connect } = await aBrowser((url, init) => {
    const isSecond = url.startsWith('https://other.example/');
    if (isSecond && init?.method === 'PUT') sent.push(url);
    return (isSecond ? second : first)(url, init);
  });
  await connect();
  const own = devices.view.value.connected?.device.id;
  await stores.sessions.create(session('s1'));
  await record({ database } as ADevice, 's1', said('s1', 'one'));
  expect(await devices.announce('s1')).toBe(true);
  await devices.turnOff(false);
  await connect({ address: 'https://other.example/cairn' });
  expect(devices.view.value.connected?.device.id).not.toBe(own);
  expect(sent.filter((url) => url.includes('/p-'))).not.toEqual([]);
  expect(await devices.announce('s1')).toBe(true);
});

test('a forgotten browser can neither take over, nor change the passphrase, nor remove the copy', async () => {
  const fetch = couch();
  const laptop = await aBrowser(fetch);
  await laptop.connect();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop as unknown as ADevice, 's1', said('s1', 'one'));
  expect(await laptop.devices.announce('s1')).toBe(true);
  const phone = await aBrowser(fetch);
  await phone.connect({ device: 'Phone' });
  const own = phone.devices.view.value.connected?.device.id ?? '';
  laptop.devices.retry();
  await until(() => expect(laptop.devices.view.value.devices.map(({ id }) => id)).toContain(own));
  expect(await laptop.devices.forget(own, 'another passphrase')).toBe(true);
  expect(await phone.devices.takeOver('s1')).toBe('forgotten');
  expect(await phone.devices.announce('s1')).toBe(false);
  expect(await phone.devices.changePassphrase('of the phone alone')).toBe(false);
  expect(await phone.devices.turnOff(true)).toBe(false);
  await phone.devices.turnOff(false);
  await phone.connect({ device: 'Phone', passphrase: 'another passphrase' });
  expect(phone.devices.view.value.connected?.device.id).not.toBe(own);
  expect(await phone.database.sessions.toCollection().primaryKeys()).toEqual(['s1']);
  expect(phone.branched).not.toHaveBeenCalled();
  expect(await phone.devices.takeOver('s1')).toBe('yours');
});
