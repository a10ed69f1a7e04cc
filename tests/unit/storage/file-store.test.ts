import { expect, onTestFinished, test } from 'vitest';
import type { SessionFile } from '../../../src/records/session-file.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from './open-database.ts';

const at = '2026-01-01T10:00:00.000Z';
const file = (id: string, name: string, changed: Partial<SessionFile> = {}): SessionFile => ({
  id,
  session_id: 's1',
  name,
  mime: 'text/csv',
  size: 3,
  content: `content of ${id}`,
  kind: 'file',
  source: null,
  created_at: at,
  deleted_at: null,
  ...changed,
});

test('R9.7 a file that is added takes the next free name of its session, case aside', async () => {
  const { files } = createStores(openDatabase().database);
  const names = [];
  for (const [id, name] of [
    ['a', 'data.csv'],
    ['b', 'DATA.csv'],
    ['c', 'data.csv'],
    ['d', 'x/data.tar.gz'],
    ['e', 'x/data.tar.gz'],
  ] as const)
    names.push((await files.add(file(id, name))).name);
  names.push((await files.add(file('f', 'data.csv', { session_id: 's2' }))).name);
  expect(names).toEqual(['data.csv', 'DATA (2).csv', 'data (3).csv', 'x/data.tar.gz', 'x/data (2).tar.gz', 'data.csv']);
  expect(await files.get('c')).toEqual(file('c', 'data (3).csv'));
});

test('R12.6 a file is removed together with its text, leaves its name free, and comes back', async () => {
  const { files } = createStores(openDatabase().database);
  await files.add(file('a', 'a.pdf'));
  await files.add(file('a_text', 'a.pdf.md', { kind: 'artifact' }));
  await files.remove('a', at);
  expect(await files.own('s1')).toEqual([]);
  expect((await files.get('a_text'))?.deleted_at).toBe(at);
  expect((await files.add(file('b', 'a.pdf'))).name).toBe('a.pdf');
  await files.remove('a', null);
  expect((await files.own('s1')).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('R9.7 R12.6 the sheets of a workbook are renamed, removed and brought back with it', async () => {
  const { database } = openDatabase();
  const { files } = createStores(database);
  await files.add(file('a', 'a.xlsx'));
  await files.add(file('a_text_1', 'a.xlsx - Costs.csv', { kind: 'artifact', source: 'a.xlsx' }));
  await files.add(file('a_text_2', 'a.xlsx - 其他.csv', { kind: 'artifact', source: 'a.xlsx' }));
  const overview = 'A workbook: “a.xlsx - Costs.csv”, “a.xlsx - 其他.csv”';
  await files.add(file('a_text', 'a.xlsx.md', { kind: 'artifact', source: 'a.xlsx', content: overview }));
  await files.add(file('a_text_s2', 'other.md', { kind: 'artifact' }));
  await files.rename('a', 'b.xlsx');
  expect(await files.get('a_text_2')).toMatchObject({ name: 'b.xlsx - 其他.csv', source: 'b.xlsx' });
  expect(await files.get('a_text')).toMatchObject({
    name: 'b.xlsx.md',
    content: 'A workbook: “b.xlsx - Costs.csv”, “b.xlsx - 其他.csv”',
  });
  await files.remove('a', at);
  const gone = await database.files.filter(({ deleted_at }) => deleted_at !== null).primaryKeys();
  expect(gone.sort()).toEqual(['a', 'a_text', 'a_text_1', 'a_text_2']);
});

test('R9.7 what is one’s own leaves out what tools kept', async () => {
  const { files } = createStores(openDatabase().database);
  await files.add(file('a', 'a.csv'));
  await files.add(file('b', 'page.md', { kind: 'artifact' }));
  expect(await files.own('s1')).toEqual([file('a', 'a.csv')]);
});

test('R9.8 a file is followed as it changes and goes', async () => {
  const { files } = createStores(openDatabase().database);
  const seen: (string | undefined)[] = [];
  onTestFinished(files.watch('a').subscribe((now) => seen.push(now?.content)));
  await expect.poll(() => seen).toEqual([undefined]);
  await files.add(file('a', 'chart.svg'));
  await expect.poll(() => seen.at(-1)).toBe('content of a');
  await files.remove('a', at);
  await expect.poll(() => seen.at(-1)).toBeUndefined();
});

test('R9.7 the text of a file is replaced only while it is what it was', async () => {
  const { files } = createStores(openDatabase().database);
  const original = 'data:text/plain;base64,5A==';
  await files.add(file('a', 'a.txt', { original }));
  expect(await files.rewrite('a', 'content of a', 'other words')).toBe(true);
  expect(await files.get('a')).toEqual(file('a', 'a.txt', { content: 'other words', original }));
  expect(await files.page(null, 1)).not.toHaveProperty('0.original');
  expect(await files.rewrite('a', 'content of a', 'third words')).toBe(false);
  expect(await files.rewrite('none', 'content of a', 'third words')).toBe(false);
  expect((await files.get('a'))?.content).toBe('other words');
});
