import { describe, expect, test } from 'vitest';
import { filesTool } from '../../../src/tools/files/files.ts';
import { LocalSession } from './local-session.ts';

const begin = () => new LocalSession([filesTool]);
const write = (session: LocalSession, name: string, content = 'x') =>
  session.call('files', { action: 'write', name, content });
const namesOf = (session: LocalSession) => [...session.storage.tables.files.values()].map(({ name }) => name);

describe('names of files', () => {
  test.each([
    'notes.md',
    'data/2024.csv',
    'a/b/c/d.txt',
    '报告 (终稿).md',
    'Übersicht für März.txt',
    'تقرير.txt',
    'می‌خواهم.txt',
    'रिपोर्ट.md',
    '👩‍👩‍👧 family.md',
    '.hidden',
    'no ending',
    'console.md',
    'x'.repeat(200),
  ])('R9.7 %s is kept as it is', async (name) => {
    const session = begin();
    expect((await write(session, name)).ok).toBe(true);
    expect(namesOf(session)).toEqual([name]);
  });

  test.each<[string, string]>([
    ['../secret.txt', 'the name “../secret.txt” must stay within the files of this session; it must not hold “..”'],
    ['a/../../b.txt', 'it must not hold “..”'],
    ['./../b.txt', 'it must not hold “..”'],
    ['/etc/passwd', 'must stay within the files of this session; it must not begin like the path of a disk'],
    ['C:/a.txt', 'it must not begin like the path of a disk'],
    ['~/a.txt', 'it must not begin like the path of a disk'],
    ['data\\2024.csv', 'must not hold “\\”; a sub-folder is written as in data/2024.csv'],
    ['..\\a.txt', 'must not hold “\\”'],
    ['a//b.txt', 'has a folder without a name'],
    ['data/', 'the name “data/” is that of a folder; add the name of the file, as in data/notes.md'],
    ['a\u0000b.txt', '“name” must not hold signs that cannot be seen'],
    ['a\nb.txt', '“name” must not hold signs that cannot be seen'],
    ['invoice\u202Efdp.txt', '“name” must not hold signs that cannot be seen'],
    ['a\u2067b.txt', '“name” must not hold signs that cannot be seen'],
    ['a\ud800.txt', '“name” must not hold signs that cannot be seen'],
    ['what?.md', 'must not hold “?”, which some computers do not allow'],
    ['a:b.md', 'must not hold “:”'],
    ['a./b.txt', 'has a part that begins with a space or ends with a space or a dot'],
    ['a /b.txt', 'has a part that begins with a space'],
    ['a.', 'ends with a space or a dot'],
    ['CON', 'the name “CON” holds “CON”, which Windows keeps for itself; choose another'],
    ['data/aux.csv', 'holds “aux.csv”, which Windows keeps for itself'],
    ['x'.repeat(201), '“name” must be 200 characters at most'],
    ['report.pdf', 'would not open, since files of this kind cannot be written; take report.docx'],
    ...['docm', 'dotx', 'dotm', 'doc', 'odt', 'pptx', 'ppsx', 'potx', 'pages'].map((ending): [string, string] => [
      `a.${ending}`,
      'take a.docx',
    ]),
    ...['xlsb', 'xlsm', 'xls', 'xlt', 'xltx', 'ods', 'numbers'].map((ending): [string, string] => [
      `a.${ending}`,
      'take a.xlsx',
    ]),
    ['chart.png', 'take chart.svg'],
  ])('R9.7 %j is refused in one sentence, and nothing is written', async (name, text) => {
    const session = begin();
    const result = await write(session, name);
    expect(result.failure?.code).toBe('invalid_input');
    expect(result.text).toContain(text);
    expect((await session.call('files', { action: 'append', name, content: 'x' })).text).toContain(text);
    expect(namesOf(session)).toEqual([]);
  });

  test.each([
    ['总结.pptx', { failure: 'text_only', name: '总结.pptx' }],
    ['a:b.md', { failure: 'wrong_field', name: 'name' }],
  ])('R9.7 why %s is refused is said to the person: the format, or else the field', async (name, cause) => {
    expect((await write(begin(), name)).cause).toEqual(cause);
  });

  test('R9.7 a name spelt with other code points for the same letters is the same file', async () => {
    const session = begin();
    await write(session, 'Re\u0301sume\u0301.md');
    expect((await write(session, 'R\u00e9sum\u00e9.md')).text).toContain('Replaced the content of');
    expect((await write(session, './R\u00e9sum\u00e9.md')).text).toContain('Replaced the content of');
    expect(namesOf(session)).toEqual(['R\u00e9sum\u00e9.md']);
  });

  test.each([
    ['Report.md', 'there is “report.md” already, which differs in upper and lower case only'],
    ['data', '“data” is a folder that holds “data/2024.csv”'],
    ['report.md/x.txt', '“report.md” is a file, so it cannot hold “report.md/x.txt”'],
  ])('R9.7 %s is a conflict beside what not every computer could keep it with', async (name, why) => {
    const session = begin();
    await write(session, 'report.md');
    await write(session, 'data/2024.csv');
    expect(await write(session, name)).toMatchObject({
      text: `Nothing was written: ${why}. Choose another name.`,
      failure: { code: 'conflict' },
    });
    expect(namesOf(session)).toEqual(['report.md', 'data/2024.csv']);
  });

  test.each([
    ['a.csv', 'text/csv'],
    ['a.MD', 'text/markdown'],
    ['a.json', 'application/json'],
    ['a.html', 'text/html'],
    ['a.svg', 'image/svg+xml'],
    ['a.ics', 'text/calendar'],
    ['a.docx', 'text/markdown'],
    ['a.XLSX', 'text/csv'],
    ['a.rtf', 'text/plain'],
    ['a.txt', 'text/plain'],
    ['a.unheard', 'text/plain'],
    ['csv', 'text/plain'],
  ])('R9.7 %s has the type %s', async (name, mime) => {
    const session = begin();
    await write(session, name);
    expect([...session.storage.tables.files.values()][0]?.mime).toBe(mime);
  });
});
