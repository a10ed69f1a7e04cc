import { describe, expect, test } from 'vitest';
import { enforcesConditionalWrites } from '../../src/devices/connect-space.ts';
import type { ReplicaStore } from '../../src/ports/replica-store.ts';

/** Resolves once the clock has reached another millisecond, for stores that use times as tags. */
async function anotherInstant(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * `make` returns an empty store, and is called once for each test; `second` is another device's access to the same
 * data.
 */
export function replicaStoreContract(
  name: string,
  make: () => Promise<{ store: ReplicaStore; second: ReplicaStore }>,
): void {
  describe(`${name} keeps the contract of ReplicaStore`, () => {
    test('a piece is there for the other device, and stays what it was first', async () => {
      const { store, second } = await make();
      await store.push('a1', 'first 你好');
      await store.push('a1', 'second');
      expect(await second.piece('a1')).toBe('first 你好');
      expect(await second.piece('a2')).toBeNull();
      expect([await second.exists('a1'), await second.exists('a2')]).toEqual([true, false]);
    });

    test('a document is moved from state to state, and its tag names the state', async () => {
      const { store, second } = await make();
      expect(await store.pull('head')).toBeNull();
      const first = await store.move('head', 'one', null);
      expect(await second.pull('head')).toMatchObject({ body: 'one', tag: first, others: [] });
      expect(await second.state('head', first!)).toBe('one');
      const next = await second.move('head', 'two', first);
      expect(next).not.toBeNull();
      expect(next).not.toBe(first);
      expect(await store.pull('head')).toMatchObject({ body: 'two', tag: next });
    });

    test('a move from a state that is over is refused and changes nothing', async () => {
      const { store, second } = await make();
      const first = await store.move('head', 'one', null);
      await second.move('head', 'two', first);
      expect(await store.move('head', 'late', first)).toBeNull();
      expect(await store.move('head', 'again', null)).toBeNull();
      expect(await store.pull('head')).toMatchObject({ body: 'two' });
    });

    test('of twenty creations and of twenty moves at once exactly one succeeds', async () => {
      const { store, second } = await make();
      const either = (n: number) => (n % 2 ? store : second);
      const all = Array.from({ length: 20 }, (_, n) => n);
      const created = await Promise.all(all.map((n) => either(n).move('head', `created by ${n}`, null)));
      const [tag, ...more] = created.filter((each) => each !== null);
      expect(tag).toBeDefined();
      expect(more).toEqual([]);
      expect((await store.pull('head'))?.body).toBe(`created by ${created.indexOf(tag!)}`);
      const moved = await Promise.all(all.map((n) => either(n).move('head', `moved by ${n}`, tag!)));
      expect(moved.filter((each) => each !== null)).toHaveLength(1);
      expect((await store.pull('head'))?.body).toBe(`moved by ${moved.findIndex((each) => each !== null)}`);
    });

    test('a document is removed from the state that is named only, and may be created again', async () => {
      const { store, second } = await make();
      const first = await store.move('one', 'a', null);
      const next = await store.move('one', 'b', first);
      expect(await second.remove('one', first!)).toBe(false);
      expect((await store.pull('one'))?.body).toBe('b');
      expect(await second.remove('one', next!)).toBe(true);
      expect(await second.remove('one', next!)).toBe(false);
      expect(await store.pull('one')).toBeNull();
      expect(await store.move('one', 'c', null)).not.toBeNull();
    });

    test('a dropped piece is gone, and one that is not there is no fault', async () => {
      const { store, second } = await make();
      await store.push('a1', 'first');
      await second.drop('a1');
      await second.drop('a1');
      expect(await store.piece('a1')).toBeNull();
    });

    test('the changes after a mark are the documents moved since, pieces apart', async () => {
      const { store, second } = await make();
      await store.push('piece', 'x');
      const one = await store.move('one', 'a', null);
      await store.move('two', 'b', null);
      const first = await second.changes(null);
      expect([...first.moved.keys()].sort()).toEqual(['one', 'two']);
      expect(first.moved.get('one')).toBe(one);
      expect((await second.changes(first.since)).moved.size).toBe(0);
      await anotherInstant();
      await store.move('one', 'c', one);
      expect([...(await second.changes(first.since)).moved.keys()]).toEqual(['one']);
    });

    test('a watcher is woken by a change of the other device, and ends when it is aborted', async () => {
      const { store, second } = await make();
      await store.move('one', 'a', null);
      const { since } = await second.changes(null);
      const woken = second.watch(since, new AbortController().signal);
      await store.move('two', 'b', null);
      await woken;
      expect([...(await second.changes(since)).moved.keys()]).toEqual(['two']);
      const over = new AbortController();
      const rest = second.watch((await second.changes(null)).since, over.signal);
      over.abort(new Error('over'));
      await expect(rest).rejects.toThrow();
    });

    test('the probe finds that it enforces conditions', async () => {
      const { store } = await make();
      expect(await enforcesConditionalWrites(store, 'probe')).toBe(true);
    });

    test('after clear, nothing is left', async () => {
      const { store, second } = await make();
      await store.push('p', 'x');
      await store.move('one', 'a', null);
      await store.clear();
      expect(await second.pull('one')).toBeNull();
      expect(await second.piece('p')).toBeNull();
    });
  });
}
