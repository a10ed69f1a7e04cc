import { expect, test } from 'vitest';
import {
  isRenamedOnly,
  officeFormatOffered,
  officeFormatOfText,
  writableEndingInstead,
} from '../../../src/records/written-office.ts';

test.each([
  ['cc4711.csv', 'text/csv', 'cc4711.xlsx', false],
  ['a.md', 'text/markdown', 'a.docx', false],
  ['a.md', 'text/markdown', 'a.txt', false],
  ['a.csv', 'text/csv', 'a.xls', true],
  ['a.md', 'text/markdown', 'b.pdf', true],
  ['a.md', 'text/markdown', 'a.PPTX', true],
  ['old.xls', 'application/vnd.ms-excel', 'old.xlsx', true],
  ['photo.jpeg', 'image/jpeg', 'photo.jpg', false],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'b.docx', false],
])('R9.7 of %s (%s), renamed to %s, only the name changes: %s', (name, mime, to, expected) => {
  expect(isRenamedOnly({ name, mime }, to)).toBe(expected);
});

test.each(['a.md', 'a.csv', 'a.docx', 'a.xlsx', 'server.key', 'graph.dot', 'de.pot', 'a.rtf', 'a.xml'])(
  'R9.7 %s can be written',
  (name) => {
    expect(writableEndingInstead(name)).toBe(null);
  },
);

test('R9.7 a text is offered as a file of Word or Excel, and becomes one by its name unless it has bytes', () => {
  expect(officeFormatOffered({ name: 'a.md', mime: 'text/markdown' })).toBe('docx');
  expect(officeFormatOffered({ name: 'a.tsv', mime: 'text/tab-separated-values' })).toBe('xlsx');
  expect(officeFormatOffered({ name: 'a.docx', mime: 'text/markdown' })).toBe(null);
  expect(officeFormatOffered({ name: 'a.json', mime: 'application/json' })).toBe(null);
  expect(officeFormatOfText({ name: 'a.XLSX', content: 'a,b' })).toBe('xlsx');
  expect(officeFormatOfText({ name: 'a.xlsx', content: 'data:x;base64,UEsDBA==' })).toBe(null);
});
