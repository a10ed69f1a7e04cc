import { expect, test, vi } from 'vitest';
import { currentValue } from '../../../src/ports/observable.ts';
import { ReplicaError } from '../../../src/ports/replica-store.ts';
import type { JournalEntryBody, NewJournalEntry } from '../../../src/task/journal.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { aDevice, at, makeSpace, record, said, session, texts, todo, type ADevice } from './a-device.ts';

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 10 });
const titles = async ({ stores }: ADevice) => (await currentValue(stores.todos.list())).map(({ title }) => title);

async function pair() {
  const replica = new MemoryReplica();
  const space = await makeSpace(replica);
  const [laptop, phone] = [await aDevice(replica, space, 'laptop'), await aDevice(replica, space, 'phone')];
  const laptopRuns = laptop.sync.run();
  void phone.sync.run();
  return { replica, space, laptop, laptopRuns, phone };
}

test('a session begun on one device is on the other, and goes on there', async () => {
  const { laptop, phone } = await pair();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'), said('s1', 'two'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one', 'two']));
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await record(phone, 's1', said('s1', 'three'));
  await until(async () => expect(await texts(laptop, 's1')).toEqual(['one', 'two', 'three']));
  expect((await currentValue(laptop.stores.sessions.list(10))).map(({ id }) => id)).toEqual(['s1']);
});

test('a device that lost a session keeps what it did meanwhile beside it, and takes over what the other did', async () => {
  const { laptop, laptopRuns, phone } = await pair();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one']));
  laptop.sync.stop();
  await laptopRuns;
  await record(laptop, 's1', said('s1', 'only here'));
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await record(phone, 's1', said('s1', 'there'));
  await until(async () => expect((await phone.log.sessionState('s1'))?.head?.seq).toBe(2));
  const standing = await laptop.sync.fetchSession('s1');
  expect(standing?.head?.device).toBe('phone');
  expect(await texts(laptop, 's1')).toEqual(['one', 'there']);
  expect(laptop.branched).toEqual(['s1']);
  expect(await texts(laptop, 's1_side_2_laptop')).toEqual(['one', 'only here']);
});

const entry = (body: JournalEntryBody, effect?: string): NewJournalEntry => ({
  ...{ session_id: 's1', task_id: 't', step_id: 'a', at, body },
  ...(effect !== undefined && { effect }),
});
const error = { code: 'server', detail: '', status: 500, retry_after_ms: null } as const;
const modelError = entry({ type: 'model_error', purpose: 'thought', error, retry_at: at }, 's1/t/a/1');
const usage = { input: 1000, output: 100, estimated: false, cost: 0.5 };
const paidReply = entry(
  { type: 'model_reply', purpose: 'thought', reply: { text: '', calls: [], finish: 'stop', usage } },
  's1/t/a/1',
);
const begun = entry({ type: 'plan_step_start', index: 1, total: 1, description: 'a' });
const reply = entry({ type: 'message', kind: 'reply', text: 'a' });
const ended = entry({ type: 'plan_step_end', status: 'completed', summary: 'a' });

test('R5.5 what a device spent on its own branch of a session counts once, whatever was spent before', async () => {
  const { laptop, laptopRuns, phone } = await pair();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'), { ...paidReply, effect: 's1/t/a/0' });
  await until(async () => expect(await texts(phone, 's1')).toHaveLength(2));
  laptop.sync.stop();
  await laptopRuns;
  await record(laptop, 's1', paidReply, reply);
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await record(phone, 's1', said('s1', 'there'));
  await until(async () => expect((await phone.log.sessionState('s1'))?.head?.seq).toBe(3));
  await laptop.sync.fetchSession('s1');
  expect(await laptop.stores.sessions.get('s1_side_2_laptop')).toMatchObject({
    used: { calls: 1, cost: 0.5 },
    copied: { calls: 1, cost: 0.5 },
  });
  expect(await laptop.stores.sessions.usedInAll()).toMatchObject({ calls: 2, cost: 1 });
});

test.each<[string, NewJournalEntry[], string[]]>([
  ['a model call under way is not kept', [begun], []],
  ['a model call alone is not kept', [begun, modelError], []],
  ['a model reply alone is not kept, though it was paid for', [begun, paidReply], []],
  ['a model reply of which an answer came is kept', [begun, paidReply, reply], ['s1']],
  ['a step that ended is kept', [begun, modelError, ended], ['s1']],
  ['what the person said is kept', [modelError, said('s1', 'only here')], ['s1']],
])('beside a session that another device took over, %s', async (_, tail, branched) => {
  const { laptop, laptopRuns, phone } = await pair();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one']));
  laptop.sync.stop();
  await laptopRuns;
  await record(laptop, 's1', ...tail);
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await laptop.sync.fetchSession('s1');
  expect(laptop.branched).toEqual(branched);
  expect(await texts(laptop, 's1')).toEqual(['one']);
  /* The session's total is that of the device which goes on. */
  expect((await laptop.stores.sessions.get('s1'))?.used).toEqual((await phone.stores.sessions.get('s1'))?.used);
});

/** What a device does with step a, without the ids and times that differ each time: it finds, writes and ends. */
const work = (venue: string): NewJournalEntry[] => [
  begun,
  paidReply,
  entry(
    {
      ...{ type: 'tool_result', call: 'c', tool: 'todo', input: { title: `Call ${venue}` }, retry_at: '' },
      result: toolSuccess('Added', { written: [{ store: 'todos', id: venue, change: 'put', hash: venue }] }),
    },
    's1/t/a/1/c',
  ),
  entry({ type: 'plan_step_end', status: 'completed', summary: `Take ${venue}` }),
  entry({ type: 'message', kind: 'closing', text: `Take ${venue}` }),
  entry({ type: 'task_end', status: 'completed', done: 1, failed: 0, skipped: 0 }),
];

test.each<[string, NewJournalEntry[], NewJournalEntry[], string[]]>([
  ['the same steps to another end', work('Alster'), work('Elbe'), ['s1']],
  ['the same steps to the same end', work('Alster'), work('Alster'), []],
  ['the same step, of which the first wrote another row', work('Alster').slice(0, 3), work('Elbe'), ['s1']],
  ['the same step, begun here alone', work('Alster').slice(0, 2), work('Elbe'), []],
])('of work out of reach while another device went through %s, what only it came to is kept', async (...given) => {
  const [, here, there, branched] = given;
  const { laptop, laptopRuns, phone } = await pair();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one']));
  laptop.sync.stop();
  await laptopRuns;
  await record(laptop, 's1', ...here);
  const own = await texts(laptop, 's1');
  expect(await phone.sync.takeOver('s1')).toBe(true);
  await record(phone, 's1', ...there);
  await until(async () => expect((await phone.log.sessionState('s1'))?.head?.seq).toBe(7));
  await laptop.sync.fetchSession('s1');
  expect(laptop.branched).toEqual(branched);
  expect(await texts(laptop, 's1')).toEqual(await texts(phone, 's1'));
  if (branched.length > 0) expect(await texts(laptop, 's1_side_2_laptop')).toEqual(own);
});

test('of two devices that continue at once, one wins', async () => {
  const { laptop, phone, replica, space } = await pair();
  const tablet = await aDevice(replica, space, 'tablet');
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one']));
  const won = await Promise.all([phone.sync.takeOver('s1'), tablet.sync.takeOver('s1')]);
  expect(won.filter(Boolean)).toHaveLength(1);
});

test('to-dos are merged by field, and what is deleted stays deleted', async () => {
  const { laptop, phone } = await pair();
  await laptop.stores.todos.save(todo('milk'));
  await laptop.stores.todos.save(todo('bread'));
  await until(async () => expect((await titles(phone)).sort()).toEqual(['bread', 'milk']));
  await Promise.all([
    laptop.stores.todos.save(todo('milk', { title: 'oat milk' })),
    phone.stores.todos.save(todo('milk', { done: true })),
  ]);
  for (const device of [laptop, phone])
    await until(async () =>
      expect(await device.stores.todos.get('milk')).toMatchObject({ title: 'oat milk', done: true }),
    );
  await phone.stores.todos.save(todo('bread', { deleted_at: at }));
  await until(async () => expect(await titles(laptop)).toEqual(['oat milk']));
});

test('a note whose text was changed on both devices keeps both texts', async () => {
  const { laptop, phone } = await pair();
  const note = {
    id: 'n',
    title: 'n',
    text: 'a',
    tags: [],
    foreign: false,
    session_id: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  await laptop.stores.notes.save(note);
  await until(async () => expect((await phone.stores.notes.get('n'))?.text).toBe('a'));
  await Promise.all([
    laptop.stores.notes.save({ ...note, text: 'from the laptop' }),
    phone.stores.notes.save({ ...note, text: 'from the phone' }),
  ]);
  for (const device of [laptop, phone])
    await until(async () => {
      const text = (await device.stores.notes.get('n'))?.text ?? '';
      expect(text).toContain('from the laptop');
      expect(text).toContain('from the phone');
    });
});

test('a file comes with its content, in pieces', async () => {
  const { laptop, phone } = await pair();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  const content = '你好 '.repeat(300_000);
  const file = { id: 'f', session_id: 's1', name: 'a.txt', mime: 'text/plain', size: content.length, content };
  await laptop.stores.files.add({ ...file, kind: 'file', source: null, created_at: at, deleted_at: null });
  await until(async () => expect((await phone.stores.files.get('f'))?.content).toBe(content));
});

test('a content that a killed device has sent already is not sent again, and what is here already is not read again', async () => {
  const replica = new MemoryReplica();
  const space = await makeSpace(replica);
  const laptop = await aDevice(replica, space, 'laptop');
  for (const id of ['one', 'two']) await laptop.stores.todos.save(todo(id));
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  void laptop.sync.run();
  await until(async () => expect(laptop.states.at(-1)?.kind).toBe('up_to_date'));
  const place = await laptop.keys.name('record/files/f');
  let isKilled = false;
  replica.intercept = (when, method, name) => {
    if (when !== 'before' || method !== 'move' || name !== place) return;
    isKilled = true;
    laptop.sync.stop();
    throw new ReplicaError('unreachable');
  };
  const file = { id: 'f', session_id: 's1', name: 'a.txt', mime: 'text/plain', kind: 'file', source: null } as const;
  const content = 'abc '.repeat(250_000);
  await laptop.stores.files.add({ ...file, size: content.length, content, created_at: at, deleted_at: null });
  await until(async () => expect(isKilled).toBe(true));
  const asked: string[] = [];
  replica.intercept = (when, method, name) => {
    if (when === 'before') asked.push(`${method} ${name}`);
  };
  const again = await aDevice(replica, space, 'laptop', { database: laptop.database });
  void again.sync.run();
  await until(async () => expect(again.states.at(-1)?.kind).toBe('up_to_date'));
  expect(replica.documents.has(place)).toBe(true);
  expect(asked.filter((each) => each.startsWith('push'))).toEqual([]);
  const read = new Set(asked.filter((each) => each.startsWith('pull')).map((each) => each.slice(5)));
  for (const known of ['record/todos/one', 'record/todos/two', 'head/s1'])
    expect(read).not.toContain(await again.keys.name(known));
});

test('a long journal is taken over a few hundred lines at a time', async () => {
  const { laptop, phone } = await pair();
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', ...Array.from({ length: 1500 }, (_, nth) => said('s1', `line ${nth}`)));
  const sizes: number[] = [];
  const put = phone.database.journal.bulkPut.bind(phone.database.journal);
  phone.database.journal.bulkPut = (rows: Parameters<typeof put>[0]) => {
    sizes.push(rows.length);
    return put(rows);
  };
  await until(async () => expect((await texts(phone, 's1')).length).toBe(1500));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(400);
});

test('progress goes forward only, and does not end before the last row is sent', async () => {
  const replica = new MemoryReplica();
  const laptop = await aDevice(replica, await makeSpace(replica), 'laptop');
  for (let nth = 0; nth < 40; nth += 1) await laptop.stores.todos.save(todo(`todo ${nth}`));
  let sent = 0;
  const told: { share: number; sent: number }[] = [];
  replica.intercept = (when, method) => {
    if (when === 'after' && method === 'move') sent += 1;
  };
  laptop.sync.subscribe((state) => {
    if (state.kind === 'working') told.push({ share: state.done / state.total, sent });
  });
  void laptop.sync.run();
  await until(async () => expect(laptop.states.at(-1)?.kind).toBe('up_to_date'));
  const shares = told.map(({ share }) => share);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(told.find(({ share }) => share === 1)?.sent).toBeGreaterThanOrEqual(40);
});

test('what reaches the server says nothing of what the person wrote', async () => {
  const { replica, laptop } = await pair();
  await laptop.stores.sessions.create(session('canary-session'));
  await record(laptop, 'canary-session', said('canary-session', 'canary goal'));
  await laptop.stores.todos.save(todo('canary-todo', { title: 'canary title', notes: 'canary notes' }));
  await until(async () => expect(laptop.states.at(-1)?.kind).toBe('up_to_date'));
  const all = JSON.stringify([[...replica.documents], [...replica.pieces]]);
  expect(all).not.toContain('canary');
  expect(replica.pieces.size).toBeGreaterThan(0);
});

test('a device that stays is seen again every few minutes, and none is seen in the future', async () => {
  const replica = new MemoryReplica();
  const space = await makeSpace(replica);
  let now = Date.parse(at);
  const ahead = 20 * 60_000;
  const laptop = await aDevice(replica, space, 'laptop', { now: () => now });
  const phone = await aDevice(replica, space, 'phone', { now: () => now + ahead });
  const seen = (device: ADevice, name: string) => device.sync.devices.find(({ id }) => id === name)?.seen_at;
  void laptop.sync.run();
  void phone.sync.run();
  await until(async () => expect(seen(laptop, 'phone')).toBe(at));
  expect(seen(phone, 'laptop')).toBe(at);
  now += 6 * 60_000;
  await laptop.stores.todos.save(todo('milk'));
  await until(async () => expect(seen(phone, 'laptop')).toBe(new Date(now).toISOString()));
});
