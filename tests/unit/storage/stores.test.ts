import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewJournalEntry } from '../../../src/task/journal.ts';
import { singleEntryFields } from '../../../src/records/calendar-entry.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { newRun } from '../../../src/task/run.ts';
import type { Session } from '../../../src/task/session.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { Todo } from '../../../src/records/todo.ts';
import type { Observable } from '../../../src/ports/observable.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { observableQuery } from '../../../src/storage/stores/soft-delete-store.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from './open-database.ts';

const at = '2026-01-01T10:00:00.000Z';
const session = (id: string, updated_at = at): Session => ({
  id,
  title: id,
  plan_status: null,
  steps_ended: 0,
  steps_total: 0,
  created_at: at,
  updated_at,
  deleted_at: null,
});
const todo = (id: string, position: number, deleted_at: string | null = null): Todo => ({
  id,
  title: id,
  notes: '',
  due: null,
  priority: 'normal',
  tags: [],
  done: false,
  position,
  session_id: null,
  created_at: at,
  updated_at: at,
  deleted_at,
});
const said = (text: string): NewJournalEntry => ({
  session_id: 's1',
  task_id: null,
  step_id: null,
  at,
  body: { type: 'message', kind: 'goal', text },
});

function watched<T>(live: Observable<T>): T[] {
  const seen: T[] = [];
  onTestFinished(live.subscribe((value) => seen.push(value)));
  return seen;
}

test('R14.1 sessions are listed newest first, at most as many as asked for', async () => {
  const { sessions } = createStores(openDatabase().database);
  for (const day of ['02', '04', '01', '03']) await sessions.create(session(`s${day}`, `2026-01-${day}T10:00:00.000Z`));
  const seen = watched(sessions.list(3));
  await expect.poll(() => seen.at(-1)?.map(({ id }) => id)).toEqual(['s04', 's03', 's02']);
});

test('R14.1 unfinished plans are found among all sessions, the newest first, however many have ended since', async () => {
  const { sessions } = createStores(openDatabase().database);
  const stands = { s02: 'paused', s03: 'running', s04: 'running', s05: 'paused' } as const;
  for (const [id, plan_status] of Object.entries(stands))
    await sessions.create({ ...session(id, `2026-01-${id.slice(1)}T10:00:00.000Z`), plan_status });
  for (let n = 0; n < 60; n += 1) {
    const ended = (['completed', 'failed', 'cancelled', null] as const)[n % 4] ?? null;
    await sessions.create({
      ...session(`e${n}`, `2026-02-01T10:00:${String(n).padStart(2, '0')}.000Z`),
      plan_status: ended,
    });
  }
  await sessions.remove('s04', at);
  const seen = watched(sessions.unfinished(2));
  await expect.poll(() => seen.at(-1)?.map(({ id }) => id)).toEqual(['s05', 's03']);
  await sessions.remove('s05', at);
  await expect.poll(() => seen.at(-1)?.map(({ id }) => id)).toEqual(['s03', 's02']);
});

test('R14.1 sessions that wait for the person are found however old they are, up to a time, the newest first', async () => {
  const { sessions } = createStores(openDatabase().database);
  const on = (day: string) => `2026-01-${day}T10:00:00.000Z`;
  for (let n = 10; n < 30; n += 1)
    await sessions.create({ ...session(`e${n}`, on(String(n))), plan_status: 'completed' });
  await sessions.create({ ...session('s01', on('01')), plan_status: 'waiting' });
  await sessions.create({ ...session('s02', on('02')), plan_status: 'running', needs_you: true });
  await sessions.create({ ...session('s03', on('03')), plan_status: 'running' });
  await sessions.create({ ...session('s31', on('31')), plan_status: 'waiting' });
  const seen = watched(sessions.waiting(on('29'), 5));
  const one = watched(sessions.waiting(on('29'), 1));
  await expect.poll(() => seen.at(-1)?.map(({ id }) => id)).toEqual(['s02', 's01']);
  await expect.poll(() => one.at(-1)?.map(({ id }) => id)).toEqual(['s02']);
  await sessions.remove('s02', at);
  await expect.poll(() => seen.at(-1)?.map(({ id }) => id)).toEqual(['s01']);
});

test('R12.7 the session that is asked for is listed after the newest, however old it is, unless it is removed', async () => {
  const { sessions } = createStores(openDatabase().database);
  for (const day of ['02', '04', '01', '03']) await sessions.create(session(`s${day}`, `2026-01-${day}T10:00:00.000Z`));
  const old = watched(sessions.list(2, 's01'));
  const newest = watched(sessions.list(2, 's04'));
  const unknown = watched(sessions.list(2, 's09'));
  await expect.poll(() => old.at(-1)?.map(({ id }) => id)).toEqual(['s04', 's03', 's01']);
  await expect.poll(() => newest.at(-1)?.map(({ id }) => id)).toEqual(['s04', 's03']);
  await expect.poll(() => unknown.at(-1)?.map(({ id }) => id)).toEqual(['s04', 's03']);
  await sessions.rename('s01', 'Renamed');
  await expect.poll(() => old.at(-1)?.at(-1)?.title).toBe('Renamed');
  await sessions.remove('s01', at);
  await expect.poll(() => old.at(-1)?.map(({ id }) => id)).toEqual(['s04', 's03']);
});

test('R12.6 a removed session leaves the list and comes back unharmed', async () => {
  const { sessions } = createStores(openDatabase().database);
  await sessions.create(session('s1'));
  const seen = watched(sessions.list(10));
  await expect.poll(() => seen.at(-1)).toEqual([session('s1')]);
  await sessions.rename('s1', 'Renamed');
  await expect.poll(() => seen.at(-1)).toEqual([{ ...session('s1'), title: 'Renamed' }]);
  await sessions.remove('s1', at);
  await expect.poll(() => seen.at(-1)).toEqual([]);
  await sessions.remove('s1', null);
  await expect.poll(() => seen.at(-1)).toEqual([{ ...session('s1'), title: 'Renamed' }]);
});

test('R12.3 what one tab commits another tab sees by live query', async () => {
  const { database, name } = openDatabase();
  const there = createStores(openDatabase(name).database).sessions;
  const runs = watched(there.watchRun('s1'));
  const journal = watched(there.journal('s1', 2));
  await expect.poll(() => runs.at(-1)).toBeNull();
  const writer = openJournal(database, 's1', () => undefined);
  writer.stage({
    run: newRun({ run: 'r1', session: 's1', plan: 'p1' }, 'Goal', at),
    entries: ['one', 'two', 'three'].map(said),
  });
  await writer.flush();
  await expect.poll(() => runs.at(-1)?.id).toBe('r1');
  await expect.poll(() => journal.at(-1)?.map(({ seq }) => seq)).toEqual([2, 3]);
});

test('R12.7 a part of the record is read by itself: from a line on as it grows, and so many lines before one', async () => {
  const { database } = openDatabase();
  const { sessions } = createStores(database);
  const writer = openJournal(database, 's1', () => undefined);
  const write = (...texts: string[]) =>
    writer.transact(async (transaction) => {
      for (const text of texts) await transaction.append(said(text));
    });
  await write('one', 'two', 'three', 'four');
  const from = watched(sessions.journalFrom('s1', 3));
  await expect.poll(() => from.at(-1)?.map(({ seq }) => seq)).toEqual([3, 4]);
  await write('five');
  await expect.poll(() => from.at(-1)?.map(({ seq }) => seq)).toEqual([3, 4, 5]);
  expect((await sessions.journalBefore('s1', 3, 10)).map(({ seq }) => seq)).toEqual([1, 2]);
  expect((await sessions.journalBefore('s1', 4, 2)).map(({ seq }) => seq)).toEqual([2, 3]);
  expect(await sessions.journalBefore('s1', 1, 10)).toEqual([]);
});

test('an ended subscription hears nothing more', async () => {
  const { profiles } = createStores(openDatabase().database);
  const profile = {
    id: 'p1',
    provider: 'openai',
    base_url: 'https://example.org',
    model: 'm',
    key_place: 'session' as const,
  };
  const first = vi.fn();
  const stop = profiles.list().subscribe(first);
  const second = watched(profiles.list());
  await expect.poll(() => first.mock.calls.length).toBe(1);
  stop();
  await profiles.save(profile);
  await expect.poll(() => second.at(-1)).toEqual([profile]);
  expect(first).toHaveBeenCalledTimes(1);
  expect(await profiles.get('p1')).toEqual(profile);
});

test('R12.7 opening a session reads no more journal rows than asked for', async () => {
  const { database } = openDatabase();
  const { sessions } = createStores(database);
  await openJournal(database, 's1', () => undefined).transact(async (transaction) => {
    for (let n = 0; n < 300; n++) await transaction.append(said(String(n)));
  });
  const read: number[] = [];
  const many = database.rows.many.bind(database.rows);
  vi.spyOn(database.rows, 'many').mockImplementation((source, schema, rows) => {
    read.push(rows.length);
    return many(source, schema, rows);
  });
  const seen = watched(sessions.journal('s1', 50));
  await expect.poll(() => seen.at(-1)?.length).toBe(50);
  expect(seen.at(-1)?.at(-1)?.seq).toBe(300);
  expect(await openJournal(database, 's1', () => undefined).messages(20)).toHaveLength(20);
  expect(Math.max(...read)).toBe(50);
});

test('R9.5 to-dos are listed in their own order without the removed ones', async () => {
  const { todos } = createStores(openDatabase().database);
  const seen = watched(todos.list());
  for (const each of [todo('b', 2), todo('a', 1), todo('gone', 0, at)]) await todos.save(each);
  await expect.poll(() => seen.at(-1)).toEqual([todo('a', 1), todo('b', 2)]);
  expect(await todos.get('gone')).toEqual(todo('gone', 0, at));
});

test('R9.6 calendar entries are listed by their start', async () => {
  const { entries } = createStores(openDatabase().database);
  const entry = (id: string, start: string, deleted_at: string | null = null) => ({
    ...{ id, title: id, start, end: '2026-02-01T00:00:00.000Z', all_day: false, zone: 'UTC', place: '', notes: '' },
    ...{ reminder: null, session_id: null, created_at: at, updated_at: at, deleted_at },
    ...singleEntryFields(),
  });
  const seen = watched(entries.list());
  await entries.save(entry('late', '2026-01-03T10:00:00.000Z'));
  await entries.save(entry('early', '2026-01-02T10:00:00.000Z'));
  await entries.save(entry('gone', '2026-01-01T10:00:00.000Z', at));
  await expect.poll(() => seen.at(-1)?.map(({ id }) => id)).toEqual(['early', 'late']);
  expect((await entries.get('gone'))?.deleted_at).toBe(at);
});

test('R9.6 entries of before there was repetition take place once', async () => {
  const { database } = openDatabase();
  const old = {
    id: 'old',
    title: 'old',
    start: '2026-01-02',
    end: '2026-01-02',
    all_day: true,
    zone: 'UTC',
    place: '',
  };
  const rest = { notes: '', reminder: null, session_id: null, created_at: at, updated_at: at, deleted_at: null };
  await database.table('entries').put({ ...old, ...rest });
  expect(await createStores(database).entries.get('old')).toEqual({ ...old, ...rest, ...singleEntryFields() });
});

test('R9.6 several entries are saved all or none', async () => {
  const { entries } = createStores(openDatabase().database);
  const entry = (id: string) => ({
    ...{ id, title: id, start: at, end: '2026-02-01T00:00:00.000Z', all_day: false, zone: 'UTC', place: '', notes: '' },
    ...{ reminder: null, session_id: null, created_at: at, updated_at: at, deleted_at: null },
    ...singleEntryFields(),
  });
  const unstorable = { ...entry('b'), notes: (() => '') as unknown as string };
  await expect(entries.saveAll([entry('a'), unstorable])).rejects.toThrow();
  expect(await entries.get('a')).toBeUndefined();
  await entries.saveAll([entry('a'), entry('b')]);
  expect([(await entries.get('a'))?.id, (await entries.get('b'))?.id]).toEqual(['a', 'b']);
});

test('R9.7 files are listed without their content, which is had one by one', async () => {
  const { database } = openDatabase();
  const { files } = createStores(database);
  const file = {
    ...{ id: 'f1', session_id: 's1', name: 'a.txt', mime: 'text/plain', size: 5, content: 'hello' },
    ...{ kind: 'file' as const, source: null, created_at: at, deleted_at: null },
  };
  await openJournal(database, 's1', () => undefined).transact(({ stores }) => stores.files.put(file));
  const seen = watched(files.list('s1'));
  const { content, ...head } = file;
  await expect.poll(() => seen.at(-1)).toEqual([head]);
  expect((await files.get('f1'))?.content).toBe(content);
  expect(await files.get('f2')).toBeUndefined();
});

test('R2.9 templates are listed newest first, and a removed one comes back when it is saved again', async () => {
  const { templates } = createStores(openDatabase().database);
  const template = (id: string, created_at: string) => ({
    ...{ id, name: id, description: '', created_at },
    plan: emptyPlan('p', '{{city}}', at),
  });
  const [older, newer] = [template('b', '2026-01-01T10:00:00.000Z'), template('a', '2026-01-02T10:00:00.000Z')];
  const seen = watched(templates.list());
  await templates.save(older);
  await templates.save(newer);
  await expect.poll(() => seen.at(-1)).toEqual([newer, older]);
  await templates.remove('a');
  await expect.poll(() => seen.at(-1)).toEqual([older]);
  await templates.save(newer);
  await expect.poll(() => seen.at(-1)).toEqual([newer, older]);
});

test('settings are the defaults until saved, and what an older version did not know is filled in', async () => {
  const { database } = openDatabase();
  const { settings } = createStores(database);
  expect(await settings.get()).toEqual(defaultSettings);
  const seen = watched(settings.watch());
  await settings.change((stored) => ({ ...stored, theme: 'dark' }));
  await expect.poll(() => seen.at(-1)?.theme).toBe('dark');
  await database.settings.put({ language: 'zh', limits: { max_steps: 7 } } as Settings, 'settings');
  expect(await settings.get()).toEqual({
    ...defaultSettings,
    language: 'zh',
    thoroughness: 'careful',
    limits: { ...defaultSettings.limits, max_steps: 7 },
  });
});

test('R9.12 of two changes of the settings at once, none is lost', async () => {
  const { database } = openDatabase();
  const { settings } = createStores(database);
  const [, last] = await Promise.all([
    settings.change((stored) => ({ ...stored, theme: 'dark' })),
    settings.change((stored) => ({ ...stored, language: 'zh' })),
  ]);
  expect(last).toEqual({ ...defaultSettings, theme: 'dark', language: 'zh' });
  expect(await settings.get()).toEqual(last);
});

test('R12.4 a record that cannot be read is left out, reported once and left where it is', async () => {
  const { database, faults } = openDatabase();
  const { todos, sessions, settings } = createStores(database);
  await database.todos.put({ id: 'bad', position: 1 } as Todo);
  await todos.save(todo('good', 2));
  const seen = watched(todos.list());
  await expect.poll(() => seen.at(-1)).toEqual([todo('good', 2)]);
  expect(await todos.get('bad')).toBeUndefined();
  expect(await openJournal(database, 's1', () => undefined).transact(({ stores }) => stores.todos.all())).toEqual([
    todo('good', 2),
  ]);
  await database.journal.put({ session_id: 's1', seq: 7 } as never);
  expect(await sessions.wholeJournal('s1')).toEqual([]);
  await database.settings.put({ theme: 'purple' } as never, 'settings');
  expect(await settings.get()).toEqual(defaultSettings);
  expect(faults).toEqual([
    { code: 'damaged', table: 'todos', key: 'bad' },
    { code: 'damaged', table: 'journal', key: 's1/7' },
    { code: 'damaged', table: 'settings', key: '' },
  ]);
  expect(await database.todos.count()).toBe(2);
});

test('R12.7 however many changes come within a beat, a watched query runs once for them, and ends with the latest', async () => {
  const { database } = openDatabase();
  const { settings } = createStores(database);
  await settings.get();
  const everAfter = 1e9;
  const atTheBeat: (() => void)[] = [];
  const { setTimeout: set } = globalThis;
  const held = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) =>
      (ms ?? 0) > 1e6 ? atTheBeat.push(work) : set(work, ms)) as typeof setTimeout);
  onTestFinished(() => held.mockRestore());
  let queries = 0;
  const seen = watched(
    observableQuery(async () => {
      queries += 1;
      return (await settings.get()).limits.max_steps;
    }, everAfter),
  );
  await expect.poll(() => seen.length).toBe(1);
  for (let n = 1; n <= 30; n += 1)
    await settings.change((before) => ({ ...before, limits: { ...before.limits, max_steps: n } }));
  await expect.poll(() => atTheBeat.length).toBe(1);
  expect([queries, seen.length]).toEqual([1, 1]);
  atTheBeat[0]?.();
  await expect.poll(() => seen).toEqual([expect.any(Number), 30]);
  expect(queries).toBe(2);
});
