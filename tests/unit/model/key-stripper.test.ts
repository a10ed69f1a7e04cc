import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretKeyFinder } from '../../../src/values/secret-key-finder.ts';
import { KeyStripper } from '../../../src/model/endpoint/key-stripper.ts';

const key = 'sk-CANARY/AbC_123+=';
const finder = new SecretKeyFinder([key]);
const cleaner = {
  clean: async (texts: readonly string[]) => texts.map((text) => finder.clean(text)),
  cleanBeginning: async (text: string) => finder.cleanBeginning(text),
};

test('R13.1 however a reply streams, what is shown of it never holds the key, and all the rest is shown', async () => {
  const parts = fc.array(fc.constantFrom(key, key.slice(0, 7), 'sk-', ' tea ', '\\', '%', '&'), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(parts, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (words, cuts) => {
      const whole = words.join('');
      let shown = '';
      const text = new KeyStripper(cleaner, (piece) => {
        shown += piece;
        expect(shown).not.toContain(key);
      });
      for (let at = 0, turn = 0; at < whole.length; turn += 1) {
        const length = cuts[turn % cuts.length] ?? 1;
        text.add(whole.slice(at, at + length));
        at += length;
        if (turn % 2 === 0) await Promise.resolve();
      }
      await text.end();
      expect(shown).toBe(finder.clean(whole));
    }),
  );
});

test('a cleaner that breaks down shows nothing more, and ends', async () => {
  const broken = () => Promise.reject(new Error('gone'));
  const shown: string[] = [];
  const text = new KeyStripper({ clean: broken, cleanBeginning: broken }, (piece) => shown.push(piece));
  text.add('tea');
  await text.end();
  expect(shown).toEqual([]);
});
