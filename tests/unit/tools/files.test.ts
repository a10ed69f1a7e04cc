import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../src/values/content-hash.ts';
import type { SessionFile } from '../../../src/records/session-file.ts';
import { filesTool } from '../../../src/tools/files/files.ts';
import { readArtifactTool } from '../../../src/tools/files/read-artifact.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { LocalSession } from './local-session.ts';

const begin = () => new LocalSession([filesTool, readArtifactTool]);
const filesOf = (session: LocalSession) => [...session.storage.tables.files.values()];
const contentOf = (session: LocalSession, name: string) =>
  filesOf(session).find((file) => file.name === name && file.deleted_at === null)?.content;
const write = (session: LocalSession, name: string, content: unknown = 'text\n') =>
  session.call('files', { action: 'write', name, content });
const page = { id: 'file_page', name: 'example.org.md', content: 'A page.', source: 'https://example.org' };

describe('writing', () => {
  test('R9.7 write keeps a text as it is, in a row of this session, and says what it wrote (R3.7)', async () => {
    const session = begin();
    const content = '  年份,值\n2024,1\n\n';
    const result = await write(session, 'data/2024.csv', content);
    const [file] = filesOf(session);
    expect(file).toEqual({
      id: file!.id,
      session_id: 'session_1',
      name: 'data/2024.csv',
      mime: 'text/csv',
      size: new TextEncoder().encode(content).length,
      content,
      kind: 'file',
      source: null,
      created_at: '2026-01-14T09:00:00.000Z',
      deleted_at: null,
    });
    expect(result).toMatchObject({
      ok: true,
      text: 'Wrote the new file “data/2024.csv” (21 bytes, 3 lines).',
      output: { id: file!.id, name: 'data/2024.csv', size: 21 },
      written: [{ store: 'files', id: file!.id, change: 'put', hash: contentHash(file!) }],
    });
  });

  test('R9.7 write to a name that is there replaces its content in the same row, and says so', async () => {
    const session = begin();
    await write(session, 'notes.md', 'first');
    const [before] = filesOf(session);
    session.clock.advance(60_000);
    const result = await write(session, 'notes.md', 'second\nversion');
    const [now, earlier] = filesOf(session);
    expect(now).toEqual({ ...before, content: 'second\nversion', size: 14, created_at: '2026-01-14T09:01:00.000Z' });
    expect(earlier).toMatchObject({
      name: 'notes (earlier version, 2026-01-14 10.00).md',
      content: 'first',
      deleted_at: now!.created_at,
    });
    expect(result.text).toBe(
      'Replaced the content of “notes.md” (now 14 bytes, 2 lines; 5 bytes before). The version before is in the person’s bin.',
    );
    expect(result.written).toEqual([
      { store: 'files', id: before!.id, change: 'put', hash: contentHash(now!), before: 5 },
      { store: 'files', id: earlier!.id, change: 'deleted', hash: contentHash(earlier!), copy: true },
    ]);
  });

  test('R12.6 what the person has added is kept when it is written over, once', async () => {
    const session = begin();
    const original = 'data:text/csv;base64,77u/YSxiCg==';
    await session.keep({ id: 'mine', name: 'data/2024.csv', content: 'a,b\n', original, kind: 'file', added: true });
    const result = await write(session, 'data/2024.csv', 'c,d\n');
    expect(result.text).toContain('What the person had added is kept as “data/2024 (as added).csv”.');
    expect(result.written).toMatchObject([{ id: 'mine' }, { copy: true }]);
    expect(result.written[0]).not.toHaveProperty('copy');
    await write(session, 'data/2024.csv', 'e,f\n');
    const files = filesOf(session).filter(({ deleted_at }) => deleted_at === null);
    expect(files.map(({ name, content }) => [name, content])).toEqual([
      ['data/2024.csv', 'e,f\n'],
      ['data/2024 (as added).csv', 'a,b\n'],
    ]);
    expect(files.map((file) => file.original)).toEqual([undefined, original]);
  });

  test.each([
    ['zh', '笔记.txt', '笔记（原件）.txt'],
    ['zh', '数据/说明', '数据/说明（原件）'],
    ['en', 'notes', 'notes (as added)'],
    ['en', 'data/.env', 'data/.env (as added)'],
  ] as const)('R12.6 in %s the copy of %s is named %s', async (language, name, copy) => {
    const session = begin();
    session.language = language;
    await session.keep({ id: 'mine', name, content: 'a', kind: 'file', added: true });
    await write(session, name, 'b');
    expect(contentOf(session, copy)).toBe('a');
  });

  test('R9.7 an empty text makes an empty file', async () => {
    const session = begin();
    expect((await write(session, 'a.txt', '')).text).toBe('Wrote the new file “a.txt” (0 bytes, 0 lines).');
    expect(contentOf(session, 'a.txt')).toBe('');
  });

  test('R12.2 one call that is made again, after its transaction was lost or not, makes one file', async () => {
    const session = begin();
    const call = toolbox([filesTool]).check('files', { action: 'write', name: 'a.md', content: 'x' });
    if (!call.ok || call.place !== 'local') throw new Error('not local');
    const rows = new Map<string, SessionFile>();
    const files = {
      get: async (id: string) => rows.get(id),
      all: async () => [...rows.values()],
      put: async (row: SessionFile) => void rows.set(row.id, row),
    };
    const none = { get: async () => undefined, all: async () => [], put: async () => undefined };
    const context = {
      stores: { todos: none, entries: none, notes: none, files },
      now: session.clock.now(),
      zone: 'UTC',
      language: 'en' as const,
      sessionId: 'session_1',
      tainted: false,
      caller: { run: 'run_1', step: 's1' },
      newId: (prefix: string) => `${prefix}_of_this_call`,
    };
    await call.run(context);
    const first = new Map(rows);
    await call.run(context);
    expect(rows).toEqual(first);
    rows.clear();
    await call.run(context);
    expect(rows).toEqual(first);
  });

  test('R9.7 a file of 5 MB is the largest, counted as UTF-8; beyond it nothing is written', async () => {
    const session = begin();
    expect((await write(session, 'most.txt', 'é'.repeat(2_621_440))).ok).toBe(true);
    expect(await write(session, 'more.txt', `${'é'.repeat(2_621_440)}x`)).toMatchObject({
      ok: false,
      text: 'Nothing was written: “more.txt” would have 5,242,881 bytes, and a file may have 5 MB at most. Spread it over several files.',
      failure: { code: 'too_large' },
      written: [],
    });
    const added = await session.call('files', { action: 'append', name: 'most.txt', content: 'x' });
    expect(added.failure?.code).toBe('too_large');
    expect(filesOf(session)).toHaveLength(1);
  });

  test('R9.7 what a tool kept under the same name stays as it is', async () => {
    const session = begin();
    await session.keep(page);
    expect((await write(session, page.name, 'mine')).text).toContain('Wrote the new file');
    expect(session.storage.tables.files.get('file_page')?.content).toBe('A page.');
    expect((await session.call('files', { action: 'read', name: page.name })).text).toContain('mine');
  });

  test('R9.7 files of other sessions are neither seen nor touched', async () => {
    const session = begin();
    const other: SessionFile = {
      id: 'other',
      session_id: 'session_2',
      name: 'a.md',
      mime: 'text/markdown',
      size: 6,
      content: 'theirs',
      kind: 'file',
      source: null,
      created_at: '2026-01-01T00:00:00.000Z',
      deleted_at: null,
    };
    session.storage.tables.files.set('other', other);
    expect((await session.call('files', { action: 'read', name: 'a.md' })).failure?.code).toBe('not_found');
    expect((await session.call('files', { action: 'delete', name: 'other' })).failure?.code).toBe('not_found');
    expect((await session.call('files', { action: 'list' })).text).toBe('There are no files here.');
    await write(session, 'a.md', 'mine');
    expect(session.storage.tables.files.get('other')).toEqual(other);
  });
});

describe('appending', () => {
  test('R9.7 append makes a file that is missing, then adds to it, each time on a new line', async () => {
    const session = begin();
    const append = (content: string) => session.call('files', { action: 'append', name: 'log.md', content });
    expect((await append('One')).text).toBe('Wrote the new file “log.md” (3 bytes, 1 line).');
    expect((await append('Two\n')).text).toBe('Added to “log.md” (now 8 bytes, 2 lines).');
    await append('Three\n');
    await append('\nFour');
    expect(contentOf(session, 'log.md')).toBe('One\nTwo\nThree\n\nFour');
    expect(filesOf(session)).toHaveLength(1);
  });

  test('R9.7 bytes that are no text are not added to', async () => {
    const session = begin();
    await session.keep({
      id: 'f',
      name: 'data.bin',
      kind: 'file',
      mime: 'image/png',
      content: 'data:image/png;base64,AA',
    });
    expect(await session.call('files', { action: 'append', name: 'data.bin', content: 'x' })).toMatchObject({
      text: '“data.bin” is of type image/png, so it cannot be read or added to here. To see it, call look.',
      failure: { code: 'unsupported' },
    });
  });
});

describe('reading', () => {
  const content = Array.from({ length: 1000 }, (_, at) => `Line ${at + 1} of the text.`).join('\n');

  test('R9.7 R9.2 read gives 12,000 characters at most, as data, and where to read on', async () => {
    const session = begin();
    await write(session, 'long.txt', content);
    const result = await session.call('files', { action: 'read', name: 'long.txt' });
    expect(result).toMatchObject({ ok: true, foreign: true, written: [], artifact: filesOf(session)[0]!.id });
    expect(result.text.length).toBeLessThan(12_250);
    const until = Number(
      /^“long.txt”, characters 0 to \d+ of \d+\. More from (\d+) on\. \(.*\)\n\n/.exec(result.text)?.[1],
    );
    const next = await session.call('files', { action: 'read', name: './LONG.txt', from: until, length: 30 });
    expect(next.text.split('\n\n')[1]).toMatch(/^Line \d+ of the text\.\n/);
  });

  test('R9.7 read by lines shows whole lines, from the top as a rule', async () => {
    const session = begin();
    await write(session, 'long.txt', `${content}\n`);
    const read = async (more: object) =>
      (await session.call('files', { action: 'read', name: 'long.txt', ...more })).text;
    expect(await read({ line: 2, lines: 2 })).toBe(
      '“long.txt”, lines 2 to 3 of 1000. More from line 4 on.\n\nLine 2 of the text.\nLine 3 of the text.',
    );
    expect(await read({ lines: '1' })).toContain('lines 1 to 1 of 1000');
    expect(await read({ line: 1000 })).toBe(
      '“long.txt”, lines 1000 to 1000 of 1000. This is the end.\n\nLine 1000 of the text.',
    );
    expect(await read({ line: 1001 })).toBe('“long.txt” has 1000 lines; there is nothing from line 1001 on.');
  });

  test('R9.2 read on from where each part ends, by lines, nothing is lost or read twice', async () => {
    const session = begin();
    await write(session, 'long.txt', content);
    const parts: string[] = [];
    for (let line = 1; line <= 1000;) {
      const { text } = await session.call('files', { action: 'read', name: 'long.txt', line });
      expect(text.length).toBeLessThan(12_250);
      const [head = ''] = text.split('\n\n');
      parts.push(text.slice(head.length + 2));
      line = Number(/More from line (\d+) on/.exec(head)?.[1] ?? Infinity);
    }
    expect(parts.join('\n')).toBe(content);
  });

  test('R9.2 a line too long to show whole is shown by characters', async () => {
    const session = begin();
    await write(session, 'a.txt', `short\n${'x'.repeat(20_000)}\nlast`);
    const { text } = await session.call('files', { action: 'read', name: 'a.txt', line: 2 });
    expect(text).toMatch(/^“a\.txt”, characters 6 to 12006 of 20011\. More from 12006 on\. \(41 % .*\)\n\nx{12000}$/);
    expect((await session.call('files', { action: 'read', name: 'a.txt', line: 1 })).text).toMatch(/\n\nshort$/);
  });

  test('R9.7 what a tool kept is read, too, by its name or its id', async () => {
    const session = begin();
    await session.keep(page);
    expect((await session.call('files', { action: 'read', name: page.name })).text).toContain('A page.');
    expect((await session.call('files', { action: 'read', name: page.id })).text).toContain('A page.');
  });

  test('R9.2 read_artifact searches in a written file', async () => {
    const session = begin();
    await write(session, 'long.txt', content);
    const found = await session.call('read_artifact', { file: 'long.txt', search: 'line 500 ' });
    expect(found.text).toContain('occurs once in “long.txt”');
  });

  test('R6.2 a missing file is missing, and those that are there are named', async () => {
    const session = begin();
    const read = (name: string) => session.call('files', { action: 'read', name });
    expect((await read('a.md')).text).toBe('This session has no file “a.md”. It has no files yet.');
    await write(session, 'b.md');
    expect(await read('../b.md')).toMatchObject({
      ok: false,
      text: 'This session has no file “../b.md”. The files are: “b.md”.',
      failure: { code: 'not_found' },
    });
  });
});

describe('listing', () => {
  test('R9.7 list shows name, size and time, sorted by name; what tools kept is apart', async () => {
    const session = begin();
    expect((await session.call('files', { action: 'list' })).text).toBe('There are no files here.');
    await session.keep(page);
    await write(session, 'part 10.md', 'x'.repeat(1234));
    await write(session, 'part 9.md', 'x');
    await write(session, 'data/2024.csv', 'a');
    const { text, output } = await session.call('files', { action: 'list' });
    expect(text).toBe(
      [
        '3 files here:',
        '“data/2024.csv”, 1 byte, Wed 2026-01-14 10:00',
        '“part 9.md”, 1 byte, Wed 2026-01-14 10:00',
        '“part 10.md”, 1.2 KB, Wed 2026-01-14 10:00',
        '1 more kept from tools: list with show kept.',
      ].join('\n'),
    );
    expect(output).toContainEqual({
      name: 'part 9.md',
      size: 1,
      mime: 'text/markdown',
      written: '2026-01-14T09:00:00.000Z',
    });
    expect((await session.call('files', { action: 'list', show: 'kept' })).text).toBe(
      '1 file kept from tools:\n“example.org.md”, 0 bytes, Wed 2026-01-14 10:00, from https://example.org',
    );
    expect((await session.call('files', { action: 'list', show: 'all' })).text).toMatch(/^4 files in all:/);
  });

  test('R9.2 a long list is shown in part, and can be read on', async () => {
    const session = begin();
    for (let at = 0; at < 60; at += 1) await write(session, `${at}.txt`);
    const { text } = await session.call('files', { action: 'list' });
    expect(text.split('\n')).toHaveLength(52);
    expect(text).toMatch(/“49\.txt”.*\nand 10 more: list with from 50$/);
    expect((await session.call('files', { action: 'list', from: 50 })).text).toMatch(/:\n“50\.txt”[^]*“59\.txt”.*$/);
  });
});

describe('deleting', () => {
  test('R9.7 R12.6 delete marks a file as deleted and keeps it; its name is free again', async () => {
    const session = begin();
    await write(session, 'a.md', 'old');
    const [file] = filesOf(session);
    session.clock.advance(1000);
    const result = await session.call('files', { action: 'delete', name: 'A.md' });
    const [deleted] = filesOf(session);
    expect(deleted).toEqual({ ...file, deleted_at: '2026-01-14T09:00:01.000Z' });
    expect(result).toMatchObject({
      text: 'Deleted “a.md”.',
      written: [{ store: 'files', id: file!.id, change: 'deleted', hash: contentHash(deleted!) }],
    });
    expect((await session.call('files', { action: 'read', name: 'a.md' })).failure?.code).toBe('not_found');
    await write(session, 'a.md', 'new');
    expect(filesOf(session).map(({ content }) => content)).toEqual(['old', 'new']);
  });

  test('R9.12 deleting asks each time and names the file; nothing else asks', () => {
    const box = toolbox([filesTool]);
    const accessOf = (input: unknown) => {
      const call = box.check('files', input);
      return call.ok ? call.access : null;
    };
    expect(accessOf({ action: 'delete', name: 'data/2024.csv' })).toEqual({
      origin: null,
      private_address: false,
      subject: '“data/2024.csv”',
      rule: 'always_ask',
    });
    expect(accessOf({ action: 'write', name: 'a.md', content: 'x' })?.rule).toBe('free');
    expect(accessOf({ action: 'list' })?.rule).toBe('free');
  });

  test('R9.7 what a tool kept is part of the record and cannot be deleted', async () => {
    const session = begin();
    await session.keep(page);
    expect(await session.call('files', { action: 'delete', name: page.name })).toMatchObject({
      text: '“example.org.md” was kept from a tool, as part of the record; it cannot be deleted.',
      failure: { code: 'unsupported' },
    });
    expect((await session.call('files', { action: 'delete', name: 'x' })).failure?.code).toBe('not_found');
  });

  test('R9.7 where several have the name, one of them is deleted by its id', async () => {
    const session = begin();
    for (const id of ['f1', 'f2']) await session.keep({ id, name: 'a.bin', content: 'x', kind: 'file' });
    expect((await session.call('files', { action: 'delete', name: 'a.bin' })).text).toBe(
      'Several files have the name “a.bin”: give as name one of their ids, f1, f2.',
    );
    expect((await session.call('files', { action: 'delete', name: 'f1' })).ok).toBe(true);
    expect(session.storage.tables.files.get('f2')?.deleted_at).toBeNull();
  });
});

test.each([
  ['sales.csv', { failure: 'missing_file', name: 'sales.csv' }],
  ['file_0123456789ab', { failure: 'missing_file', name: '' }],
  ['letter.docx', { failure: 'unreadable_word', name: 'letter.docx' }],
  ['scan.pdf', { failure: 'unreadable_pdf', name: 'scan.pdf' }],
  ['photo.png', { failure: 'unreadable_image', name: 'photo.png' }],
])('R9.7 a failed reading of %s names for the person what is wrong', async (name, cause) => {
  const session = begin();
  for (const [held, mime] of [
    ['letter.docx', 'application/octet-stream'],
    ['scan.pdf', 'application/pdf'],
    ['photo.png', 'image/png'],
  ] as const)
    await session.keep({ id: held, name: held, kind: 'file', mime, content: `data:${mime};base64,AA` });
  expect((await session.call('files', { action: 'read', name })).cause).toEqual(cause);
});
