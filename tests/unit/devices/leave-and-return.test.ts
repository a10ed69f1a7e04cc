import { expect, test, vi } from 'vitest';
import { currentValue } from '../../../src/ports/observable.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { ReplicaError } from '../../../src/ports/replica-store.ts';
import { aDevice, at, makeSpace, record, said, session, texts, type ADevice } from './a-device.ts';

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 10 });
const upToDate = (device: ADevice) => until(() => expect(device.states.at(-1)?.kind).toBe('up_to_date'));
const idsOf = async ({ database }: ADevice) => (await database.sessions.toCollection().primaryKeys()).sort();
const listed = async ({ stores }: ADevice) => (await currentValue(stores.sessions.list(10))).map(({ id }) => id);

/** Two devices that have the sessions s1 and s2; `leave` turns one off, and `back` connects it again as a new one. */
async function sharing() {
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  const [laptop, phone] = [await aDevice(server, space, 'laptop'), await aDevice(server, space, 'phone')];
  for (const id of ['s1', 's2']) {
    await laptop.stores.sessions.create(session(id));
    await record(laptop, id, said(id, 'one'), said(id, 'two'));
  }
  const runs = laptop.sync.run();
  void phone.sync.run();
  for (const id of ['s1', 's2']) await until(async () => expect(await texts(phone, id)).toEqual(['one', 'two']));
  await upToDate(laptop);
  const leave = async () => {
    laptop.sync.stop();
    await runs;
    await laptop.log.forget();
  };
  const back = async (to = { server, space }) => {
    const again = await aDevice(to.server, to.space, 'laptop-again', { database: laptop.database });
    void again.sync.run();
    await upToDate(again);
    return again;
  };
  return { server, space, laptop, phone, leave, back };
}

test('a device that leaves and connects again has the sessions that it had', async () => {
  const { phone, leave, back } = await sharing();
  await leave();
  const again = await back();
  expect(await idsOf(again)).toEqual(['s1', 's2']);
  expect(await idsOf(phone)).toEqual(['s1', 's2']);
  expect(again.branched).toEqual([]);
});

test('devices that connect again after the space was wiped have the sessions that they had', async () => {
  const { laptop, phone, leave } = await sharing();
  await leave();
  phone.sync.stop();
  await phone.log.forget();
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  for (const [name, { database }] of Object.entries({ laptop, phone })) {
    const again = await aDevice(server, space, `${name}-again`, { database });
    void again.sync.run();
    await upToDate(again);
    expect(await idsOf(again)).toEqual(['s1', 's2']);
    expect(again.branched).toEqual([]);
  }
});

test('a device that connects again takes over what was done meanwhile, and only what it did itself is kept apart', async () => {
  const { laptop, phone, leave, back } = await sharing();
  await leave();
  await phone.sync.takeOver('s1');
  await record(phone, 's1', said('s1', 'there'));
  await record(laptop, 's2', said('s2', 'only here'));
  await until(async () => expect((await phone.log.sessionState('s1'))?.head?.seq).toBe(3));
  const again = await back();
  expect(await texts(again, 's1')).toEqual(['one', 'two', 'there']);
  expect(again.branched).toEqual(['s2']);
  const [side] = (await idsOf(again)).filter((id) => id.includes('_side_'));
  expect(await texts(again, side ?? '')).toEqual(['one', 'two', 'only here']);
});

test('a session deleted on one device leaves the list of the other', async () => {
  const { laptop, phone } = await sharing();
  await laptop.stores.sessions.remove('s1', at);
  await until(async () => expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at));
  expect(await listed(phone)).toEqual(['s2']);
  expect(await phone.database.sessions.get('s1')).not.toHaveProperty('listed_at');
  await phone.stores.sessions.remove('s1', null);
  await until(async () => expect((await listed(laptop)).sort()).toEqual(['s1', 's2']));
});

test('a session deleted on one device is not listed there when another goes on with it', async () => {
  const { laptop, phone } = await sharing();
  await phone.sync.takeOver('s1');
  await laptop.stores.sessions.remove('s1', at);
  await until(async () => expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at));
  await record(phone, 's1', said('s1', 'there'));
  await until(async () => expect(await texts(laptop, 's1')).toEqual(['one', 'two', 'there']));
  expect(await listed(laptop)).toEqual(['s2']);
});

test('an idle device writes nothing into a space that was wiped', async () => {
  const server = new MemoryReplica();
  let now = Date.parse(at);
  const phone = await aDevice(server, await makeSpace(server), 'phone', { now: () => now });
  void phone.sync.run();
  await upToDate(phone);
  await server.clear();
  now += 6 * 60_000;
  phone.sync.wake();
  await until(() => expect(phone.states.at(-1)).toEqual({ kind: 'trouble', code: 'wiped' }));
  expect([...server.documents.keys()]).toEqual([]);
});

test('a refused password is asked with once, however often a send waits', async () => {
  const server = new MemoryReplica();
  const laptop = await aDevice(server, await makeSpace(server), 'laptop');
  await laptop.stores.sessions.create(session('s1'));
  void laptop.sync.run();
  await upToDate(laptop);
  let asked = 0;
  server.intercept = (when) => {
    if (when !== 'before') return;
    asked += 1;
    throw new ReplicaError('sign_in');
  };
  await record(laptop, 's1', said('s1', 'one'));
  await until(() => expect(laptop.states.at(-1)).toEqual({ kind: 'trouble', code: 'sign_in' }));
  const once = asked;
  for (let n = 0; n < 3; n += 1) await expect(laptop.sync.commit('s1')).rejects.toThrow('sign_in');
  expect(asked).toBe(once);
});
