import { expect, onTestFinished, test, vi } from 'vitest';
import { connectSpace } from '../../../src/devices/connect-space.ts';
import { createSpace, spaceDocumentName } from '../../../src/devices/space.ts';
import { ReplicaError, type ReplicaErrorCode } from '../../../src/ports/replica-store.ts';
import { currentValue } from '../../../src/ports/observable.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { FaultyReplica } from '../../fakes/faulty-replica.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { aDevice, at, makeSpace, record, said, session, texts, todo, type ADevice } from './a-device.ts';

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 10 });
const never = () => new Promise<never>(() => undefined);
const stateOf = ({ states }: ADevice) => states.at(-1);
const upToDate = (device: ADevice) => until(() => expect(stateOf(device)?.kind).toBe('up_to_date'));

/** A laptop and a phone; what happens on the laptop's way to the server is the test's to say. */
async function pair(options: Parameters<typeof aDevice>[3] = {}) {
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  const way = new FaultyReplica(server);
  const laptop = await aDevice(way, space, 'laptop', options);
  const phone = await aDevice(server, space, 'phone');
  return { server, space, way, laptop, phone, head: (id: string) => laptop.keys.name(`head/${id}`) };
}

/** The pair with one session, which both have, and its head. */
async function sharing(options: Parameters<typeof aDevice>[3] = {}) {
  const two = await pair(options);
  await two.laptop.stores.sessions.create(session('s1'));
  await record(two.laptop, 's1', said('s1', 'one'));
  void two.laptop.sync.run();
  void two.phone.sync.run();
  await until(async () => expect(await texts(two.phone, 's1')).toEqual(['one']));
  await upToDate(two.laptop);
  return { ...two, name: await two.head('s1') };
}

/** The rests of an exchange, each of which lasts until it is let pass. */
function heldRests() {
  const rests: number[] = [];
  let end: () => void = () => undefined;
  const waits = (ms: number) => {
    rests.push(ms);
    return new Promise<void>((resolve) => (end = resolve));
  };
  return { rests, waits, pass: () => end() };
}

const refuse = (code: ReplicaErrorCode, retryAfterMs: number | null = null) => {
  throw new ReplicaError(code, retryAfterMs);
};

test('a device that is offline from the start, or in the middle, goes on by itself once the server answers', async () => {
  const { way, laptop, phone } = await pair();
  void phone.sync.run();
  way.at = () => refuse('unreachable');
  await laptop.stores.todos.save(todo('milk'));
  void laptop.sync.run();
  await until(() => expect(stateOf(laptop)).toMatchObject({ kind: 'offline', code: 'unreachable' }));
  way.at = () => undefined;
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
  let left = 3;
  way.at = () => ((left -= 1) < 0 ? refuse('unreachable') : undefined);
  await laptop.stores.todos.save(todo('bread'));
  await until(() => expect(stateOf(laptop)).toMatchObject({ kind: 'offline', waiting: 1 }));
  way.at = () => undefined;
  await until(async () => expect((await phone.stores.todos.get('bread'))?.title).toBe('bread'));
});

test('what waits for a server that is silent is not called up to date', async () => {
  const { way, laptop } = await sharing();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let giveUp: (error: ReplicaError) => void = () => undefined;
  way.at = () => new Promise((_, reject) => (giveUp = reject));
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'asking' }));
  way.at = () => undefined;
  giveUp(new ReplicaError('unreachable'));
  await until(() => expect(laptop.states.map(({ kind }) => kind)).toContain('offline'));
  await upToDate(laptop);
});

test('a takeover for which the server is silent leaves nothing called up to date, and all is once it answers', async () => {
  const { way, laptop, phone } = await sharing();
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await until(async () => expect((await laptop.log.sessionState('s1'))?.head?.device).toBe('phone'));
  await upToDate(laptop);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let giveUp: (error: ReplicaError) => void = () => undefined;
  way.at = () => new Promise((_, reject) => (giveUp = reject));
  const taken = laptop.sync.takeOver('s1').catch((error: unknown) => error);
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'asking' }));
  const silent = giveUp;
  silent(new ReplicaError('unreachable'));
  expect(await taken).toMatchObject({ code: 'unreachable' });
  await until(() => expect(giveUp).not.toBe(silent));
  way.at = () => undefined;
  giveUp(new ReplicaError('unreachable'));
  await until(() => expect(laptop.states.map(({ kind }) => kind)).toContain('offline'));
  await upToDate(laptop);
});

test('a commit whose answer is lost counts as done, and is not made twice', async () => {
  const { way, laptop, phone, server, name, head } = await sharing();
  let lost = 0;
  way.at = async (when, method, moved) => {
    if (when === 'after' && method === 'move' && moved === (await head('s1')) && (lost += 1) === 1)
      refuse('unreachable');
  };
  const before = server.pieces.size;
  await record(laptop, 's1', said('s1', 'two'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one', 'two']));
  await upToDate(laptop);
  expect(lost).toBe(1);
  expect(server.pieces.size).toBe(before + 1);
  expect(await laptop.log.sessionState('s1')).toMatchObject({ pending: null, head: { n: 2 } });
  expect(laptop.branched).toEqual([]);
  expect(server.documents.get(name)).toBeDefined();
});

test('a takeover whose answer is lost is known to be one’s own', async () => {
  const { way, laptop, phone, name } = await sharing();
  expect(await phone.sync.takeOver('s1')).toBe(true);
  let isLost = false;
  way.at = (when, method, moved) => {
    if (when !== 'after' || method !== 'move' || moved !== name || isLost) return;
    isLost = true;
    refuse('unreachable');
  };
  await expect(laptop.sync.takeOver('s1')).rejects.toThrow('unreachable');
  expect(await laptop.sync.takeOver('s1')).toBe(true);
  expect(await laptop.log.sessionState('s1')).toMatchObject({ head: { epoch: 3, device: 'laptop' }, pending: null });
});

test('a device killed between segment and head commits again, and the segment that no head names does not count', async () => {
  const { way, space, laptop, phone, name } = await sharing();
  let isStuck = false;
  way.at = (when, method, moved) => {
    if (when !== 'before' || method !== 'move' || moved !== name) return;
    isStuck = true;
    return never();
  };
  await record(laptop, 's1', said('s1', 'two'));
  await until(() => expect(isStuck).toBe(true));
  expect(await phone.sync.fetchSession('s1')).toMatchObject({ head: { n: 1 } });
  expect(await texts(phone, 's1')).toEqual(['one']);
  way.at = () => undefined;
  const reopened = await aDevice(way, space, 'laptop', { database: laptop.database });
  await record(reopened, 's1', said('s1', 'three'));
  void reopened.sync.run();
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one', 'two', 'three']));
});

const intent = 's1/t/1';
const call = {
  ...{ session_id: 's1', task_id: null, step_id: null, at, intent },
  body: { type: 'tool_call', call: intent, tool: 'post', input: {} },
} as const;

test('a call that was begun before the work moved on is known to be in doubt', async () => {
  const { laptop, phone } = await sharing();
  await record(laptop, 's1', call);
  expect(await laptop.sync.commit('s1')).toBe(true);
  laptop.sync.stop();
  expect(await phone.sync.takeOver('s1')).toBe(true);
  const journal = openJournal(phone.database, 's1', () => undefined);
  expect(await journal.begun(intent)).toBe(1);
  expect(await journal.recorded(intent)).toBeUndefined();
});

test('an intent that did not reach the server, or came after the work had moved on, is no leave to call', async () => {
  const { way, laptop, phone } = await sharing();
  laptop.sync.stop();
  await record(laptop, 's1', call);
  way.at = () => refuse('unreachable');
  await expect(laptop.sync.commit('s1')).rejects.toThrow('unreachable');
  expect(await phone.sync.takeOver('s1')).toBe(true);
  way.at = () => undefined;
  expect(await laptop.sync.commit('s1')).toBe(false);
});

const bigFile = { id: 'f', session_id: 's1', name: 'a.txt', mime: 'text/plain', kind: 'file', source: null } as const;
const addBig = ({ stores }: ADevice, content: string) =>
  stores.files.add({ ...bigFile, size: content.length, content, created_at: at, deleted_at: null });

test('half a file is no file: it comes once the rest has been sent', async () => {
  const { way, space, laptop, phone } = await sharing();
  let pushed = 0;
  way.at = (when, method) => (when === 'before' && method === 'push' && (pushed += 1) === 2 ? never() : undefined);
  const content = 'abc '.repeat(250_000);
  await addBig(laptop, content);
  await until(() => expect(pushed).toBe(2));
  await phone.stores.todos.save(todo('milk'));
  await upToDate(phone);
  expect(await phone.stores.files.get('f')).toBeUndefined();
  way.at = () => undefined;
  const reopened = await aDevice(way, space, 'laptop', { database: laptop.database });
  void reopened.sync.run();
  await until(async () => expect((await phone.stores.files.get('f'))?.content).toBe(content));
});

test('a file with an altered piece is not taken over, and is deleted nowhere because of that', async () => {
  const { server, space, laptop, phone } = await sharing();
  phone.sync.stop();
  const known = new Set(server.pieces.keys());
  const content = 'abc '.repeat(250_000);
  await addBig(laptop, content);
  await until(async () => expect((await laptop.log.shadow('files/f'))?.waiting).toBe(0));
  const [piece = ''] = [...server.pieces.keys()].filter((each) => !known.has(each));
  const body = server.pieces.get(piece) ?? '';
  server.pieces.set(piece, altered(body));
  const again = await aDevice(server, space, 'phone', { database: phone.database });
  void again.sync.run();
  await upToDate(again);
  expect(await again.stores.files.get('f')).toBeUndefined();
  expect((await laptop.stores.files.get('f'))?.content).toBe(content);
  again.sync.stop();
  server.pieces.set(piece, body);
  const later = await aDevice(server, space, 'phone', { database: phone.database });
  void later.sync.run();
  await until(async () => expect((await later.stores.files.get('f'))?.content).toBe(content));
});

test.each([
  ['a day behind', -86_400_000, 1],
  ['a day ahead', 86_400_000, 1],
  ['running backwards', 0, -1],
])('a clock that is %s takes nothing from whoever changed something last', async (_, off, direction) => {
  let time = 0;
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  const laptop = await aDevice(server, space, 'laptop', { now: () => Date.parse(at) + off + direction * time });
  const phone = await aDevice(server, space, 'phone', { now: () => Date.parse(at) + time });
  void laptop.sync.run();
  void phone.sync.run();
  const both = async (title: string) => {
    for (const device of [laptop, phone])
      await until(async () => expect((await device.stores.todos.get('milk'))?.title).toBe(title));
  };
  for (const [nth, device] of [laptop, phone, laptop, phone, laptop].entries()) {
    time += 1000;
    await device.stores.todos.save(todo('milk', { title: `${nth}` }));
    await both(`${nth}`);
  }
  await phone.database.todos.delete('milk');
  await until(async () => expect(await laptop.stores.todos.get('milk')).toBeUndefined());
});

test('a wrong passphrase writes nothing', async () => {
  const server = new MemoryReplica();
  await makeSpace(server);
  const before = JSON.stringify([...server.documents]);
  const answer = await connectSpace(server, { passphrase: 'wrong', invited: null, probe: 'probe' });
  expect(answer).toEqual({ ok: false, error: 'passphrase' });
  expect(JSON.stringify([...server.documents])).toBe(before);
});

/** The text with one letter changed in its middle. */
function altered(body: string): string {
  const middle = Math.floor(body.length / 2);
  return body.slice(0, middle) + (body[middle] === 'A' ? 'B' : 'A') + body.slice(middle + 1);
}

/** Puts a text where a document is, as someone at the server can. */
async function put(server: MemoryReplica, name: string, body: string): Promise<void> {
  expect(await server.move(name, body, server.documents.get(name)?.tag ?? null)).not.toBeNull();
}

const frozenAs = (device: ADevice, id: string, why: string | null) =>
  until(async () => expect((await device.log.sessionState(id))?.frozen).toBe(why));

test('a head that was altered, or swapped with another, stops its session and is named', async () => {
  const { server, laptop, phone, name, head } = await sharing();
  await laptop.stores.sessions.create(session('s2'));
  await record(laptop, 's2', said('s2', 'other'));
  await until(async () => expect(await texts(phone, 's2')).toEqual(['other']));
  const [first = '', second = ''] = [name, await head('s2')].map((each) => server.documents.get(each)?.body);
  await put(server, name, altered(first));
  await frozenAs(phone, 's1', 'altered');
  await frozenAs(laptop, 's1', 'altered');
  await put(server, name, first);
  await frozenAs(phone, 's1', null);
  await put(server, name, second);
  await put(server, await head('s2'), first);
  for (const device of [laptop, phone])
    for (const id of ['s1', 's2']) {
      await frozenAs(device, id, 'altered');
      expect(await device.sync.takeOver(id)).toBe(false);
    }
  expect(await texts(phone, 's1')).toEqual(['one']);
  expect(await texts(phone, 's2')).toEqual(['other']);
});

test.each([
  ['altered', (body: string) => altered(body)],
  ['taken away', () => null],
])('a segment that was %s is not taken over, and its session is named', async (_, change) => {
  const { server, laptop, phone, space } = await sharing();
  phone.sync.stop();
  const known = new Set(server.pieces.keys());
  await record(laptop, 's1', said('s1', 'two'));
  await until(async () => expect((await laptop.log.sessionState('s1'))?.head?.n).toBe(2));
  const [segment = ''] = [...server.pieces.keys()].filter((name) => !known.has(name));
  const body = change(server.pieces.get(segment) ?? '');
  if (body === null) server.pieces.delete(segment);
  else server.pieces.set(segment, body);
  const again = await aDevice(server, space, 'phone', { database: phone.database });
  void again.sync.run();
  await frozenAs(again, 's1', 'altered');
  expect(await texts(again, 's1')).toEqual(['one']);
});

test('a head that is older than what was seen stops its session, for whoever has seen more', async () => {
  const { server, laptop, phone, name } = await sharing();
  const old = server.documents.get(name)?.body ?? '';
  await record(laptop, 's1', said('s1', 'two'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one', 'two']));
  await put(server, name, old);
  await frozenAs(phone, 's1', 'rolled_back');
  await frozenAs(laptop, 's1', 'rolled_back');
  await record(laptop, 's1', said('s1', 'three'));
  expect(await laptop.sync.commit('s1')).toBe(false);
  expect(await texts(phone, 's1')).toEqual(['one', 'two']);
});

test('a takeover that the server forgets is not undone', async () => {
  const { server, laptop, phone, name } = await sharing();
  const old = server.documents.get(name)?.body ?? '';
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await until(async () => expect((await laptop.log.sessionState('s1'))?.head?.epoch).toBe(2));
  await put(server, name, old);
  for (const device of [laptop, phone]) await frozenAs(device, 's1', 'rolled_back');
  await record(laptop, 's1', said('s1', 'two'));
  expect(await laptop.sync.commit('s1')).toBe(false);
});

test('a head that is gone while its space is there stops its session', async () => {
  const { server, laptop, name } = await sharing();
  server.documents.delete(name);
  await record(laptop, 's1', said('s1', 'two'));
  await frozenAs(laptop, 's1', 'rolled_back');
  expect(await texts(laptop, 's1')).toEqual(['one', 'two']);
});

test('a row that was altered or put back on the server is not taken over, and stored there again', async () => {
  const { server, laptop, phone } = await sharing();
  const name = await laptop.keys.name('record/todos/milk');
  await laptop.stores.todos.save(todo('milk'));
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
  const old = server.documents.get(name)?.body ?? '';
  await laptop.stores.todos.save(todo('milk', { title: 'oat milk' }));
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('oat milk'));
  for (const body of [old, altered(old)]) {
    await put(server, name, body);
    await until(async () => {
      const text = await laptop.keys.open(name, server.documents.get(name)?.body ?? '');
      expect(text).toContain('oat milk');
    });
    await upToDate(phone);
    expect((await phone.stores.todos.get('milk'))?.title).toBe('oat milk');
  }
});

test.each<[number, ReplicaErrorCode]>([
  [429, 'busy'],
  [503, 'down'],
  [0, 'unexpected'],
])('an answer of %i (%s) is told as such, and tried again by itself', async (_, code) => {
  const { way, laptop, phone } = await sharing();
  way.at = () => refuse(code);
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(stateOf(laptop)).toMatchObject({ kind: 'offline', code }));
  way.at = () => undefined;
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
});

test('a device whose changes are rejected each time is not up to date, and sends them once they are accepted', async () => {
  const { server, way, laptop, phone } = await sharing();
  let moves = 0;
  const move = server.move.bind(server);
  way.move = async () => ((moves += 1), null);
  await laptop.stores.todos.save(todo('milk'));
  await record(laptop, 's1', said('s1', 'two'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'offline', code: 'unsent', waiting: 2 }));
  expect(moves).toBeLessThan(100);
  way.move = move;
  laptop.sync.wake();
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one', 'two']));
  await upToDate(laptop);
});

test('a row that another device changes before each of seven moves is merged and sent', async () => {
  const { server, way, laptop, phone } = await sharing();
  await laptop.stores.todos.save(todo('milk'));
  await until(async () => expect(await phone.stores.todos.get('milk')).toBeDefined());
  await upToDate(laptop);
  const name = await laptop.keys.name('record/todos/milk');
  let changes = 0;
  way.at = async (when, method, moved) => {
    if (when !== 'before' || method !== 'move' || moved !== name || changes === 7) return;
    changes += 1;
    const before = server.documents.get(name)?.tag;
    await phone.stores.todos.save(todo('milk', { position: changes + 1 }));
    await until(() => expect(server.documents.get(name)?.tag).not.toBe(before));
  };
  await laptop.stores.todos.save(todo('milk', { title: 'oat milk' }));
  await until(async () =>
    expect(await phone.stores.todos.get('milk')).toMatchObject({ title: 'oat milk', position: 8 }),
  );
  await upToDate(laptop);
  expect(laptop.states).not.toContainEqual(expect.objectContaining({ code: 'unsent' }));
});

test('a session that another device takes over after four rejected moves is theirs, and what is here is kept beside', async () => {
  const { way, laptop, phone, name } = await sharing();
  const move = way.move.bind(way);
  let moves = 0;
  let told = Infinity;
  way.move = async (...asked) => {
    if (asked[0] !== name || (moves += 1) > 5) return move(...asked);
    if (moves === 5) expect(await phone.sync.takeOver('s1')).toBe(true);
    told = laptop.states.length;
    return null;
  };
  await record(laptop, 's1', said('s1', 'only here'));
  await until(() => expect(laptop.branched).toEqual(['s1']));
  await until(() => expect(laptop.states[told]).toMatchObject({ kind: 'up_to_date' }));
  expect(await texts(laptop, 's1')).toEqual(['one']);
});

test.each<[number, ReplicaErrorCode]>([
  [403, 'forbidden'],
  [404, 'missing'],
  [507, 'full'],
])('an answer of %i (%s) is told, and tried again after five minutes or when the person says so', async (_, code) => {
  const { rests, waits, pass } = heldRests();
  const { way, laptop, phone } = await sharing({ waits });
  way.at = () => refuse(code);
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'trouble', code }));
  await until(() => expect(rests).toEqual([300_000]));
  pass();
  await until(() => expect(rests).toEqual([300_000, 300_000]));
  way.at = () => undefined;
  void laptop.sync.run();
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
});

test('a wrong password is not tried again by itself; what changed meanwhile is sent once it is right', async () => {
  const rests: number[] = [];
  const waits = (ms: number) => {
    rests.push(ms);
    return never();
  };
  const { way, laptop, phone } = await sharing({ waits });
  let asked = 0;
  way.at = () => {
    asked += 1;
    refuse('sign_in');
  };
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'trouble', code: 'sign_in' }));
  await laptop.stores.todos.save(todo('bread'));
  await new Promise((resolve) => setImmediate(resolve));
  expect({ asked, rests }).toEqual({ asked: 1, rests: [] });
  way.at = () => undefined;
  void laptop.sync.run();
  for (const id of ['milk', 'bread'])
    await until(async () => expect((await phone.stores.todos.get(id))?.title).toBe(id));
});

test('the server is left alone for as long as it asks, whatever is changed meanwhile', async () => {
  const { rests, waits, pass } = heldRests();
  const { way, laptop, phone } = await sharing({ waits });
  let asked = 0;
  way.at = () => {
    asked += 1;
    refuse('busy', 90_000);
  };
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(rests).toEqual([90_000]));
  await laptop.stores.todos.save(todo('bread'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(1);
  way.at = () => undefined;
  pass();
  await until(async () => expect((await phone.stores.todos.get('bread'))?.title).toBe('bread'));
});

test('what is too large for the server (413) holds up nothing else, and is tried again once it changes', async () => {
  const { way, laptop, phone } = await sharing();
  const [large, segment] = await Promise.all(['record/todos/large', 'head/s1'].map((each) => laptop.keys.name(each)));
  let isLong = true;
  way.at = (when, method, name) => {
    if (when === 'before' && isLong && method === 'move' && (name === large || name === segment)) refuse('too_large');
  };
  await laptop.stores.todos.save(todo('large', { notes: 'a long text' }));
  await record(laptop, 's1', said('s1', 'a long text'));
  await laptop.stores.todos.save(todo('small'));
  await until(async () => expect((await phone.stores.todos.get('small'))?.title).toBe('small'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'trouble', code: 'too_large' }));
  isLong = false;
  await laptop.stores.todos.save(todo('large', { notes: 'short' }));
  await until(async () => expect((await phone.stores.todos.get('large'))?.notes).toBe('short'));
  await record(laptop, 's1', said('s1', 'two'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one', 'a long text', 'two']));
  await upToDate(laptop);
});

test('what is too large for the server (413) is tried again when the person asks for it', async () => {
  const { way, laptop, phone } = await sharing();
  const segment = await laptop.keys.name('head/s1');
  way.at = (when, method, name) => {
    if (when === 'before' && method === 'move' && name === segment) refuse('too_large');
  };
  await record(laptop, 's1', said('s1', 'a long text'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'trouble', code: 'too_large' }));
  way.at = () => undefined;
  void laptop.sync.run();
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one', 'a long text']));
  await upToDate(laptop);
});

test('a space that was wiped is not taken for deletions, and nothing is written to what is left', async () => {
  const { server, laptop, phone } = await sharing();
  await laptop.stores.todos.save(todo('milk'));
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
  await server.clear();
  await laptop.stores.todos.save(todo('bread'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'trouble', code: 'wiped' }));
  expect(server.documents.size).toBe(0);
  expect((await laptop.database.todos.toArray()).map(({ id }) => id)).toEqual(['bread', 'milk']);
  expect((await laptop.log.sessionState('s1'))?.frozen).toBeNull();
});

test('another space at the same address is left alone', async () => {
  const { server, laptop } = await sharing();
  const { document } = await createSpace('another one');
  await put(server, spaceDocumentName, JSON.stringify(document));
  const before = server.documents.size;
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'trouble', code: 'other_space' }));
  expect(server.documents.size).toBe(before);
});

test('a head of which the server keeps two states stops its session until they are one', async () => {
  const { server, laptop, phone, name } = await sharing();
  const found = server.documents.get(name);
  const other = server.conflict(name, found?.body ?? '');
  expect(await phone.sync.takeOver('s1')).toBe(false);
  expect((await phone.log.sessionState('s1'))?.frozen).toBe('conflicted');
  expect(await laptop.sync.fetchSession('s1')).toMatchObject({ frozen: 'conflicted' });
  await record(laptop, 's1', said('s1', 'two'));
  expect(await laptop.sync.commit('s1')).toBe(false);
  expect(await server.remove(name, other)).toBe(true);
  expect(await phone.sync.takeOver('s1')).toBe(true);
});

/** A session that both devices went on with at two nodes of a server, which then learnt of each other. */
async function torn() {
  const { server: near, space, laptop, phone, name } = await sharing();
  await upToDate(phone);
  const far = new MemoryReplica();
  for (let nth = 0; nth < 100; nth += 1) far.conflict('other tags', '');
  far.others.clear();
  for (const [id, document] of near.documents) far.documents.set(id, document);
  for (const [id, piece] of near.pieces) far.pieces.set(id, piece);
  laptop.sync.stop();
  phone.sync.stop();
  const here = await aDevice(near, space, 'laptop', { database: laptop.database });
  await record(here, 's1', said('s1', 'on the laptop'));
  expect(await here.sync.commit('s1')).toBe(true);
  const there = await aDevice(far, space, 'phone', { database: phone.database });
  expect(await there.sync.takeOver('s1')).toBe(true);
  await record(there, 's1', said('s1', 'on the phone'));
  expect(await there.sync.commit('s1')).toBe(true);
  for (const [id, piece] of far.pieces) near.pieces.set(id, piece);
  near.conflict(name, far.documents.get(name)?.body ?? '');
  const devices = {
    laptop: await aDevice(near, space, 'laptop', { database: laptop.database }),
    phone: await aDevice(near, space, 'phone', { database: phone.database }),
  };
  for (const device of [devices.laptop, devices.phone]) {
    void device.sync.run();
    await frozenAs(device, 's1', 'conflicted');
  }
  return { near, name, ...devices };
}

const sideTexts = async (device: ADevice) => {
  const all = await device.database.sessions.toCollection().primaryKeys();
  return Promise.all(all.filter((id) => id.includes('_side_')).map((id) => texts(device, id)));
};

test.each(['laptop', 'phone'] as const)(
  'two states of a head are made one on the %s when the person says so: one goes on there, the other is kept once',
  async (where) => {
    const two = await torn();
    expect(await currentValue(two[where].log.watchConflicts())).toEqual([{ id: 's1', title: 's1' }]);
    expect(await two[where].sync.unite(['s1'])).toBe(true);
    for (const device of [two.laptop, two.phone]) {
      await until(async () => expect(await texts(device, 's1')).toEqual(['one', 'on the phone']));
      await until(async () => expect(await sideTexts(device)).toEqual([['one', 'on the laptop']]));
      expect(await device.log.sessionState('s1')).toMatchObject({ frozen: null, head: { device: where } });
    }
    const other = where === 'phone' ? two.laptop : two.phone;
    expect(await other.sync.takeOver('s1')).toBe(true);
    await record(other, 's1', said('s1', 'and on'));
    await until(async () => expect(await texts(two[where], 's1')).toEqual(['one', 'on the phone', 'and on']));
  },
);

test('what a device recorded while the states were two is kept beside the session', async () => {
  const { laptop, phone } = await torn();
  await record(laptop, 's1', said('s1', 'only here'));
  expect(await phone.sync.unite(['s1'])).toBe(true);
  await until(async () => expect(await texts(laptop, 's1')).toEqual(['one', 'on the phone']));
  await until(async () =>
    expect((await sideTexts(phone)).sort()).toEqual([
      ['one', 'on the laptop'],
      ['one', 'on the laptop', 'only here'],
    ]),
  );
});

test('two states of which one cannot be read are left as they are', async () => {
  const { near, name, phone } = await torn();
  near.conflict(name, 'altered');
  /* What a device writes about itself may change meanwhile. */
  const kept = () => JSON.stringify([near.documents.get(name), [...near.documents.keys()].sort()]);
  const before = kept();
  expect(await phone.sync.unite(['s1'])).toBe(false);
  expect(kept()).toBe(before);
  expect((await phone.log.sessionState('s1'))?.frozen).toBe('conflicted');
});

test('a space of a newer release is left alone', async () => {
  const { server, laptop } = await sharing();
  const space = JSON.parse(server.documents.get(spaceDocumentName)?.body ?? '{}') as object;
  await put(server, spaceDocumentName, JSON.stringify({ ...space, format: 2 }));
  const before = JSON.stringify([...server.documents]);
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(stateOf(laptop)).toEqual({ kind: 'trouble', code: 'newer' }));
  expect(JSON.stringify([...server.documents])).toBe(before);
  const connected = await connectSpace(server, { passphrase: 'any', invited: null, probe: 'probe' });
  expect(connected).toEqual({ ok: false, error: 'newer' });
});

test('a full disk here is told, loses nothing, and is tried again', async () => {
  const { laptop, phone } = await sharing();
  const put = phone.database.todos.put.bind(phone.database.todos);
  let isFull = true;
  phone.database.todos.put = ((...given: Parameters<typeof put>) =>
    isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : put(...given)) as typeof put;
  await laptop.stores.todos.save(todo('milk'));
  await until(() => expect(stateOf(phone)).toEqual({ kind: 'trouble', code: 'storage' }));
  isFull = false;
  await until(async () => expect((await phone.stores.todos.get('milk'))?.title).toBe('milk'));
});
