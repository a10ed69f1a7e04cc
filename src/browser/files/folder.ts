import type { Folder, FolderError, PickedFolder } from '../../ports/folder.ts';
import { contentBlob } from './save-file.ts';

/** A folder over the File System Access API. */
export class FileSystemFolder implements Folder {
  readonly #root: FileSystemDirectoryHandle;

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  get name(): string {
    return this.#root.name;
  }

  async folders(): Promise<readonly string[]> {
    const names: string[] = [];
    try {
      for await (const entry of this.#root.values()) if (entry.kind === 'directory') names.push(entry.name);
    } catch {
      return [];
    }
    return names;
  }

  async write(
    path: readonly string[],
    { mime, content }: { mime: string; content: string },
  ): Promise<FolderError | null> {
    const blob = contentBlob(mime, content);
    try {
      let folder = this.#root;
      for (const name of path.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      const file = await folder.getFileHandle(path.at(-1) ?? '', { create: true });
      if (await isSame(await file.getFile(), blob)) return null;
      const stream = await file.createWritable();
      await stream.write(blob);
      await stream.close();
      return null;
    } catch (error) {
      return faultOf(error, path.join('/'));
    }
  }
}

async function isSame(there: File, expectedContent: Blob): Promise<boolean> {
  if (there.size !== expectedContent.size || expectedContent.size === 0) return there.size === expectedContent.size;
  const [a, b] = await Promise.all([there.arrayBuffer(), expectedContent.arrayBuffer()]);
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.every((byte, at) => byte === right[at]);
}

function faultOf(error: unknown, path: string): FolderError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'NotAllowedError' || name === 'SecurityError') return { code: 'denied' };
  if (name === 'NotFoundError') return { code: 'gone' };
  if (name === 'QuotaExceededError') return { code: 'full' };
  return { code: 'failed', path, detail: message };
}

/** Stores the folder's browser handle between visits. */
interface HandleTable {
  get(key: string): PromiseLike<unknown>;
  put(handle: unknown, key: string): PromiseLike<unknown>;
  delete(key: string): PromiseLike<void>;
}

interface Asking {
  queryPermission?(wanted: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(wanted: { mode: 'readwrite' }): Promise<PermissionState>;
}
type Handle = FileSystemDirectoryHandle & Asking;
type Picker = (options: { mode: 'readwrite'; id: string }) => Promise<Handle>;

const place = 'backup';
const mode = 'readwrite';

/** The folder that the person picks in the browser's dialog, if it has one. */
export class BrowserFolder implements PickedFolder {
  readonly #handles: HandleTable;

  constructor(handles: HandleTable) {
    this.#handles = handles;
  }

  get offered(): boolean {
    return picker() !== null;
  }

  async pick(): Promise<Folder | null> {
    try {
      const handle = await picker()?.({ mode, id: 'cairn' });
      if (!handle) return null;
      await this.#handles.put(handle, place);
      return new FileSystemFolder(handle);
    } catch {
      return null;
    }
  }

  async current(): Promise<Folder | null> {
    const handle = await this.#handle();
    return handle && new FileSystemFolder(handle);
  }

  async isAllowed(): Promise<boolean> {
    const handle = await this.#handle();
    return handle !== null && (await isGranted(handle.queryPermission?.({ mode })));
  }

  async allow(): Promise<boolean> {
    const handle = await this.#handle();
    return handle !== null && (await isGranted(handle.requestPermission?.({ mode })));
  }

  async forget(): Promise<void> {
    await Promise.resolve(this.#handles.delete(place)).catch(() => undefined);
  }

  async #handle(): Promise<Handle | null> {
    const folderHandle = await Promise.resolve(this.#handles.get(place)).catch(() => null);
    return isHandle(folderHandle) ? folderHandle : null;
  }
}

function picker(): Picker | null {
  const { showDirectoryPicker: pick } = globalThis as { showDirectoryPicker?: Picker };
  return pick ? (options) => pick.call(globalThis, options) : null;
}

function isHandle(folderHandle: unknown): folderHandle is Handle {
  return typeof folderHandle === 'object' && folderHandle !== null && 'getDirectoryHandle' in folderHandle;
}

/** True if writing is permitted; a handle without permission queries is always writable. */
async function isGranted(answer: Promise<PermissionState> | undefined): Promise<boolean> {
  try {
    return ((await answer) ?? 'granted') === 'granted';
  } catch {
    return false;
  }
}
