// @vitest-environment jsdom
import { type OfficeWriteRequest, writeOffice } from '../../../src/formats/office/write-office.ts';
import { flushSync } from 'svelte';
import { contentBlob } from '../../../src/browser/files/save-file.ts';
import { expect, test } from 'vitest';
import type { SessionFile } from '../../../src/records/session-file.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { SessionFiles } from '../../../src/ui/files/session-files.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { encoded } from '../../fixtures/encoded.ts';

const file = (id: string, name: string, kind: SessionFile['kind']): SessionFile => ({
  id,
  session_id: 's',
  name,
  mime: 'text/csv',
  size: 3,
  content: 'a,b',
  kind,
  source: null,
  created_at: '2026-01-14T09:00:00.000Z',
  deleted_at: null,
});
const rows = [file('f1', 'data/sub/2024.csv', 'file'), file('f2', 'page.md', 'artifact'), file('f3', 'b.csv', 'file')];

function opened(own: SessionFile[] = []) {
  const zipped: [name: string, files: string[]][] = [];
  const saved: [name: string, mime: string, content: string][] = [];
  const toasts = new Toasts();
  const files = {
    list: () => ({ subscribe: (next: (value: SessionFile[]) => void) => (next(rows), () => undefined) }),
    get: async (id: string) => rows.find((row) => row.id === id),
    own: async () => own,
  };
  const sessions = { get: async () => ({ title: 'Trip: Rome' }) };
  const saveZip: App['dependencies']['saveZip'] = async (name, files) => {
    zipped.push([name, files.map((each) => each.name)]);
  };
  const saveFile = (...given: (typeof saved)[number]) => void saved.push(given);
  const dependencies = { stores: { files, sessions }, saveFile, saveZip } as unknown as App['dependencies'];
  return { files: new SessionFiles({ dependencies, words: new Translator(), toasts }, 's'), saved, zipped, toasts };
}

test('R9.7 files that were written stand apart from what tools kept', () => {
  const { files } = opened();
  const shown: (string[] | undefined)[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      shown.push(
        files.written?.map(({ name }) => name),
        files.kept?.map(({ name }) => name),
      );
    });
  });
  flushSync();
  stop();
  expect(shown.slice(-2)).toEqual([['data/sub/2024.csv', 'b.csv'], ['page.md']]);
});

test('R9.7 a file is downloaded under its own name, without its sub-folders', async () => {
  const { files, saved } = opened();
  await files.download('f1');
  await files.download('f3');
  expect(saved).toEqual([
    ['2024.csv', 'text/csv', 'a,b'],
    ['b.csv', 'text/csv', 'a,b'],
  ]);
});

test('R9.7 a text is downloaded as a file of Word or Excel, by its name or as the person asks', async () => {
  const saved: [name: string, mime: string, content: string][] = [];
  const zipped: string[] = [];
  const all = [
    { ...file('f1', 'a/report.docx', 'file'), mime: 'text/markdown', content: '# Report' },
    { ...file('f2', 'sums.csv', 'file'), content: `a,b\n${'x'.repeat(40_000)},1\n` },
  ];
  const dependencies = {
    stores: {
      files: {
        list: () => ({ subscribe: () => () => undefined }),
        own: async () => all,
        get: async (id: string) => all.find((each) => each.id === id),
      },
      sessions: { get: async () => undefined },
    },
    withoutApiKeys: async <T>(value: T) => value,
    fileWriters: async () => ({ writeOffice: async (request: OfficeWriteRequest) => writeOffice(request) }),
    saveFile: (...parts: (typeof saved)[number]) => void saved.push(parts),
    saveZip: async (_: string, files: { content: string }[]) =>
      void zipped.push(...files.map(({ content }) => content.slice(0, 40))),
  } as unknown as App['dependencies'];
  const [words, toasts] = [new Translator(), new Toasts()];
  await words.setLanguage('en');
  await words.loadAll();
  const files = new SessionFiles({ dependencies, words, toasts }, 's');
  await files.download('f1');
  await files.downloadAs('f2', 'xlsx');
  await files.downloadAll();
  expect(saved.map(([name, mime]) => [name, mime.split('.').at(-1)])).toEqual([
    ['report.docx', 'document'],
    ['sums.xlsx', 'sheet'],
  ]);
  expect(saved.map(([, mime, content]) => content.startsWith(`data:${mime};base64,UEsDB`))).toEqual([true, true]);
  expect(zipped).toEqual([expect.stringContaining('data:application/'), expect.stringContaining('a,b')]);
  expect(toasts.list.map(({ text }) => text)).toEqual([
    '1 cell of “sums.xlsx” was cut or left out: Excel takes 32,767 characters in a cell, and 16,384 columns.',
  ]);
});

test('R9.7 a file that cannot be made is told, and the zip holds the others', async () => {
  const zipped: string[] = [];
  const all = [{ ...file('f1', 'a/report.docx', 'file'), content: '# Report' }, file('f2', 'sums.csv', 'file')];
  const dependencies = {
    stores: {
      files: { list: () => ({ subscribe: () => () => undefined }), own: async () => all },
      sessions: { get: async () => undefined },
    },
    withoutApiKeys: () => Promise.reject(new Error('no keys')),
    saveZip: async (_: string, files: { name: string }[]) => void zipped.push(...files.map(({ name }) => name)),
  } as unknown as App['dependencies'];
  const [words, toasts] = [new Translator(), new Toasts()];
  await words.setLanguage('en');
  await words.loadAll();
  await new SessionFiles({ dependencies, words, toasts }, 's').downloadAll();
  expect(zipped).toEqual(['sums.csv']);
  expect(toasts.list.map(({ text }) => text)).toEqual(['“report.docx” could not be made.']);
});

test('R9.7 a file that is gone is not downloaded, and the person is told', async () => {
  const { files, saved, toasts } = opened();
  await files.download('nope');
  expect(saved).toEqual([]);
  expect(toasts.list).toMatchObject([{ tone: 'refused' }]);
});

test('R14.4 a file is renamed in its folder, keeps its ending, and can have its old name back', async () => {
  const renamed: [id: string, name: string][] = [];
  const rename = async (id: string, name: string) => {
    renamed.push([id, name]);
    return name;
  };
  const toasts = new Toasts();
  const words = new Translator();
  await words.loadAll();
  const list = () => ({ subscribe: () => () => undefined });
  const dependencies = { stores: { files: { list, rename } } } as unknown as App['dependencies'];
  const files = new SessionFiles({ dependencies, words, toasts }, 's');
  await files.rename(file('f1', 'data/sub/2024.csv', 'file'), 'a/b: 2025');
  await files.rename(file('f1', 'b.csv', 'file'), ' b.csv ');
  expect(renamed).toEqual([['f1', 'data/sub/a b 2025.csv']]);
  expect(toasts.list.at(-1)?.text).toBe('“data/sub/2024.csv” is now “data/sub/a b 2025.csv”.');
  toasts.list.at(-1)?.action?.run();
  await expect.poll(() => renamed.at(-1)).toEqual(['f1', 'data/sub/2024.csv']);
});

test('R9.7, R13.4 no name of a file leads out of the archive that all of them are downloaded in', async () => {
  const names = ['data/2024.csv', '../../x.txt', '/etc/passwd', 'C:\\x.txt', 'plan.json', 'PLAN.json'];
  const { files, zipped } = opened(names.map((name, at) => file(`f${at}`, name, 'file')));
  await files.downloadAll();
  const safe = ['data/2024.csv', '_/_/x.txt', 'etc/passwd', 'C x.txt', 'plan.json', 'PLAN (2).json'];
  expect(zipped).toEqual([['Trip Rome.zip', safe]]);
});

test('R9.7 an added text whose encoding was guessed can be read again in another one, as long as nothing has changed it', async () => {
  const stored = new Map<string, SessionFile>();
  const toasts = new Toasts();
  const words = new Translator();
  await words.loadAll();
  const shown: (string | null)[] = [];
  const stores = {
    files: {
      list: () => ({ subscribe: () => () => undefined }),
      add: async (added: SessionFile) => (stored.set(added.id, added), added),
      rewrite: async (id: string, before: string, content: string) => {
        const row = stored.get(id);
        if (row?.content !== before) return false;
        stored.set(id, { ...row, content });
        return true;
      },
    },
  };
  const dependencies = { stores, clock: new FakeClock(), withoutApiKeys: async <T>(value: T) => value };
  const app = { dependencies: dependencies as unknown as App['dependencies'], words, toasts };
  const show: App['show'] = (_, thing) => shown.push(thing ?? null);
  /** The files as another page or a later visit has them. */
  let files = new SessionFiles({ ...app, show }, 's');
  const present = () => [...stored.values()].at(-1)!;

  await files.add([new File([new Uint8Array(encoded('Купить молоко и хлеб', 'windows-1251'))], 'list.txt')]);
  expect(files.encodingOf(present())).toBe('windows-1251');
  toasts.list.find(({ action }) => action)?.action?.run();
  expect(shown).toEqual([present().id]);
  files = new SessionFiles({ ...app, show }, 's');

  expect(await files.readAs(present(), 'windows-1252')).toMatchObject({ content: 'Êóïèòü ìîëîêî è õëåá' });
  expect(files.encodingOf(present())).toBe('windows-1252');
  expect(await files.readAs(present(), 'utf-8')).toBeNull();
  expect(toasts.list.at(-1)?.text).toBe('Not all of “list.txt” is text in this encoding. It stays as it was.');
  expect(await files.readAs(present(), 'windows-1251')).toMatchObject({ content: 'Купить молоко и хлеб' });

  const before = present();
  const { original: _, ...written } = before;
  stored.set(before.id, { ...written, content: 'written by a tool' });
  expect(files.encodingOf(present())).toBeNull();
  expect(await files.readAs(before, 'koi8-r')).toBeNull();
  expect(present().content).toBe('written by a tool');

  await files.add([new File(['plain'], 'plain.txt')]);
  expect(files.encodingOf(present())).toBeNull();
  await files.add([
    new File([Buffer.concat([Buffer.from('å½ç™»éñ 登録 '.repeat(9)), Buffer.from([0xff, 0xe5])])], 'odd.txt'),
  ]);
  expect(files.encodingOf(present())).toBe('');
  expect(toasts.list.some(({ text }) => text.includes('\n2 letters of “odd.txt” could not be read.'))).toBe(true);
});

test('R9.7 an added text comes back byte for byte, also within the archive', async () => {
  const texts = {
    'bom.csv': Buffer.from('\ufeffName;Umsatz\nSüd;1\n'),
    'latin1.csv': Buffer.from('Name;Umsatz\nSüd;1\nGrüße aus Köln\n', 'latin1'),
    'broken.csv': Buffer.concat([Buffer.from('a;b\nä;'), Buffer.from([0xff, 0xfe, 0x0a])]),
    'plain.csv': Buffer.from('Name;Umsatz\nSüd;1\n'),
  };
  const stored = new Map<string, SessionFile>();
  const saved: Record<string, string> = {};
  const words = new Translator();
  await words.loadAll();
  const zipped: Record<string, string> = {};
  const dependencies = {
    stores: {
      files: {
        list: () => ({ subscribe: () => () => undefined }),
        add: async (added: SessionFile) => (stored.set(added.id, added), added),
        get: async (id: string) => stored.get(id),
        own: async () => [...stored.values()],
      },
      sessions: { get: async () => undefined },
    },
    ...{ clock: new FakeClock(), withoutApiKeys: async <T>(value: T) => value },
    saveFile: (name: string, _: string, content: string) => (saved[name] = content),
    saveZip: async (_: string, all: { name: string; content: string }[]) =>
      all.forEach(({ name, content }) => (zipped[name] = content)),
  };
  const app = { dependencies: dependencies as unknown as App['dependencies'], words, toasts: new Toasts() };
  const files = new SessionFiles(app, 's');
  await files.add(Object.entries(texts).map(([name, bytes]) => new File([new Uint8Array(bytes)], name)));
  for (const { id } of stored.values()) await files.download(id);
  await files.downloadAll();
  for (const each of [saved, zipped])
    for (const [name, bytes] of Object.entries(texts))
      expect(Buffer.from(await contentBlob('text/csv', each[name] ?? '').arrayBuffer())).toEqual(bytes);
  expect([...stored.values()].map(({ original }) => original !== undefined)).toEqual([true, true, true, false]);
});
