import { expect, test } from 'vitest';
import { filesTool } from '../../../src/tools/files/files.ts';
import { LocalSession } from './local-session.ts';

const begin = () => new LocalSession([filesTool]);
const fileOf = (session: LocalSession, name: string) =>
  [...session.storage.tables.files.values()].find((file) => file.name === name);

test('R9.7 what is written as a file of Excel stays CSV, to which rows are added under its columns', async () => {
  const session = begin();
  const rows = [{ a: 1, b: 'x' }];
  await session.call('files', { action: 'write', name: 'sums.xlsx', content: rows });
  await session.call('files', { action: 'append', name: 'sums.xlsx', content: [{ b: 'y', a: 2 }] });
  expect(fileOf(session, 'sums.xlsx')).toMatchObject({ content: 'a,b\n1,x\n2,y\n', mime: 'text/csv' });
  const result = await session.call('files', { action: 'read', name: 'sums.xlsx' });
  expect(result.text).toContain('a,b\n1,x\n2,y');
});

test('R9.7 a file of Excel that is written as Markdown is Markdown', async () => {
  const session = begin();
  await session.call('files', {
    action: 'write',
    name: 'a.xlsx',
    content: '## Q1\n\n| A | B |\n|---|---|\n| 1 | 2 |\n',
  });
  expect(fileOf(session, 'a.xlsx')?.mime).toBe('text/markdown');
});

test('R9.7 a file of Word that the person added is not replaced by its text', async () => {
  const session = begin();
  await session.call('files', { action: 'write', name: 'contract.docx', content: 'x' });
  const file = fileOf(session, 'contract.docx');
  if (file) session.storage.tables.files.set(file.id, { ...file, content: 'data:x;base64,UEsDBA==', added: true });
  const result = await session.call('files', { action: 'write', name: 'contract.docx', content: 'y' });
  expect(result).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  expect(result.text).toContain('“contract (2).docx”');
  expect(fileOf(session, 'contract.docx')?.content).toBe('data:x;base64,UEsDBA==');
});

test('R9.7 a workbook holds CSV or Markdown, not one below the other', async () => {
  const session = begin();
  const markdown = '## Second\n\n| x | y |\n|---|---|\n| 1 | 2 |\n';
  await session.call('files', { action: 'write', name: 'a.xlsx', content: 'name,qty\nA,1\nB,2\n' });
  const onCsv = await session.call('files', { action: 'append', name: 'a.xlsx', content: markdown });
  expect(onCsv).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  expect(onCsv.text).toContain('“a.xlsx” holds CSV: add rows of CSV');
  await session.call('files', { action: 'append', name: 'a.xlsx', content: 'C,3\n' });
  expect(fileOf(session, 'a.xlsx')).toMatchObject({ content: 'name,qty\nA,1\nB,2\nC,3\n', mime: 'text/csv' });
  await session.call('files', { action: 'write', name: 'b.xlsx', content: markdown });
  const onMarkdown = await session.call('files', { action: 'append', name: 'b.xlsx', content: [{ x: 3, y: 4 }] });
  expect(onMarkdown.text).toContain('“b.xlsx” holds Markdown: add a table in Markdown');
  await session.call('files', { action: 'append', name: 'b.xlsx', content: markdown });
  expect(fileOf(session, 'b.xlsx')?.content).toBe(markdown + markdown);
});

test.each([
  ['[{"a":1,"b":2},{"a":3,"b":4}]', 'a,b\n1,2\n3,4\n'],
  ['[["a","b"],[1,12345678901234567890]]', 'a,b\n1,12345678901234567890\n'],
  ['[x] done,[y]\n1,2\n', '[x] done,[y]\n1,2\n'],
])('R9.7 the text %j is written to a workbook as %j', async (content, expected) => {
  const session = begin();
  await session.call('files', { action: 'write', name: 'a.xlsx', content });
  expect(fileOf(session, 'a.xlsx')?.content).toBe(expected);
});

test('R9.7 rows that are added as JSON in a text go under the columns', async () => {
  const session = begin();
  await session.call('files', { action: 'write', name: 'a.xlsx', content: 'a,b\n1,2\n' });
  await session.call('files', { action: 'append', name: 'a.xlsx', content: '[{"b":4,"a":3}]' });
  expect(fileOf(session, 'a.xlsx')?.content).toBe('a,b\n1,2\n3,4\n');
});

test('R9.7 the model is told of a column whose numbers stay text', async () => {
  const session = begin();
  const content = '| P | Betrag |\n|---|---|\n| Miete | 1.200 |\n| Essen | 350 |\n';
  const told = await session.call('files', { action: 'write', name: 'a.xlsx', content });
  expect(told.text).toContain('The numbers in the column “Betrag” stay text, since “1.200” could be either of two');
  const plain = await session.call('files', { action: 'write', name: 'a.xlsx', content: content.replace('1.2', '12') });
  expect(plain.text).not.toContain('stay text');
});
