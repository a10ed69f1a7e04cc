import { expect, test } from 'vitest';
import { csvRows, csvSeparator, tableRows } from '../../../src/records/tables.ts';

const rows = (text: string) => tableRows(csvRows(text));

test.each<[string, string, Record<string, string>[]]>([
  ['\ufeffsep=;', '\ufeffsep=;\nName;Betrag\n"Meier; Sohn";1.234,50\n', [{ Name: 'Meier; Sohn', Betrag: '1.234,50' }]],
  ['"sep=|" in quotes', '"sep=|"\r\na|b\r\n1,5|2\r\n', [{ a: '1,5', b: '2' }]],
  ['SEP=, in capitals', 'SEP=,\na,b;c\n1,2\n', [{ a: '1', 'b;c': '2' }]],
  ['a tab', 'sep=\t\na\tb\n1\t2', [{ a: '1', b: '2' }]],
  ['no such line', 'sep=x,b\n1,2', [{ 'sep=x': '1', b: '2' }]],
])('R9.3 the separator that a first line names is used, and the line is no data: %s', (_, text, expected) => {
  expect(rows(text)).toEqual(expected);
});

test.each<[string, string, string]>([
  ['a comma in a name', 'Name, Vorname;Note\nGroß, Jürgen;1,5\nKlein, Eva;2,0\n', ';'],
  ['commas in a quoted name', '"Punkte (mündl., schriftl., Test)";Name;Note\n12;Eva;2\n', ';'],
  ['semicolons in a name', 'Tags; old,Title\na; b,One\nc,Two\nd,Three\n', ','],
  ['cells over several lines', 'Name;Remark, short\nEva;"a, b\nc, d, e"\n', ';'],
  ['no rows', 'a;b,c;d', ';'],
  ['one column', 'Title\nMilk, fresh; cold\n', ','],
])('R9.3 the separator is the one by which the rows fit the header, with %s', (_, text, separator) => {
  expect(csvSeparator(text)).toBe(separator);
});

test.each<[string, string[], string[]]>([
  ['repeated', ['Labels', 'Labels', 'Labels'], ['Labels', 'Labels 2', 'Labels 3']],
  ['repeated but for blanks', ['a', ' a '], ['a', 'a 2']],
  ['beside a name that is numbered already', ['a', 'a 2', 'a'], ['a', 'a 2', 'a 3']],
  ['empty', ['', ''], ['', '2']],
  ['like a key of objects', ['constructor', 'constructor'], ['constructor', 'constructor 2']],
])('R9.3 each column is kept where names are %s', (_, head, names) => {
  const values = head.map((_name, at) => String(at));
  expect(Object.entries(tableRows([head, values])[0] ?? {})).toEqual(
    expect.arrayContaining(names.map((name, at) => [name, String(at)])),
  );
});
