import { expect, test } from 'vitest';
import { wordsFor } from '../../extension/page/words.ts';

const flat = (words: object): string[] =>
  Object.values(words).flatMap((word: unknown) =>
    typeof word === 'function'
      ? (word as (given: string) => string)('{}')
      : typeof word === 'string'
        ? word
        : flat(word as object),
  );

test('every word of the page is there in English and in Chinese', () => {
  const [en, zh] = [wordsFor('en'), wordsFor('zh-CN')];
  expect(flat(en).filter((word) => /\p{Script=Han}/u.test(word))).toEqual([]);
  expect(flat(zh).filter((word) => !/\p{Script=Han}/u.test(word))).toEqual([]);
});
