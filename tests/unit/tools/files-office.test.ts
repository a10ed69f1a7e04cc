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
