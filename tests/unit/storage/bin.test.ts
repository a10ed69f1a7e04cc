import { expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../../src/task/session.ts';
import { currentValue } from '../../../src/ports/observable.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from './open-database.ts';

const at = '2026-01-01T10:00:00.000Z';
const session = (id: string): Session => ({
  ...{ id, title: id, plan_status: null, steps_ended: 0, steps_total: 0 },
  ...{ created_at: at, updated_at: at, deleted_at: null },
});

/** As WebKit's IndexedDB in memory: for a range without a lower bound an index also gives rows whose value is null. */
function givesNulls(): void {
  const index = IDBIndex.prototype;
  const [getAll, getAllKeys] = [Reflect.get(index, 'getAll'), Reflect.get(index, 'getAllKeys')] as [
    IDBIndex['getAll'],
    IDBIndex['getAllKeys'],
  ];
  onTestFinished(() => void Object.assign(index, { getAll, getAllKeys }));
  const isOpen = (asked: unknown) => {
    const { query: range = asked } = (asked ?? {}) as { query?: unknown };
    return !(range instanceof IDBKeyRange) || range.lower === undefined;
  };
  index.getAllKeys = function (this: IDBIndex, ...asked) {
    return isOpen(asked[0]) ? this.objectStore.getAllKeys() : getAllKeys.apply(this, asked);
  };
  index.getAll = function (this: IDBIndex, ...asked) {
    return isOpen(asked[0]) ? this.objectStore.getAll() : getAll.apply(this, asked);
  };
}

test('R12.6 emptying the bin destroys what was removed only, also where an index gives rows whose value is null', async () => {
  const { database } = openDatabase();
  const stores = createStores(database);
  for (const id of ['live', 'brought back', 'old', 'recent']) await stores.sessions.create(session(id));
  for (const id of ['brought back', 'old']) await stores.sessions.remove(id, '2026-01-02T00:00:00.000Z');
  await stores.sessions.remove('brought back', null);
  await stores.sessions.remove('recent', '2026-02-02T00:00:00.000Z');
  givesNulls();
  await stores.bin.empty('2026-01-15T00:00:00.000Z');
  expect((await database.sessions.toCollection().primaryKeys()).sort()).toEqual(['brought back', 'live', 'recent']);
  expect((await currentValue(stores.sessions.removed())).map(({ id }) => id)).toEqual(['recent']);
});

test('R12.6 a session that is not in the bin is never destroyed', async () => {
  const { database } = openDatabase();
  const stores = createStores(database);
  await stores.sessions.create(session('live'));
  await database.files.add({ ...{ id: 'f1', session_id: 'live', name: 'a.txt' }, deleted_at: null } as never);
  expect(await stores.bin.destroy('live')).toBe(false);
  expect([await database.sessions.count(), await database.files.count()]).toEqual([1, 1]);
  await stores.sessions.remove('live', at);
  expect(await stores.bin.destroy('live')).toBe(true);
  expect([await database.sessions.count(), await database.files.count()]).toEqual([0, 0]);
});

const mark = { session_id: null, created_at: at, updated_at: at };
const removedAt = (deleted_at: string | null) => ({ ...mark, deleted_at });

/** A database with one removed thing of each kind, and one that is not removed. */
async function withThings() {
  const { database } = openDatabase();
  const stores = createStores(database);
  for (const id of ['live', 'gone']) await stores.sessions.create(session(id));
  await stores.sessions.remove('gone', at);
  const put = (table: 'todos' | 'entries' | 'notes' | 'files', row: object) => database[table].put(row as never);
  await put('todos', { id: 't1', title: 'Buy bread', position: 1, ...removedAt('2026-01-04T00:00:00.000Z') });
  await put('todos', { id: 't2', title: 'Stays', position: 2, ...removedAt(null) });
  await put('entries', { id: 'e1', title: 'Dentist', start: at, ...removedAt('2026-01-03T00:00:00.000Z') });
  await put('notes', { id: 'n1', title: 'Size 42', ...removedAt('2026-01-02T00:00:00.000Z') });
  const file = (id: string, name: string, session_id: string, deleted_at: string | null) =>
    put('files', { ...{ id, name, session_id, deleted_at, kind: 'file', created_at: at }, source: null });
  await file('f1', 'report.pdf', 'live', '2026-01-05T00:00:00.000Z');
  await file('f1_text', 'report.pdf.md', 'live', '2026-01-05T00:00:00.000Z');
  await file('f2', 'of-a-removed-session.md', 'gone', '2026-01-05T00:00:00.000Z');
  for (const id of ['f1', 'f1_text', 'f2']) await database.contents.put({ id, content: 'text' });
  return { database, stores, file };
}

test('R12.6 the bin lists removed to-dos, entries, notes and files, the latest first', async () => {
  const { stores } = await withThings();
  const things = await currentValue(stores.bin.things());
  expect(things.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'files: report.pdf',
    'todos: Buy bread',
    'entries: Dentist',
    'notes: Size 42',
  ]);
});

test('R12.6 each thing comes back from the bin, a file under a free name, and what is not there does not', async () => {
  const { database, stores, file } = await withThings();
  await file('f3', 'report.pdf', 'live', null);
  const later = '2026-01-06T00:00:00.000Z';
  for (const thing of await currentValue(stores.bin.things()))
    expect(await stores.bin.restore(thing, later)).toBe(true);
  expect(await currentValue(stores.bin.things())).toEqual([]);
  expect(await database.todos.get('t1')).toMatchObject({ deleted_at: null, updated_at: later });
  expect((await database.files.get('f1'))?.name).toBe('report (2).pdf');
  expect(await database.files.get('f1_text')).toMatchObject({ deleted_at: null, name: 'report (2).pdf.md' });
  expect(await stores.bin.restore({ kind: 'todos', id: 't2' }, later)).toBe(false);
  expect(await stores.bin.restore({ kind: 'todos', id: 'nowhere' }, later)).toBe(false);
});

test('R12.6 a thing is destroyed for good only while it is in the bin, a file with its text', async () => {
  const { database, stores } = await withThings();
  expect(await stores.bin.destroyThing({ kind: 'todos', id: 't2' })).toBe(false);
  expect(await stores.bin.destroyThing({ kind: 'todos', id: 't1' })).toBe(true);
  expect(await stores.bin.destroyThing({ kind: 'files', id: 'f1' })).toBe(true);
  expect(await database.todos.toCollection().primaryKeys()).toEqual(['t2']);
  expect(await database.files.toCollection().primaryKeys()).toEqual(['f2']);
  expect(await database.contents.toCollection().primaryKeys()).toEqual(['f2']);
});
