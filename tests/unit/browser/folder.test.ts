import { afterEach, expect, test, vi } from 'vitest';
import { BrowserFolder, FileSystemFolder } from '../../../src/browser/files/folder.ts';
import { storageQuota } from '../../../src/browser/files/storage-quota.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A directory handle in memory, as the File System Access API has them. */
class Directory {
  readonly kind = 'directory';
  readonly entries = new Map<string, Directory | Blob>();
  opened = 0;
  refusal: DOMException | null = null;
  constructor(readonly name: string) {}

  async *values() {
    for (const [name, entry] of this.entries) yield { name, kind: entry instanceof Directory ? 'directory' : 'file' };
  }

  async getDirectoryHandle(name: string): Promise<Directory> {
    if (this.refusal) throw this.refusal;
    const made = this.entries.get(name) ?? new Directory(name);
    this.entries.set(name, made);
    return made as Directory;
  }

  async getFileHandle(name: string) {
    if (this.refusal) throw this.refusal;
    if (!this.entries.has(name)) this.entries.set(name, new Blob([]));
    return {
      getFile: async () => this.entries.get(name),
      createWritable: async () => {
        this.opened += 1;
        let written = new Blob([]);
        return { write: async (blob: Blob) => (written = blob), close: async () => this.entries.set(name, written) };
      },
    };
  }
}

const folderOver = (root: Directory) => new FileSystemFolder(root as unknown as FileSystemDirectoryHandle);
const text = (content: string) => ({ mime: 'text/plain', content });

test('R12.5 a file is written with its sub-folders, and one that holds just this is left alone', async () => {
  const root = new Directory('Backups');
  const folder = folderOver(root);
  expect(await folder.write(['S-1', 'data', 'a.txt'], text('one'))).toBeNull();
  const data = await (await root.getDirectoryHandle('S-1')).getDirectoryHandle('data');
  const stored = async () => (data.entries.get('a.txt') as Blob).text();
  expect(await stored()).toBe('one');
  expect(await folder.write(['S-1', 'data', 'a.txt'], text('one'))).toBeNull();
  expect(data.opened).toBe(1);
  expect(await folder.write(['S-1', 'data', 'a.txt'], text('two'))).toBeNull();
  expect([data.opened, await stored()]).toEqual([2, 'two']);
  expect(await folder.write(['S-1', 'data', 'a.txt'], text('data:image/png;base64,AQID'))).toBeNull();
  expect(new Uint8Array(await (data.entries.get('a.txt') as Blob).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  expect(await folder.folders()).toEqual(['S-1']);
});

test('R12.5 what keeps a file from being written is named', async () => {
  const root = new Directory('Backups');
  const cases = [
    ['NotAllowedError', { code: 'denied' }],
    ['NotFoundError', { code: 'gone' }],
    ['QuotaExceededError', { code: 'full' }],
    ['TypeMismatchError', { code: 'failed', path: 'S-1/a.txt', detail: 'no' }],
  ] as const;
  for (const [name, fault] of cases) {
    root.refusal = new DOMException('no', name);
    expect(await folderOver(root).write(['S-1', 'a.txt'], text('x'))).toEqual(fault);
  }
});

const table = () => {
  const rows = new Map<string, unknown>();
  return {
    rows,
    get: async (key: string) => rows.get(key),
    put: async (handle: unknown, key: string) => rows.set(key, handle),
    delete: async (key: string) => void rows.delete(key),
  };
};

test('R12.5 a browser without the picker offers no folder', async () => {
  const folder = new BrowserFolder(table());
  expect([folder.offered, await folder.pick(), await folder.current(), await folder.isAllowed()]).toEqual([
    ...[false, null, null, false],
  ]);
});

test('R12.5 the picked folder is remembered until it is forgotten; not choosing one leaves all as it was', async () => {
  const handles = table();
  const folder = new BrowserFolder(handles);
  const root = new Directory('Backups');
  vi.stubGlobal('showDirectoryPicker', async (options: unknown) => {
    expect(options).toEqual({ mode: 'readwrite', id: 'cairn' });
    return root;
  });
  expect((await folder.pick())?.name).toBe('Backups');
  expect(handles.rows.get('backup')).toBe(root);
  vi.stubGlobal('showDirectoryPicker', () => Promise.reject(new DOMException('no', 'AbortError')));
  expect(await folder.pick()).toBeNull();
  expect((await folder.current())?.name).toBe('Backups');
  expect([await folder.isAllowed(), await folder.allow()]).toEqual([true, true]);
  await folder.forget();
  expect(await folder.current()).toBeNull();
});

test('R12.5 permission is asked for where the browser wants it', async () => {
  const handles = table();
  let state: PermissionState = 'prompt';
  const asking = {
    queryPermission: async () => state,
    requestPermission: async () => (state = 'granted'),
  };
  handles.rows.set('backup', Object.assign(new Directory('Backups'), asking));
  const folder = new BrowserFolder(handles);
  expect(await folder.isAllowed()).toBe(false);
  expect(await folder.allow()).toBe(true);
  expect(await folder.isAllowed()).toBe(true);
});

test('R12.4 what the browser does not say about its room is no fault', async () => {
  const silent = storageQuota(undefined);
  expect([await silent.figures(), await silent.isPromised(), await silent.ask()]).toEqual([null, false, false]);
  const failing = { estimate: () => Promise.reject(new Error('no')), persisted: () => Promise.reject(new Error('no')) };
  const broken = storageQuota(failing as unknown as StorageManager);
  expect([await broken.figures(), await broken.isPromised()]).toEqual([null, false]);
  const told = { estimate: async () => ({ usage: 5, quota: 50 }), persisted: async () => true };
  const room = storageQuota(told as unknown as StorageManager);
  expect([await room.figures(), await room.isPromised()]).toEqual([{ used: 5, allowed: 50 }, true]);
});
