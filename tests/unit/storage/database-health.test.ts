import { expect, onTestFinished, test, vi } from 'vitest';
import type { StorageError } from '../../../src/ports/storage-health.ts';
import { CairnDatabase } from '../../../src/storage/database.ts';
import { DatabaseHealth } from '../../../src/storage/database-health.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { webStorage } from '../../../src/browser/web-storage.ts';

const at = '2026-01-01T10:00:00.000Z';
const session = (id: string) => ({
  ...{ id, title: id, plan_status: null, steps_ended: 0, steps_total: 0 },
  ...{ created_at: at, updated_at: at, deleted_at: null },
});
const switchedOff = () =>
  webStorage(() => {
    throw new Error('switched off');
  });
const never = () => new Promise<void>(() => undefined);
let count = 0;

function care(mark = switchedOff(), name = `cared-${++count}`, wait: (ms: number) => Promise<void> = never) {
  let report: (fault: StorageError) => void = () => undefined;
  const storage = new DatabaseHealth({
    mark,
    wait,
    database: (told, expected) => {
      report = told;
      return new CairnDatabase(told, name, expected);
    },
  });
  onTestFinished(() => storage.database.close());
  let present: readonly StorageError[] = [];
  onTestFinished(storage.faults.subscribe((list) => (present = list)));
  return {
    storage,
    stores: createStores(storage.database),
    mark,
    name,
    report: (t: StorageError) => report(t),
    present: () => present,
  };
}

const removed = (name: string) =>
  new Promise<void>((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = () => resolve();
  });

test('R12.4 a database that is not there any more is not made anew, start after start, until the person says so', async () => {
  const first = care();
  expect(await first.storage.open()).toBeNull();
  await first.stores.sessions.create(session('s1'));
  await expect.poll(() => first.mark.getItem('cairn.stored')).not.toBeNull();
  first.storage.database.close();
  await removed(first.name);

  const second = care(first.mark, first.name);
  expect(await second.storage.open()).toEqual({ code: 'gone' });
  await expect(second.stores.settings.get()).rejects.toThrow();
  expect(second.present()).toEqual([{ code: 'gone' }]);
  const third = care(first.mark, first.name);
  expect(await third.storage.open()).toEqual({ code: 'gone' });
  expect((await indexedDB.databases()).filter(({ name }) => name === first.name)).toEqual([]);

  third.storage.allowNewDatabase();
  expect(await care(first.mark, first.name).storage.open()).toBeNull();
});

test('R12.4 a database without sessions may be gone without a word', async () => {
  const first = care();
  await first.storage.open();
  first.storage.database.close();
  await removed(first.name);
  expect(await care(first.mark, first.name).storage.open()).toBeNull();
});

test('R12.4 a tab whose database is deleted by another one says so and makes no new one', async () => {
  const { storage, stores, name, present } = care();
  await storage.open();
  await removed(name);
  expect(present()).toEqual([{ code: 'gone' }]);
  await expect(stores.sessions.create(session('s1'))).rejects.toThrow();
  expect((await indexedDB.databases()).filter((each) => each.name === name)).toEqual([]);
});

test('R12.4 the gravest trouble stands first, each is told once, and a write that succeeds ends what hindered writing', async () => {
  const { storage, stores, report, present } = care();
  await storage.open();
  const damaged = { code: 'damaged', table: 'todos', key: 'a' } as const;
  report(damaged);
  report(damaged);
  report({ ...damaged, key: 'b' });
  report({ code: 'full' });
  report({ code: 'full' });
  report({ code: 'unavailable', detail: 'x' });
  expect(present().map(({ code }) => code)).toEqual(['unavailable', 'full', 'damaged', 'damaged']);
  await stores.sessions.create(session('s1'));
  expect(present().map(({ code }) => code)).toEqual(['damaged', 'damaged']);
});

test('R12.4 an opening that another tab holds up is told at once and goes on by itself', async () => {
  const name = 'cared-for-but-held';
  const older = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name, 1);
    request.onsuccess = () => resolve(request.result);
  });
  const { storage, present } = care(switchedOff(), name);
  expect(await storage.open()).toEqual({ code: 'blocked' });
  older.close();
  await storage.opened;
  expect(present()).toEqual([]);
});

test('R12.4 an opening that takes long is told', async () => {
  const { storage } = care(switchedOff(), 'cared-slowly', async () => undefined);
  expect(await storage.open()).toEqual({ code: 'slow' });
});

test('R12.4 starting afresh deletes all there is', async () => {
  const { storage, stores, mark, name } = care();
  await storage.open();
  await stores.sessions.create(session('s1'));
  await expect.poll(() => mark.getItem('cairn.stored')).not.toBeNull();
  expect(await storage.erase()).toBe('done');
  expect((await indexedDB.databases()).filter((each) => each.name === name)).toEqual([]);
  storage.allowNewDatabase();
  expect(mark.getItem('cairn.stored')).toBeNull();
});

test('R12.8 a deletion that another tab holds up goes on when that is closed', async () => {
  let isPatient = false;
  const { storage, name } = care(switchedOff(), undefined, () => (isPatient ? never() : Promise.resolve()));
  await storage.database.open();
  const older = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  expect(await storage.erase()).toBe('held');
  expect(await storage.erase()).toBe('held');
  isPatient = true;
  older.close();
  expect(await storage.erase()).toBe('done');
});

test('R12.8 a deletion that was begun is finished at the next start, which then begins anew', async () => {
  const first = care();
  await first.storage.open();
  await first.stores.sessions.create(session('s1'));
  first.storage.database.close();
  first.mark.setItem('cairn.stored', 'erasing');
  const second = care(first.mark, first.name);
  expect(await second.storage.open()).toBeNull();
  expect(await second.storage.database.sessions.count()).toBe(0);
  expect(first.mark.getItem('cairn.stored')).toBeNull();
});

test('R12.8 a deletion that the browser refuses is not tried again unasked', async () => {
  const { storage, stores, mark } = care();
  await storage.open();
  await stores.sessions.create(session('s1'));
  await expect.poll(() => mark.getItem('cairn.stored')).toBe('1');
  const refused = vi.spyOn(storage.database, 'delete').mockRejectedValue(new Error('damaged'));
  expect(await storage.erase()).toBe('refused');
  expect(mark.getItem('cairn.stored')).toBe('1');
  refused.mockRestore();
  expect(await storage.erase()).toBe('done');
});

test('R12.4 a browser that throws where IndexedDB is only named is answered as one that refuses to open it', async () => {
  const named = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')!;
  onTestFinished(() => void Object.defineProperty(globalThis, 'indexedDB', named));
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get });
  const { storage, present } = care();
  const refused = { code: 'unavailable', detail: expect.stringContaining('The operation is insecure.') as string };
  expect(await storage.open()).toEqual(refused);
  expect(present()).toEqual([refused]);
});

test('R12.4 what a store cannot read or write is reported, also where its caller does not look', async () => {
  const { storage, stores, present } = care();
  await storage.open();
  const refuse = (name: string) => () => {
    throw Object.assign(new Error('refused'), { name });
  };
  const reading = vi.spyOn(storage.database.todos, 'orderBy').mockImplementation(refuse('UnknownError'));
  const faults: unknown[] = [];
  onTestFinished(
    stores.todos.list().subscribe(
      () => undefined,
      (fault) => faults.push(fault),
    ),
  );
  await expect.poll(() => faults).toHaveLength(1);
  expect(present()).toEqual([{ code: 'unavailable', detail: 'refused' }]);
  reading.mockRestore();
  vi.spyOn(storage.database.sessions, 'add').mockImplementation(refuse('QuotaExceededError'));
  await expect(stores.sessions.create(session('s1'))).rejects.toThrow();
  expect(present().map(({ code }) => code)).toEqual(['unavailable', 'full']);
});
