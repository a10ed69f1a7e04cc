import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { currentValue } from '../../../src/ports/observable.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { databaseV1 } from '../../fixtures/database-v1.ts';
import { olderDatabases } from '../../fixtures/older-databases.ts';
import { openDatabase } from './open-database.ts';

const versionOf = async (name: string) => (await indexedDB.databases()).find((each) => each.name === name)?.version;

test('R12.4 a tab whose database is upgraded by a newer version gives way, says so and stays closed', async () => {
  const { database, faults, name } = openDatabase();
  await database.open();
  const newer = new Dexie(name);
  newer.version(8).stores({ sessions: 'id' });
  await newer.open();
  expect(faults).toEqual([{ code: 'outdated' }]);
  await expect(createStores(database).settings.get()).rejects.toThrow();
  newer.close();
});

test('R12.4 a database of a newer version is not touched', async () => {
  const name = 'cairn-from-the-future';
  const newer = new Dexie(name);
  newer.version(8).stores({ sessions: 'id, listed_at' });
  await newer.open();
  newer.close();
  const { database, faults } = openDatabase(name);
  await expect(createStores(database).settings.get()).rejects.toThrow();
  expect(faults).toEqual([{ code: 'outdated' }]);
  expect(await versionOf(name)).toBe(80);
});

test('R12.4 an upgrade that another tab holds up is reported', async () => {
  const name = 'cairn-held';
  const older = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name, 1);
    request.onsuccess = () => resolve(request.result);
  });
  const { database, faults } = openDatabase(name);
  const opening = database.open();
  await expect.poll(() => faults).toEqual([{ code: 'blocked' }]);
  older.close();
  await opening;
});

test.each(olderDatabases)('R12.2 a database of version $version opens with all it holds', async (older) => {
  const { version, tables, rows } = older;
  const name = `cairn-of-version-${version}`;
  const before = new Dexie(name);
  before.version(version).stores(tables);
  for (const [table, all] of Object.entries(rows)) if (tables[table]) await before.table(table).bulkPut([...all]);
  await before.table('settings').put(databaseV1.settings, 'settings');
  before.close();

  const { database, faults } = openDatabase(name);
  const stores = createStores(database);
  expect(await stores.settings.get()).toMatchObject({ theme: 'dark', thoroughness: 'careful' });
  for (const [table, all] of Object.entries(rows))
    if (table !== 'runs') expect(await database.table(table).toArray()).toEqual(all);
  expect(await stores.sessions.run('s1')).toMatchObject({ phase: 'paused', plan: { goal: 'Keep me' } });
  expect((await currentValue(stores.sessions.journal('s1', 10))).map(({ seq }) => seq)).toEqual([1]);
  expect((await stores.profiles.get('main'))?.model).toBe('m');
  expect(await currentValue(stores.templates.list())).toHaveLength(rows.templates?.length ?? 0);
  expect([database.verno, await versionOf(name), faults]).toEqual([7, 70, []]);
});

test('R5.5, R12.2 what the calls of older sessions have used is counted from their records', async () => {
  const name = 'cairn-uncounted';
  const { tables } = olderDatabases.find(({ version }) => version === 4) ?? { tables: {} };
  const before = new Dexie(name);
  before.version(4).stores(tables);
  const session = { id: 's1', title: '', plan_status: null, steps_ended: 0, steps_total: 0, deleted_at: null };
  await before.table('sessions').put({ ...session, created_at: '', updated_at: '', listed_at: '' });
  const usages = [{ input: 10, output: 2, estimated: false }, null, { input: 5, output: 1, estimated: true }];
  const replies = usages.map((usage) => ({
    ...{ type: 'model_reply', purpose: 'thought', reply: { text: '', calls: [], finish: 'stop', usage } },
  }));
  const lines = [{ type: 'resume' }, ...replies].map((body, n) => ({ seq: n + 1, session_id: 's1', body }));
  await before.table('journal').bulkPut(lines);
  before.close();
  const stores = createStores(openDatabase(name).database);
  expect(await currentValue(stores.sessions.used('s1'))).toEqual({
    ...{ calls: 3, input: 15, output: 3, estimated: true, cost: 0, unpriced: 3 },
  });
  expect(await stores.sessions.usedInAll()).toMatchObject({ calls: 3 });
  const opened = openDatabase(name).database;
  await opened.table('sessions').put({ ...(await opened.table('sessions').get('s1')), id: 'demo_1' });
  expect(await stores.sessions.usedInAll()).toMatchObject({ calls: 3 });
  expect(await currentValue(stores.sessions.used('unknown'))).toMatchObject({ calls: 0 });
});

test('R12.2 a deleted session that an older release left in the list is not listed', async () => {
  const { database } = openDatabase();
  const session = { title: '', plan_status: 'paused', steps_ended: 0, steps_total: 0, created_at: '', updated_at: '' };
  const listed_at = '2026-01-01T09:00:00.000Z';
  await database.table('sessions').bulkPut([
    { ...session, id: 'removed', deleted_at: '2026-01-01T10:00:00.000Z', listed_at },
    { ...session, id: 'kept', deleted_at: null, listed_at },
  ]);
  const { sessions } = createStores(database);
  const lists = [
    await currentValue(sessions.list(10)),
    await sessions.page(0, 1),
    await currentValue(sessions.unfinished(9)),
  ];
  expect(lists.map((list) => list.map(({ id }) => id))).toEqual([['kept'], ['kept'], ['kept']]);
  expect(await sessions.get('removed')).toMatchObject({ deleted_at: '2026-01-01T10:00:00.000Z' });
});

test('R12.2 the schema of version 7 is as released', async () => {
  const { database } = openDatabase();
  await database.open();
  const schema = database.tables.map((table) => [
    table.name,
    [table.schema.primKey.src, ...table.schema.indexes.map((index) => index.src)].join(', '),
  ]);
  expect(database.verno).toBe(7);
  expect(Object.fromEntries(schema)).toEqual({
    sessions: 'id, listed_at, deleted_at',
    versions: '[session_id+n], [session_id+seq+n]',
    fences: 'session_id',
    journal: '[session_id+seq], &effect, intent, [session_id+body.type+seq]',
    todos: 'id, position',
    entries: 'id, start',
    files: 'id, session_id',
    contents: 'id',
    settings: '',
    profiles: 'id',
    templates: 'id, created_at',
    notes: 'id, updated_at',
    due_runs: 'id, next_at',
    damaged: 'place',
    handles: '',
    replicas: 'session_id',
    shadows: 'place, waiting',
  });
});
