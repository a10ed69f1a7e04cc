import { describe, expect, test } from 'vitest';
import type { Locks } from '../../src/ports/locks.ts';

/** Tests the contract; `tabs` are two tabs of one browser. */
export function locksContract(name: string, make: () => { tabs: [Locks, Locks] }): void {
  const patient = () => {
    const waiting = new AbortController();
    let lost = false;
    return { options: { signal: waiting.signal, lost: () => (lost = true) }, waiting, isLost: () => lost };
  };

  describe(`${name} keeps the contract of Locks`, () => {
    test('R12.3 one holder at a time across tabs; the next in turn gets it when it is let go', async () => {
      const [here, there] = make().tabs;
      const release = await here.take('s1', patient().options);
      let granted = false;
      const next = there.take('s1', patient().options).then((given) => {
        granted = true;
        return given;
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect(granted).toBe(false);
      release?.();
      expect(await next).not.toBeNull();
    });

    test('R12.3 a lock counts as held in each tab until it is let go, and a tab that waits for it holds nothing', async () => {
      const [here, there] = make().tabs;
      const release = await here.take('s1', patient().options);
      const waiting = patient();
      const given = there.take('s1', waiting.options);
      expect(await there.held()).toEqual(new Set(['s1']));
      waiting.waiting.abort();
      await given;
      release?.();
      await new Promise((resolve) => setImmediate(resolve));
      expect(await there.held()).toEqual(new Set());
    });

    test('R12.3 locks of different names do not hinder each other', async () => {
      const [here, there] = make().tabs;
      expect(await here.take('s1', patient().options)).not.toBeNull();
      expect(await there.take('s2', patient().options)).not.toBeNull();
    });

    test('R12.3 whoever stops waiting gets nothing, and hinders nobody', async () => {
      const [here, there] = make().tabs;
      const release = await here.take('s1', patient().options);
      const impatient = patient();
      const given = there.take('s1', impatient.options);
      impatient.waiting.abort();
      expect(await given).toBeNull();
      release?.();
      expect(await here.take('s1', patient().options)).not.toBeNull();
    });

    test('R12.3 a seized lock is told to be lost, and letting it go then takes nothing from the new holder', async () => {
      const [here, there] = make().tabs;
      const robbed = patient();
      const release = await here.take('s1', robbed.options);
      await there.seize('s1', () => undefined);
      await expect.poll(robbed.isLost).toBe(true);
      release?.();
      let granted = false;
      void here.take('s1', patient().options).then(() => (granted = true));
      await new Promise((resolve) => setImmediate(resolve));
      expect(granted).toBe(false);
    });
  });
}
