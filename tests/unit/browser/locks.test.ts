import { expect, test } from 'vitest';
import { WebLocks } from '../../../src/browser/locks.ts';
import { locksContract } from '../../contracts/locks.ts';

interface Place {
  start: () => void;
  robbed: (error: Error) => void;
}

/** The part of the Web Locks standard that is used here: exclusive locks with `signal` and `steal`. */
function lockManager(): LockManager {
  const queues = new Map<string, Place[]>();
  const request = (name: string, options: LockOptions, callback: (lock: Lock) => unknown): Promise<unknown> => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    const leave = (place: Place) => {
      const at = queue.indexOf(place);
      if (at >= 0) queue.splice(at, 1);
      if (at === 0) queue[0]?.start();
    };
    return new Promise((resolve, reject) => {
      const place: Place = {
        start: () =>
          void Promise.resolve(callback({ name, mode: 'exclusive' })).then((value) => {
            leave(place);
            resolve(value);
          }),
        robbed: reject,
      };
      options.signal?.addEventListener('abort', () => {
        if (queue[0] === place || !queue.includes(place)) return;
        leave(place);
        reject(new DOMException('stopped waiting', 'AbortError'));
      });
      if (options.steal) {
        const [holder] = queue.splice(0, 1, place);
        holder?.robbed(new DOMException('stolen', 'AbortError'));
      } else queue.push(place);
      if (queue[0] === place) place.start();
    });
  };
  const query = async () => ({
    held: [...queues].flatMap(([name, { length }]) => (length > 0 ? [{ name }] : [])),
  });
  return { request, query } as LockManager;
}

locksContract('the Web Locks', () => {
  const manager = lockManager();
  return { tabs: [new WebLocks(manager), new WebLocks(manager)] };
});

test('R12.3 a browser that refuses locks grants them all, like one that has none, and gives up waiting when told to', async () => {
  const manager = { request: async () => Promise.reject(new Error('SecurityError')) } as unknown as LockManager;
  const locks = new WebLocks(manager);
  const lost = () => expect.unreachable('nothing was held');
  const stop = new AbortController();
  const release = await locks.take('s1', { signal: stop.signal, lost });
  expect(release).toBeTypeOf('function');
  release?.();
  (await locks.seize('s1', lost))();
  stop.abort();
  expect(await locks.take('s1', { signal: stop.signal, lost })).toBeNull();
});
