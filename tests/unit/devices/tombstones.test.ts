import { expect, test, vi } from 'vitest';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { aDevice, at, makeSpace, record, said, session, texts, todo, type ADevice } from './a-device.ts';

const day = 86_400_000;
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 10 });

/** Two devices with one to-do, one file and one session, and a clock that the test turns. */
async function sharing() {
  let time = Date.parse(at);
  const now = () => time;
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  const open = async (name: string, before?: ADevice) => {
    const device = await aDevice(server, space, name, { now, ...(before && { database: before.database }) });
    const runs = device.sync.run();
    await until(() => expect(device.states.at(-1)?.kind).toBe('up_to_date'));
    const close = async () => {
      device.sync.stop();
      await runs;
    };
    return { ...device, close };
  };
  const later = (days: number) => (time += days * day);
  const laptop = await open('laptop');
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  await laptop.stores.todos.save(todo('milk'));
  const file = { id: 'f', session_id: 's1', name: 'a.txt', mime: 'text/plain', size: 3, content: 'abc' };
  await laptop.stores.files.add({ ...file, kind: 'file', source: null, created_at: at, deleted_at: null });
  const phone = await open('phone');
  await until(async () => {
    expect(await texts(phone, 's1')).toEqual(['one']);
    expect((await phone.stores.files.get('f'))?.content).toBe('abc');
    expect((await phone.stores.todos.get('milk'))?.title).toBe('milk');
  });
  const has = async (meaning: string) => server.documents.has(await laptop.keys.name(meaning));
  return { server, laptop, phone, open, later, has };
}

test('what was deleted is remembered for 180 days, and then removed from the server with its contents', async () => {
  const { server, laptop, phone, open, later, has } = await sharing();
  await laptop.database.todos.delete('milk');
  await laptop.database.files.delete('f');
  await laptop.stores.sessions.remove('s1', at);
  await laptop.stores.bin.destroy('s1');
  await until(async () => {
    expect(await phone.stores.todos.get('milk')).toBeUndefined();
    expect(await phone.stores.files.get('f')).toBeUndefined();
    expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at);
  });
  await laptop.close();
  later(179);
  const before = await open('laptop', laptop);
  const all = ['record/todos/milk', 'record/files/f', 'record/sessions/s1', 'head/s1'];
  expect(await Promise.all(all.map(has))).toEqual([true, true, true, true]);
  expect(server.pieces.size).toBeGreaterThan(0);
  await before.close();
  later(2);
  const after = await open('laptop', laptop);
  expect(await Promise.all(all.map(has))).toEqual([false, false, false, false]);
  expect(server.pieces.size).toBe(0);
  expect(await after.log.shadow('todos/milk')).toBeNull();
});

test('a session that was restored elsewhere is not cleaned away', async () => {
  const { laptop, phone, open, later, has } = await sharing();
  await laptop.stores.sessions.remove('s1', at);
  await until(async () => expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at));
  await laptop.close();
  await laptop.stores.bin.destroy('s1');
  await phone.stores.sessions.remove('s1', null);
  await until(async () =>
    expect(await phone.log.shadow('sessions/s1')).toMatchObject({
      record: { fields: { deleted_at: null } },
      waiting: 0,
    }),
  );
  later(181);
  const back = await open('laptop', laptop);
  expect(await has('head/s1')).toBe(true);
  expect(await texts(back, 's1')).toEqual(['one']);
});

test('a session that is restored just as it is cleaned away stays', async () => {
  const { server, laptop, phone, open, later, has } = await sharing();
  await laptop.stores.sessions.remove('s1', at);
  await laptop.stores.bin.destroy('s1');
  await until(async () => expect((await phone.stores.sessions.get('s1'))?.deleted_at).toBe(at));
  await laptop.close();
  later(181);
  const name = await laptop.keys.name('record/sessions/s1');
  server.intercept = (when, method, removed) => {
    const found = server.documents.get(name);
    if (when === 'before' && method === 'remove' && removed === name && found)
      server.documents.set(name, { ...found, tag: 'restored' });
  };
  await open('laptop', laptop);
  expect(server.documents.get(name)?.tag).toBe('restored');
  expect(await has('head/s1')).toBe(true);
});

test('a device that was away for longer starts afresh: what was deleted meanwhile does not come back', async () => {
  const { laptop, phone, open, later } = await sharing();
  await phone.stores.todos.save(todo('bread'));
  await until(async () => expect(await laptop.stores.todos.get('bread')).toBeDefined());
  await phone.close();
  await laptop.database.todos.bulkDelete(['milk', 'bread']);
  for (const place of ['todos/milk', 'todos/bread'])
    await until(async () => {
      const shadow = await laptop.log.shadow(place);
      expect({ isDead: typeof shadow?.record.dead, waiting: shadow?.waiting }).toEqual({
        isDead: 'string',
        waiting: 0,
      });
    });
  await laptop.close();
  await phone.stores.todos.save(todo('bread', { title: 'rye bread' }));
  await phone.stores.todos.save(todo('tea'));
  later(181);
  const cleaned = await open('laptop', laptop);
  const back = await open('phone', phone);
  expect((await back.database.todos.toArray()).map(({ title }) => title)).toEqual(['rye bread', 'tea']);
  await until(async () =>
    expect((await cleaned.database.todos.toArray()).map(({ title }) => title)).toEqual(['rye bread', 'tea']),
  );
  expect((await back.stores.files.get('f'))?.content).toBe('abc');
  expect((await back.stores.sessions.get('s1'))?.deleted_at).toBeNull();
});

test('a server that was put back to an older state is not taken for one from which all else was deleted', async () => {
  const { server, laptop, phone, open, later } = await sharing();
  const old = new Map(server.documents);
  later(10);
  await phone.close();
  const again = await open('phone', phone);
  await again.stores.todos.save(todo('bread'));
  await until(async () => expect(await laptop.stores.todos.get('bread')).toBeDefined());
  await again.close();
  await laptop.close();
  server.documents.clear();
  for (const [name, document] of old) server.documents.set(name, document);
  later(181);
  const back = await open('phone', phone);
  expect((await back.database.todos.toArray()).map(({ id }) => id)).toEqual(['bread', 'milk']);
});

test('a segment that lost to a takeover is removed from the server', async () => {
  const { server, laptop, phone } = await sharing();
  await laptop.close();
  const known = server.pieces.size;
  await record(laptop, 's1', said('s1', 'only here'));
  server.intercept = (when, method) => {
    if (when === 'before' && method === 'move') throw new Error('cut off');
  };
  await expect(laptop.sync.commit('s1')).rejects.toThrow('cut off');
  server.intercept = () => undefined;
  expect(server.pieces.size).toBe(known + 1);
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await laptop.sync.fetchSession('s1');
  expect(server.pieces.size).toBe(known);
});
