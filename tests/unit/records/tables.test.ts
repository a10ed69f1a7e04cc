import { expect, test } from 'vitest';
import { csvRows, csvSeparator, csvTable, tableRows } from '../../../src/records/tables.ts';

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

test.each<[string, string, string[][], number | null]>([
  [
    'in a row',
    'a,b\n1,"open\n2,x\n3,y\n',
    [
      ['a', 'b'],
      ['1', '"open'],
      ['2', 'x'],
      ['3', 'y'],
    ],
    2,
  ],
  [
    'below a line that names the separator',
    'sep=;\na;b\n1; "x, y\n2;""',
    [
      ['a', 'b'],
      ['1', ' "x, y'],
      ['2', ''],
    ],
    3,
  ],
  [
    'in the last cell',
    'a,b\n1,"',
    [
      ['a', 'b'],
      ['1', '"'],
    ],
    2,
  ],
  [
    'nowhere',
    'a,b\n1,"x\n""y"" z" \n',
    [
      ['a', 'b'],
      ['1', 'x\n"y" z '],
    ],
    null,
  ],
  [
    'or closed in another row',
    'a,b\n1,"open\n2,"x"\n',
    [
      ['a', 'b'],
      ['1', 'open\n2,x"'],
    ],
    2,
  ],
])('R9.3 a quote that is never closed is a sign of its cell, and its line is known: %s', (_, text, expected, line) => {
  expect(csvTable(text)).toMatchObject({ rows: expected, openQuoteLine: line });
});

test('R9.3 a long table with a cell over many lines, at the end of what the separator is chosen by, keeps its rows', () => {
  const long = `a;b\n${'1;2\n'.repeat(2400)}3;"${'x, y\n'.repeat(200)}"\n4;5\n`;
  expect(csvRows(long)).toHaveLength(2403);
});
