import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { fillDatabase } from '../../fixtures/released/fill-database.ts';
import { createDatabase, dumpDatabase } from '../../fixtures/released/raw-database.ts';
import { readStores } from '../../fixtures/released/read-stores.ts';
import { everyReleased, fileOf } from '../../fixtures/released/released.ts';
import { openDatabase } from './open-database.ts';

test('R12.2 what is kept of a release has a row in every store', () => {
  const empty = everyReleased().flatMap(({ version, raw }) =>
    raw.stores.flatMap(({ name, rows }) => (rows.length === 0 ? [`${name} of version ${version}`] : [])),
  );
  expect(empty).toEqual([]);
  expect(everyReleased().map(({ version }) => version)).toContain(6);
});

test('R12.2 what fills a database for the next release fills every store', async () => {
  const { database, faults, name } = openDatabase();
  await fillDatabase(database);
  const version = database.verno;
  for (const table of database.tables) expect(await table.count(), table.name).toBeGreaterThan(0);
  expect(faults).toEqual([{ code: 'damaged', table: 'todos', key: 'todo_broken' }]);
  const wanted = process.env.WRITE_RELEASED && !existsSync(fileOf(version));
  if (!wanted) return;
  const read = await readStores(createStores(database));
  writeFileSync(fileOf(version), `${JSON.stringify({ version, raw: await dumpDatabase(name), read })}\n`);
});

test.each(everyReleased())(
  'R12.2, R12.4 a database that the release of version $version wrote opens with all it holds, store by store',
  async ({ raw, read, version }) => {
    const name = `cairn-released-${version}`;
    await createDatabase({ name, raw });
    const { database, faults } = openDatabase(name);
    const now = await readStores(createStores(database));
    for (const [store, held] of Object.entries(read)) expect(now[store], store).toEqual(held);
    const rowsOf = (store: string) => raw.stores.find((each) => each.name === store)?.rows.map(({ value }) => value);
    expect(await database.damaged.toArray()).toEqual(rowsOf('damaged'));
    expect(await database.handles.toArray()).toEqual(rowsOf('handles'));
    expect(await database.fences.toArray()).toEqual(rowsOf('fences'));
    expect(faults).toEqual([]);
  },
);
