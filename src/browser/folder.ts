import type { Folder, PickedFolder } from '../ports/folder.ts';
import { WrittenFolder } from './written-folder.ts';

/** Where the browser's handle of the folder is kept between visits. */
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

/** The folder that the person picks with the browser's own dialog, where there is one. */
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
      return new WrittenFolder(handle);
    } catch {
      return null;
    }
  }

  async current(): Promise<Folder | null> {
    const handle = await this.#handle();
    return handle && new WrittenFolder(handle);
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
    const kept = await Promise.resolve(this.#handles.get(place)).catch(() => null);
    return isHandle(kept) ? kept : null;
  }
}

function picker(): Picker | null {
  const { showDirectoryPicker: pick } = globalThis as { showDirectoryPicker?: Picker };
  return pick ? (options) => pick.call(globalThis, options) : null;
}

function isHandle(kept: unknown): kept is Handle {
  return typeof kept === 'object' && kept !== null && 'getDirectoryHandle' in kept;
}

/** A handle that cannot be asked may always be written to. */
async function isGranted(answer: Promise<PermissionState> | undefined): Promise<boolean> {
  try {
    return ((await answer) ?? 'granted') === 'granted';
  } catch {
    return false;
  }
}
