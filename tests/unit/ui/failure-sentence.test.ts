import { expect, test } from 'vitest';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { asSentence, failureSentence } from '../../../src/ui/plan/step-outcome-text.ts';

const words = new Translator();
await words.loadAll();

test.each([
  ['en', 'search_unreachable', { name: 'zh.wikipedia.org' }, /^zh\.wikipedia\.org /],
  ['zh', 'search_unreachable', { name: 'zh.wikipedia.org' }, /^zh\.wikipedia\.org 不允许/],
  ['en', 'missing_file', { name: 'notes.txt' }, /^[A-Z]/],
] as const)('R14.5 a cause (%s) begins with a capital, but for the name of a site or a file', async (...given) => {
  const [language, failure, params, begun] = given;
  await words.setLanguage(language);
  expect(failureSentence({ failure, ...params }, words)).toMatch(begun);
});

test('R14.5 no full stop follows a mark that ends a sentence by itself', async () => {
  await words.setLanguage('zh');
  expect(
    ['去银行哦～', '买春联：', '好的', '搜索“机票 价钱”', '他说：“好。”'].map((text) => asSentence(text, words)),
  ).toEqual(['去银行哦～', '买春联：', '好的。', '搜索“机票 价钱”。', '他说：“好。”']);
});
