import { expect, test, vi } from 'vitest';
import { mergeReplicaRecords, type ReplicaRecord } from '../../../src/ports/replica-record.ts';
import type { Todo } from '../../../src/records/todo.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { openLocalReplica } from '../../../src/storage/devices/local-replica.ts';
import { openDatabase } from '../storage/open-database.ts';
import { aDevice, at, makeSpace, todo, type ADevice } from './a-device.ts';

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 10 });
const hour = 3_600_000;

/** Two devices that have the to-do `cake`, one of them offline; `meet` lets the changes of both meet. */
async function apart({ phoneAhead = 0 } = {}) {
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  let now = Date.parse(at);
  const open = (name: string, database?: ADevice['database']) =>
    aDevice(server, space, name, {
      now: () => now + (name === 'phone' ? phoneAhead : 0),
      ...(database && { database }),
    });
  const [laptop, phone] = [await open('laptop'), await open('phone')];
  const runs = [laptop, phone].map(({ sync }) => sync.run());
  await laptop.stores.todos.save(todo('cake', { notes: 'round' }));
  await until(async () => expect(await phone.stores.todos.get('cake')).toBeTruthy());
  for (const { sync } of [laptop, phone]) sync.stop();
  await Promise.all(runs);
  const change = async ({ stores, log }: ADevice, changed: Partial<Todo>) => {
    now += hour;
    const known = (await stores.todos.get('cake')) ?? todo('cake');
    await stores.todos.save({ ...known, ...changed, updated_at: new Date(now).toISOString() });
    await log.records(['todos/cake']);
  };
  const meet = async () => {
    const again = [await open('laptop', laptop.database), await open('phone', phone.database)];
    for (const { sync } of again) void sync.run();
    await until(async () => {
      for (const { states, log } of again) {
        expect(states.at(-1)?.kind).toBe('up_to_date');
        expect(await log.unsentCount()).toBe(0);
      }
      const [mine, theirs] = await Promise.all(again.map(({ stores }) => stores.todos.get('cake')));
      expect(mine).toEqual(theirs);
      const shadows = await Promise.all(again.map(({ log }) => log.shadow('todos/cake')));
      expect(shadows[0]?.tag).toBe(shadows[1]?.tag);
    });
    return laptop.stores.todos.get('cake');
  };
  return { laptop, phone, change, meet };
}

test('notes of a to-do that were written on two devices are both kept, whatever a clock says', async () => {
  const { laptop, phone, change, meet } = await apart({ phoneAhead: 5 * hour });
  await change(phone, { title: 'Cake at 10', notes: 'Bring a box' });
  await change(laptop, { title: 'Chocolate cake', notes: 'Pay 24 EUR' });
  const met = await meet();
  expect(met?.notes.split('\n\n---\n\n').sort()).toEqual(['Bring a box', 'Pay 24 EUR']);
});

test('notes that were written on one device only take the place of what was there', async () => {
  const { laptop, phone, change, meet } = await apart();
  await change(laptop, { notes: 'square' });
  await change(phone, { done: true });
  expect(await meet()).toMatchObject({ notes: 'square', done: true });
});

/** The replicas of two databases, and a way to change the to-do `cake` in each, an hour later. */
async function replicas() {
  let now = Date.parse(at);
  const open = async (name: string) => {
    const { database } = openDatabase();
    await database.open();
    const log = openLocalReplica({ database, device: name, now: () => now, digest: async (text) => text });
    const change = async (changed: Partial<Todo>) => {
      now += hour;
      const updated_at = new Date(now).toISOString();
      await database.todos.put({ ...((await database.todos.get('cake')) ?? todo('cake')), ...changed, updated_at });
      const [found] = await log.records(['todos/cake']);
      if (!found) throw new Error('no record');
      return found;
    };
    const deleteForGood = async () => {
      now += hour;
      await database.todos.delete('cake');
      await log.records(['todos/cake']);
    };
    return { log, change, deleteForGood, notes: async () => (await database.todos.get('cake'))?.notes };
  };
  return { laptop: await open('laptop'), phone: await open('phone') };
}

test.each<[string, Partial<Todo>]>([
  ['only receives them', {}],
  ['changes another field', { done: true }],
])('notes that one device writes again stay single on one that %s, whatever older segment comes', async (_, own) => {
  const { laptop, phone } = await replicas();
  const first = await laptop.change({ notes: 'v1' });
  await phone.log.receive(await laptop.change({ notes: 'v2' }), 't2', null);
  if (own.done) await phone.change(own);
  await phone.log.receive(first, null, null);
  expect(await phone.log.unsentCount()).toBe(own.done ? 1 : 0);
  await phone.log.receive(await laptop.change({ notes: 'v3' }), 't3', null);
  expect(await phone.notes()).toBe('v3');
});

test('notes that came in a segment are not those of the device that received them', async () => {
  const { laptop, phone } = await replicas();
  await phone.log.receive(await laptop.change({ notes: 'v1' }), 't1', null);
  await phone.change({ done: true });
  await phone.log.receive(await laptop.change({ notes: 'v2' }), null, null);
  await phone.log.receive(await laptop.change({ notes: 'v3' }), 't3', null);
  expect(await phone.notes()).toBe('v3');
});

test('notes that a server put back to an older state are not written on two devices', async () => {
  const { laptop, phone } = await replicas();
  const first = await laptop.change({ notes: 'v1' });
  await phone.log.receive(await laptop.change({ notes: 'v2' }), 't2', null);
  await phone.log.receive(first, 't3', null);
  expect(await phone.log.unsentCount()).toBe(1);
  await phone.log.receive(await laptop.change({ notes: 'v3' }), 't4', null);
  expect(await phone.notes()).toBe('v3');
});

test('of notes on a device that has forgotten the exchange and on another, the later ones stay', async () => {
  const { laptop, phone } = await replicas();
  await phone.log.receive(await laptop.change({ notes: 'v1' }), 't1', null);
  await phone.log.forget();
  const later = await laptop.change({ notes: 'v2' });
  await phone.log.records(['todos/cake']);
  await phone.log.receive(later, 't2', null);
  expect(await phone.notes()).toBe('v2');
  await phone.log.forget();
  await phone.change({ notes: 'v3' });
  await phone.log.receive(later, 't2', null);
  expect(await phone.notes()).toBe('v3');
});

test('a to-do deleted for good stays away, though its notes were changed on two devices before', async () => {
  const { laptop, phone } = await replicas();
  const first = await laptop.change({ notes: 'v1' });
  await laptop.log.markSent(first, 't1');
  await phone.log.receive(first, 't1', null);
  const other = await phone.change({ notes: 'by the phone' });
  await laptop.change({ notes: 'by the laptop' });
  await laptop.change({ deleted_at: at });
  await laptop.deleteForGood();
  await laptop.log.receive(other, 't2', null);
  expect(await laptop.notes()).toBeUndefined();
});

test('an edit after a deletion that the device did not know of brings the row back', async () => {
  const { laptop, phone, change, meet } = await apart();
  await change(phone, { deleted_at: at });
  await change(laptop, { notes: 'her new number 555 1234' });
  expect(await meet()).toMatchObject({ notes: 'her new number 555 1234', deleted_at: null });
});

test('a row is still deleted if it was edited before, or only moved in its list since', async () => {
  const { laptop, phone, change, meet } = await apart();
  await change(laptop, { notes: 'triangular' });
  await change(phone, { deleted_at: at });
  await change(laptop, { position: 7 });
  expect(await meet()).toMatchObject({ notes: 'triangular', deleted_at: at });
});

test('a row that is changed while it is in the bin stays there', async () => {
  const { laptop, phone, change, meet } = await apart();
  await change(phone, { deleted_at: at });
  await change(phone, { notes: 'in the bin' });
  await change(laptop, { position: 7 });
  expect(await meet()).toMatchObject({ notes: 'in the bin', deleted_at: at });
});

test('it does not matter which record is merged into which', () => {
  const record = (fields: object, stamps: Record<string, string>): ReplicaRecord => ({
    ...{ kind: 'record', place: 'todos/cake', dead: null, stamps },
    fields: { ...fields },
  });
  const deleted = record({ title: 'a', deleted_at: at }, { title: '1', deleted_at: '2' });
  const edited = record({ title: 'b', deleted_at: null }, { title: '3', deleted_at: '1' });
  const merged = mergeReplicaRecords(deleted, edited);
  expect(merged).toMatchObject({ fields: { title: 'b', deleted_at: null }, stamps: { title: '3', deleted_at: '3' } });
  expect(mergeReplicaRecords(edited, deleted)).toEqual(merged);
  expect(mergeReplicaRecords(merged, deleted)).toEqual(merged);
});
