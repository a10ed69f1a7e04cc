import { join } from 'node:path';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test } from './support/test.ts';

const fill = async () => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('cairn');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('The database could not be opened.'));
  });
  const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
  const store = database.transaction('sessions', 'readwrite').objectStore('sessions');
  const rows: [string, string | null][] = [
    ...Array.from({ length: 20 }, (_, at): [string, null] => [`live ${at}`, null]),
    ['old', days(31)],
    ['recent', days(29)],
  ];
  const usual = { plan_status: null, steps_ended: 0, steps_total: 0, created_at: days(40), updated_at: days(40) };
  for (const [id, deleted_at] of rows) store.put({ ...usual, id, title: id, deleted_at });
  await new Promise((resolve) => (store.transaction.oncomplete = resolve));
  database.close();
};

for (const kind of ['private', 'persistent'] as const)
  test(`the bin at start, ${kind} window`, async ({ launch, folder }) => {
    const isPrivate = kind === 'private';
    const { open } = await launch({ isPrivate, profile: isPrivate ? null : join(folder, 'profile') });
    const app = await open();
    await app.goOnWithoutKey();
    await keptOffline(app).catch(() => undefined);
    await app.evaluate(fill);
    await app.reload();
    await expect
      .poll(async () => (await app.tables()).sessions!.map(({ id }) => String(id)).includes('old'), { timeout: 20_000 })
      .toBe(false);
    const left = (await app.tables()).sessions!.map(({ id }) => String(id));
    expect(left.filter((id) => id.startsWith('live'))).toHaveLength(20);
    expect(left).toContain('recent');
  });
