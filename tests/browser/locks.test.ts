import { expect, test } from 'vitest';
import { WebLocks } from '../../src/browser/locks.ts';
import { locksContract } from '../contracts/locks.ts';

/** The part of the Web Locks standard that is used here: `ifAvailable`, exclusive, released when the callback's promise settles. */
function lockManager(): LockManager {
  const held = new Set<string>();
  const request = async (
    name: string,
    options: LockOptions,
    callback: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    if (!options.ifAvailable || held.has(name)) return callback(null);
    held.add(name);
    try {
      return await callback({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { request, query: async () => ({}) } as LockManager;
}

locksContract('the Web Locks', () => {
  const manager = lockManager();
  return { tabs: [new WebLocks(manager), new WebLocks(manager)] };
});

test('a browser that refuses locks says so', async () => {
  const manager = { request: async () => Promise.reject(new Error('SecurityError')) } as unknown as LockManager;
  await expect(new WebLocks(manager).take('s1')).rejects.toThrow('SecurityError');
});
