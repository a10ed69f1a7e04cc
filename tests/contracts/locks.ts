import { describe, expect, test } from 'vitest';
import type { Locks } from '../../src/ports/locks.ts';

/** `tabs` are two tabs of one browser. */
export function locksContract(name: string, make: () => { tabs: [Locks, Locks] }): void {
  describe(`${name} keeps the contract of Locks`, () => {
    test('R12.3 one holder at a time across tabs', async () => {
      const [here, there] = make().tabs;
      const release = await here.take('s1');
      expect(release).not.toBeNull();
      expect(await there.take('s1')).toBeNull();
      expect(await here.take('s1')).toBeNull();
      release?.();
      await expect.poll(() => there.take('s1')).not.toBeNull();
    });

    test('R12.3 locks of different names do not hinder each other', async () => {
      const [here, there] = make().tabs;
      expect(await here.take('s1')).not.toBeNull();
      expect(await there.take('s2')).not.toBeNull();
    });
  });
}
