import { expect, test } from 'vitest';
import { sourcesToReadInDescription } from '../../../src/task/owed/readings.ts';

const files = ['brief.txt', '合同.pdf', 'a.csv'];

test.each([
  ['Read the brief brief.txt and https://a.example/x.', ['https://a.example/x', 'brief.txt']],
  ['First, read Brief.txt', ['brief.txt']],
  ['1. Please open https://a.example/ and sum it up', ['https://a.example/']],
  ['阅读合同.pdf，列出要点', ['合同.pdf']],
  ['Proofread brief.txt', ['brief.txt']],
  ['1. Summarise brief.txt in five lines', ['brief.txt']],
  ['Translate a.csv into b.csv', ['a.csv']],
  ['Compare a.csv with brief.txt', ['brief.txt', 'a.csv']],
  ['Revise brief.txt and save it as brief-2.txt', ['brief.txt']],
  ['把合同.pdf翻译成英文', ['合同.pdf']],
  ['校对 合同.pdf', ['合同.pdf']],
  ['校對 合同.pdf', ['合同.pdf']],
  ['Then proofread the file brief.txt', ['brief.txt']],
  ['请先读取 https://a.example/x 的内容', ['https://a.example/x']],
])('R6.9 “%s” says to read %j', (text, expected) => expect(sourcesToReadInDescription(text, files)).toEqual(expected));

test.each([
  'Read the brief',
  'Read other-brief.txt',
  'Read brief.txt.bak',
  'Ready brief.txt for the court',
  'Write down what https://a.example/ says',
  'If needed, read brief.txt',
  'Do not read brief.txt',
  'Proofread the brief',
  'Check that brief.txt exists',
  'Check whether brief.txt is there',
  'Check the prices and write them into a.csv',
  'Summarise the talk as brief.txt',
  'Summarise the talk and save it in brief.txt',
  'Edit nothing, just look at the sky',
  'Editing brief.txt is up to you',
  'Do not translate brief.txt',
  '检查合同.pdf是否存在',
  '总结谈话并保存到 brief.txt',
  'Translate this sentence into German: Please send me brief.txt by Friday',
  'Correct “send brief.txt”',
  'Edit the to-do “proofread brief.txt”',
  'Check the to-do list for “print brief.txt”',
  'Review the search results and update brief.txt',
  'Compare the prices, then create a.csv',
  'Compare prices and fill a.csv',
  'Check the size of brief.txt',
  'Rewrite the paragraph so that it fits brief.txt',
  '检查日历并更新 brief.txt',
  '总结发现并更新 brief.txt',
  '将待办“检查 合同.pdf”标记为完成',
  '把“校对 合同.pdf”加入待办',
  '读者会打开 https://a.example/',
])('R6.9 “%s” says to read nothing that is known', (text) =>
  expect(sourcesToReadInDescription(text, files)).toEqual([]),
);
