import { expect, test, vi } from 'vitest';
import { createLazyLoader } from '../../../src/values/lazy-loader.ts';

test('a part is loaded once, and one that could not be had is tried again', async () => {
  const load = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(7);
  const part = createLazyLoader(load);
  await expect(Promise.allSettled([part(), part()])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect([await part(), await part()]).toEqual([7, 7]);
  expect(load).toHaveBeenCalledTimes(2);
});
