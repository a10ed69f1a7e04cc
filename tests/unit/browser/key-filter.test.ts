import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyFilter } from '../../../src/browser/network/net-worker-server.ts';
import { disguised } from '../../fakes/disguises.ts';

const key = 'sk-sk-0123456789/+';

test('R13.1 however a body is cut, what is passed on is the body without the key', () => {
  const forms = Object.values(disguised(key));
  const parts = ['sk-', key.slice(0, 9), '雪', 'word ', '/+', '\\', '%', '%25', '&', '&amp;', '&#x', 's'];
  const words = fc.array(fc.oneof(fc.constantFrom(...forms), fc.constantFrom(...parts)));
  fc.assert(
    fc.property(words, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (parts, cuts) => {
      const whole = new TextEncoder().encode(parts.join(''));
      const filter = new KeyFilter(key);
      const passed: number[] = [];
      for (let at = 0, turn = 0; at < whole.length; turn += 1) {
        const length = cuts[turn % cuts.length] ?? 1;
        passed.push(...filter.push(whole.slice(at, at + length)));
        at += length;
      }
      passed.push(...filter.end());
      expect(new TextDecoder().decode(Uint8Array.from(passed))).toBe(filter.clean(parts.join('')));
    }),
    { numRuns: 300 },
  );
});

test('a body without a key, or with one that may be a word, is passed on as it is', () => {
  const piece = new TextEncoder().encode('an ollama key');
  for (const none of [null, 'ollama']) {
    const filter = new KeyFilter(none);
    expect(filter.push(piece)).toBe(piece);
    expect(filter.end()).toHaveLength(0);
  }
});
