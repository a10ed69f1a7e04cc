import { expect, test, vi } from 'vitest';
import { requestPersistence } from '../../../src/browser/files/storage-quota.ts';

const storage = (persisted: boolean, granted: () => Promise<boolean>) =>
  ({ persisted: async () => persisted, persist: granted }) as unknown as StorageManager;

test('R12.4 persistence is asked for once: not where it has been granted', async () => {
  const granted = vi.fn(async () => true);
  expect(await requestPersistence(storage(false, granted))).toBe(true);
  expect(await requestPersistence(storage(true, granted))).toBe(true);
  expect(granted).toHaveBeenCalledTimes(1);
});

test('R12.4 a refusal, a fault and a browser without it are all a no', async () => {
  expect(await requestPersistence(storage(false, async () => false))).toBe(false);
  expect(await requestPersistence(storage(false, () => Promise.reject(new Error('no'))))).toBe(false);
  expect(await requestPersistence(undefined)).toBe(false);
});
