import { expect, test } from 'vitest';
import { cachedFingerprints } from '../../../src/app/engine-server.ts';

test('R13.1 the engine asks for the fingerprint of a key once, and again after a key has changed or the page failed', async () => {
  const asked: string[] = [];
  let stored = 'first';
  let changed = (): void => undefined;
  const keys = await cachedFingerprints({
    keys: {
      mark: async (id, baseUrl) => {
        asked.push(`${id} at ${baseUrl}`);
        if (stored === 'broken') throw new Error('no page');
        return stored;
      },
      holds: async () => 'device',
    },
    watchKeys: async (tell) => {
      changed = tell;
    },
  });
  const mark = () => keys.mark('p1', 'https://a.example/v1');
  expect([await mark(), await mark()]).toEqual(['first', 'first']);
  expect(asked).toEqual(['p1 at https://a.example/v1']);
  await keys.mark('p1', 'https://b.example/v1');
  await keys.mark('p2', 'https://a.example/v1');
  expect(asked).toHaveLength(3);

  stored = 'second';
  changed();
  expect([await mark(), await mark()]).toEqual(['second', 'second']);
  expect(asked).toHaveLength(4);

  stored = 'broken';
  changed();
  await expect(mark()).rejects.toThrow('no page');
  stored = 'third';
  expect(await mark()).toBe('third');
  expect(await keys.holds('p1', 'https://a.example/v1')).toBe('device');
});
