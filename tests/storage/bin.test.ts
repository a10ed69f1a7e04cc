import { expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../src/domain/record/session.ts';
import { firstOf } from '../../src/ports/live.ts';
import { createStores } from '../../src/storage/stores/stores.ts';
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
  expect((await firstOf(stores.sessions.removed())).map(({ id }) => id)).toEqual(['recent']);
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
