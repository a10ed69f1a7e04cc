import { expect, test, vi } from 'vitest';
import { ReplicaRecord } from '../../../src/ports/replica-record.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { aDevice, at, makeSpace, record, said, session, texts, todo, type ADevice } from './a-device.ts';

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 10 });
const upToDate = (device: ADevice) => until(() => expect(device.states.at(-1)?.kind).toBe('up_to_date'));

/** Two devices that have one session, and a server on which the test can write. */
async function sharing() {
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  const [laptop, phone] = [await aDevice(server, space, 'laptop'), await aDevice(server, space, 'phone')];
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  const runs = laptop.sync.run();
  void phone.sync.run();
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one']));
  const leave = async () => {
    laptop.sync.stop();
    await runs;
  };
  const back = async () => {
    const again = await aDevice(server, space, 'laptop', { database: laptop.database });
    void again.sync.run();
    await upToDate(again);
    return again;
  };
  return { server, space, laptop, phone, leave, back };
}

const branchesOf = async ({ database }: ADevice) =>
  (await database.sessions.toCollection().primaryKeys()).filter((id) => id.includes('_side_'));

test('a line that is recorded while another’s work is taken over is lost nowhere', async () => {
  const { laptop, phone, leave } = await sharing();
  await leave();
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await record(phone, 's1', said('s1', 'there'));
  await until(async () => expect((await phone.log.sessionState('s1'))?.head?.seq).toBe(2));
  const journal = openJournal(laptop.database, 's1', () => undefined);
  await journal.claim();
  const adopt = laptop.log.adopt.bind(laptop.log);
  let written: Promise<unknown> = Promise.resolve();
  laptop.log.adopt = async (...given) => {
    const adopted = adopt(...given);
    written = journal.transact((transaction) => transaction.append(said('s1', 'just now'))).catch(() => undefined);
    return adopted;
  };
  await laptop.sync.fetchSession('s1');
  await written;
  const [side] = await branchesOf(laptop);
  const kept = side === undefined ? [] : await texts(laptop, side);
  const isRefused = await journal.transact(async () => false).catch(() => true);
  expect(await texts(laptop, 's1')).toEqual(['one', 'there']);
  expect(kept.includes('just now') || isRefused).toBe(true);
});

test('two devices that lose to one takeover keep a branch each', async () => {
  const { server, space, laptop, phone, leave } = await sharing();
  const tablet = await aDevice(server, space, 'tablet');
  await leave();
  phone.sync.stop();
  await tablet.sync.fetchSession('s1');
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await record(laptop, 's1', said('s1', 'on the laptop'));
  await record(phone, 's1', said('s1', 'on the phone'));
  expect(await tablet.sync.takeOver('s1')).toBe(true);
  for (const device of [laptop, phone]) {
    await device.sync.fetchSession('s1');
    const [side = ''] = await branchesOf(device);
    expect(await device.sync.commit(side)).toBe(true);
    await tablet.sync.fetchSession(side);
  }
  const kept = await Promise.all((await branchesOf(tablet)).map((id) => texts(tablet, id)));
  expect(kept.sort()).toEqual([
    ['one', 'on the laptop'],
    ['one', 'on the phone'],
  ]);
});

test('a takeover stops the work elsewhere as soon as it is seen there', async () => {
  const { laptop, phone, leave } = await sharing();
  const journal = openJournal(laptop.database, 's1', () => undefined);
  await journal.claim();
  await leave();
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await laptop.sync.fetchSession('s1');
  await expect(journal.transact((transaction) => transaction.append(said('s1', 'late')))).rejects.toThrow();
});

test('what is recorded of a session that another device has is kept beside it', async () => {
  const { laptop, phone } = await sharing();
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await until(async () => expect((await laptop.log.sessionState('s1'))?.head?.device).toBe('phone'));
  await record(laptop, 's1', said('s1', 'only here'));
  await until(async () => expect(await texts(laptop, 's1')).toEqual(['one']));
  const [side = ''] = await branchesOf(laptop);
  expect(await texts(laptop, side)).toEqual(['one', 'only here']);
});

test('a session that was removed is removed on a device that joins later', async () => {
  const { server, space, laptop, phone } = await sharing();
  await laptop.stores.sessions.remove('s1', at);
  await until(async () => expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at));
  const head = await phone.keys.name('head/s1');
  const [found] = [...server.documents].filter(([name]) => name === head);
  server.documents.delete(head);
  if (found) server.documents.set(...found);
  const tablet = await aDevice(server, space, 'tablet');
  void tablet.sync.run();
  await upToDate(tablet);
  expect((await tablet.stores.sessions.get('s1'))?.deleted_at).toBe(at);
  expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at);
});

test('a session deleted for good before anyone was told is removed elsewhere', async () => {
  const { laptop, phone, leave, back } = await sharing();
  await leave();
  await laptop.stores.sessions.remove('s1', at);
  await laptop.stores.bin.destroy('s1');
  await back();
  await until(async () => expect((await phone.stores.sessions.get('s1'))?.deleted_at).not.toBeNull());
});

test('a session deleted for good stays away while it is worked on elsewhere, and comes back once it is restored', async () => {
  const { laptop, phone } = await sharing();
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await laptop.stores.sessions.remove('s1', at);
  await until(async () => expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at));
  await laptop.stores.bin.destroy('s1');
  await record(phone, 's1', said('s1', 'two'));
  await until(async () => expect((await laptop.log.sessionState('s1'))?.head?.n).toBe(2));
  expect(await laptop.stores.sessions.get('s1')).toBeUndefined();
  expect(await texts(laptop, 's1')).toEqual([]);
  await phone.stores.sessions.remove('s1', null);
  await until(async () => expect(await texts(laptop, 's1')).toEqual(['one', 'two']));
  expect((await laptop.stores.sessions.get('s1'))?.deleted_at).toBeNull();
});

test('a file that is changed on one device while another deletes it is there with its new content', async () => {
  const { laptop, phone, leave, back } = await sharing();
  const file = { id: 'f', session_id: 's1', name: 'a.txt', mime: 'text/plain', size: 3, content: 'old' };
  await laptop.stores.files.add({ ...file, kind: 'file', source: null, created_at: at, deleted_at: null });
  await until(async () => expect((await phone.stores.files.get('f'))?.content).toBe('old'));
  await leave();
  await laptop.database.contents.put({ id: 'f', content: 'new' });
  await phone.database.files.delete('f');
  await until(async () => expect((await phone.log.shadow('files/f'))?.record.dead).not.toBeNull());
  await upToDate(phone);
  /* The clocks stand still: only a device that has heard of the deletion is later. */
  await until(async () => expect((await phone.log.shadow('files/f'))?.waiting).toBe(0));
  await back();
  await until(async () => expect((await phone.stores.files.get('f'))?.content).toBe('new'));
});

/** Writes a record as a later release does: with fields and values that this one does not know. */
async function writeLater({ keys }: ADevice, server: MemoryReplica, place: string, change: Record<string, unknown>) {
  const name = await keys.name(`record/${place}`);
  const found = await server.pull(name);
  const before = ReplicaRecord.parse(JSON.parse((await keys.open(name, found?.body ?? '')) ?? 'null'));
  const stamp = `${Date.parse('2026-02-01').toString(36).padStart(9, '0')}-0000-later`;
  const stamps = { ...before.stamps, ...Object.fromEntries(Object.keys(change).map((field) => [field, stamp])) };
  const after = { ...before, fields: { ...before.fields, ...change }, stamps };
  await server.move(name, await keys.seal(name, JSON.stringify(after)), found?.tag ?? null);
}

async function fieldsOf({ keys }: ADevice, server: MemoryReplica, place: string): Promise<Record<string, unknown>> {
  const name = await keys.name(`record/${place}`);
  const found = await server.pull(name);
  return ReplicaRecord.parse(JSON.parse((await keys.open(name, found?.body ?? '')) ?? 'null')).fields;
}

test('a field that only a later release knows survives a change on an older one', async () => {
  const { server, laptop, phone } = await sharing();
  await laptop.stores.todos.save(todo('milk'));
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
  await writeLater(phone, server, 'todos/milk', { colour: 'blue' });
  await until(async () => expect((await laptop.log.shadow('todos/milk'))?.record.fields.colour).toBe('blue'));
  const shown = await laptop.stores.todos.get('milk');
  if (shown) await laptop.stores.todos.save({ ...shown, title: 'oat milk' });
  await until(async () =>
    expect(await fieldsOf(phone, server, 'todos/milk')).toMatchObject({ title: 'oat milk', colour: 'blue' }),
  );
});

test('a value that only a later release knows is not taken back by an older one, which keeps its own row', async () => {
  const { server, laptop, phone, leave, back } = await sharing();
  await laptop.stores.todos.save(todo('milk'));
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
  await writeLater(phone, server, 'todos/milk', { priority: 'critical' });
  await until(async () => expect((await laptop.log.shadow('todos/milk'))?.held).toBeDefined());
  await leave();
  const again = await back();
  expect(await again.stores.todos.get('milk')).toMatchObject({ title: 'milk', priority: 'normal' });
  await again.stores.todos.save(todo('milk', { title: 'oat milk' }));
  await until(async () =>
    expect(await fieldsOf(phone, server, 'todos/milk')).toMatchObject({ title: 'oat milk', priority: 'critical' }),
  );
  again.sync.stop();
  await back();
  expect(await fieldsOf(phone, server, 'todos/milk')).toMatchObject({ title: 'oat milk', priority: 'critical' });
});

test('a setting that only a later release knows leaves the settings of an older one as they are', async () => {
  const { server, laptop, phone } = await sharing();
  await laptop.stores.settings.change((settings) => ({ ...settings, spending_limit: 5 }));
  await until(async () => expect((await phone.stores.settings.get()).spending_limit).toBe(5));
  await writeLater(phone, server, 'settings/settings', { plan_view: 'hologram' });
  await until(async () => expect((await laptop.log.shadow('settings/settings'))?.held).toBeDefined());
  expect(await laptop.stores.settings.get()).toMatchObject({ spending_limit: 5, plan_view: 'list' });
  expect(await fieldsOf(phone, server, 'settings/settings')).toMatchObject({ plan_view: 'hologram' });
});
