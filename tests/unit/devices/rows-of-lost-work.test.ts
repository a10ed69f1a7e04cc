import { expect, test, vi } from 'vitest';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { contentHash } from '../../../src/values/content-hash.ts';
import type { Todo } from '../../../src/records/todo.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';
import { aDevice, at, makeSpace, record, said, session, texts, todo, type ADevice } from './a-device.ts';

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 10 });
const upToDate = (device: ADevice) => until(() => expect(device.states.at(-1)?.kind).toBe('up_to_date'));
const edited = 'edited by hand for a week';

/** Saves a to-do as a tool of the session s1 would, with the line that says so. */
async function write(device: ADevice, change: Partial<Todo> = {}) {
  const row = todo('cake', { session_id: 's1', notes: 'by a tool', ...change });
  await device.stores.todos.save(row);
  const written = [{ store: 'todos', id: 'cake', change: 'put', hash: contentHash(row) } as const];
  await record(device, 's1', {
    ...{ session_id: 's1', task_id: null, step_id: null, at, effect: 's1/t/1' },
    body: {
      ...{ type: 'tool_result', call: 'c', tool: 'todo', input: {}, retry_at: '' },
      result: toolSuccess('Added', { written }),
    },
  });
}

/**
 * A laptop turned off while a session is on a phone too; `back` connects it again, as the same device or as a new one.
 */
async function turnedOff() {
  const server = new MemoryReplica();
  const space = await makeSpace(server);
  const [laptop, phone] = [await aDevice(server, space, 'laptop'), await aDevice(server, space, 'phone')];
  await laptop.stores.sessions.create(session('s1'));
  await record(laptop, 's1', said('s1', 'one'));
  const runs = laptop.sync.run();
  void phone.sync.run();
  await until(async () => expect(await texts(phone, 's1')).toEqual(['one']));
  await upToDate(laptop);
  laptop.sync.stop();
  await runs;
  const goOn = async () => {
    await phone.sync.takeOver('s1');
    await record(phone, 's1', said('s1', 'there'));
    await until(async () => expect((await phone.log.sessionState('s1'))?.head?.seq).toBe(2));
  };
  const back = async (name = 'laptop') => {
    const again = await aDevice(server, space, name, { database: laptop.database });
    void again.sync.run();
    await upToDate(again);
    expect(again.branched).toEqual(['s1']);
    return again.stores.todos.get('cake');
  };
  return { laptop, goOn, back };
}

test.each([true, false])(
  'what a session wrote while its device was turned off for good stays, another device went on: %s',
  async (went) => {
    const { laptop, goOn, back } = await turnedOff();
    await laptop.log.forget();
    await write(laptop);
    if (went) await goOn();
    expect(await back('laptop-again')).toMatchObject({ notes: 'by a tool' });
  },
);

test('a row of lost work that the person has changed since stays', async () => {
  const { laptop, goOn, back } = await turnedOff();
  await write(laptop);
  await laptop.stores.todos.save(todo('cake', { session_id: 's1', notes: edited }));
  await goOn();
  expect(await back()).toMatchObject({ notes: edited });
});

test("the person's own row stays, though only lost work has changed it", async () => {
  const { laptop, goOn, back } = await turnedOff();
  await laptop.stores.todos.save(todo('cake', { notes: 'her own' }));
  await write(laptop, { session_id: null });
  await goOn();
  expect(await back()).toMatchObject({ notes: 'by a tool' });
});

test('a row that only lost work has written goes with it', async () => {
  const { laptop, goOn, back } = await turnedOff();
  await write(laptop);
  await goOn();
  expect(await back()).toBeUndefined();
});
