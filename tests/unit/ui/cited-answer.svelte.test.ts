// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Source } from '../../../src/task/sources.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { CitedAnswer } from '../../../src/ui/sources/cited-answer.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

test.each([
  ['Rye is 3.20 [1].', 2, '1 more page read, not cited'],
  ['Rye is [1-5].', 2, '2 pages read, not cited'],
  ['Rye is 3.20.', 2, '2 pages read, not cited'],
  ['Rye is 3.20.', 1, '1 page read, not cited'],
  ['Rye is 3.20 [http://shop.example/p1].', 2, '1 more page read, not cited'],
  ['Rye: [Shop](http://shop.example/p2/#rye), 3.20 [1].', 3, '1 more page read, not cited'],
  ['裸麦见 http://shop.example/p1。', 2, '1 more page read, not cited'],
  ['Rye is at http://shop.example/p10 and http://shop.example/p1.html.', 2, '2 pages read, not cited'],
])('R9.3 under “%s” with %i pages read stands “%s”', async (text, pages, sentence) => {
  const words = new Translator();
  await words.loadAll();
  const answer = new CitedAnswer({} as Stores, 's', text);
  answer.sources = Array.from(
    { length: pages },
    (_, at) => ({ number: at + 1, address: `http://shop.example/p${at + 1}` }) as Source,
  );
  expect(answer.othersText(words)).toBe(sentence);
});
