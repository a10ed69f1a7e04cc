import { expect, test } from 'vitest';
import { sourcesToReadInDescription } from '../../../src/task/owed/readings.ts';

const files = ['brief.txt', '合同.pdf', 'a.csv'];

test.each([
  ['Read the brief brief.txt and https://a.example/x.', ['https://a.example/x', 'brief.txt']],
  ['First, read Brief.txt', ['brief.txt']],
  ['1. Please open https://a.example/ and sum it up', ['https://a.example/']],
  ['阅读合同.pdf，列出要点', ['合同.pdf']],
  ['请先读取 https://a.example/x 的内容', ['https://a.example/x']],
])('R6.9 “%s” says to read %j', (text, expected) => expect(sourcesToReadInDescription(text, files)).toEqual(expected));

test.each([
  'Read the brief',
  'Read other-brief.txt',
  'Read brief.txt.bak',
  'Summarise brief.txt',
  'Ready brief.txt for the court',
  'Write down what https://a.example/ says',
  'If needed, read brief.txt',
  'Do not read brief.txt',
  '读者会打开 https://a.example/',
])('R6.9 “%s” says to read nothing that is known', (text) =>
  expect(sourcesToReadInDescription(text, files)).toEqual([]),
);
