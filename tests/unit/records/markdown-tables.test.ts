import { expect, test } from 'vitest';
import { parseFileData } from '../../../src/records/parse-file-data.ts';
import { unusedFileName } from '../../../src/records/file-name.ts';
import { tablesFromMarkdown } from '../../../src/records/tables.ts';

test('R9.8 the tables of a Markdown text are read with their heads', () => {
  const text =
    'Text | with a bar\n\n| a | b |\n| :-- | --: |\n| 1 | x \\| y |\n| 2 | \\-3.5 |\n\nMore\n\nc | d\n--- | ---\n3 | 4\nend';
  expect(tablesFromMarkdown(text)).toEqual([
    [
      ['a', 'b'],
      ['1', 'x | y'],
      ['2', '-3.5'],
    ],
    [
      ['c', 'd'],
      ['3', '4'],
    ],
  ]);
  expect(tablesFromMarkdown('a\n---\nb | c')).toEqual([]);
});

test.each([
  ['a.jsonl', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['a.json', 'broken {', 'broken {'],
  ['a.tsv', 'a\tb\n1\t2\n', [{ a: '1', b: '2' }]],
  ['a.txt', 'a,b', 'a,b'],
])('R9.8 the file %s is understood as data', (name, content, data) => {
  expect(parseFileData({ name, mime: 'text/plain', content })).toEqual(data);
});

test.each([
  ['notes', ['NOTES'], 'notes (2)'],
  ['.profile', ['.profile'], '.profile (2)'],
  ['a.b.csv', ['a.b.csv', 'a (2).b.csv'], 'a (3).b.csv'],
  ['new.md', [], 'new.md'],
])('R9.7 %s beside %j is kept as %s', (name, others, free) => {
  expect(unusedFileName(name, others)).toBe(free);
});
