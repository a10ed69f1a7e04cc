import { expect, test } from 'vitest';
import * as words from '../../../extension/page/words.ts';

test('every word of the page is there in English and in Chinese', () => {
  const { outcomes, ...others } = words;
  for (const word of [...Object.values(others), ...Object.values(outcomes)])
    expect(word).toEqual([expect.not.stringMatching(/\p{Script=Han}/u), expect.stringMatching(/\p{Script=Han}/u)]);
});
