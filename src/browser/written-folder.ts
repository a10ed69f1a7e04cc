import type { Folder, FolderFault } from '../ports/folder.ts';
import { contentBlob } from './content-blob.ts';

/** A folder over the File System Access API. */
export class WrittenFolder implements Folder {
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
  ): Promise<FolderFault | null> {
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

async function isSame(there: File, wanted: Blob): Promise<boolean> {
  if (there.size !== wanted.size || wanted.size === 0) return there.size === wanted.size;
  const [a, b] = await Promise.all([there.arrayBuffer(), wanted.arrayBuffer()]);
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)];
  return left.every((byte, at) => byte === right[at]);
}

function faultOf(error: unknown, path: string): FolderFault {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'NotAllowedError' || name === 'SecurityError') return { code: 'denied' };
  if (name === 'NotFoundError') return { code: 'gone' };
  if (name === 'QuotaExceededError') return { code: 'full' };
  return { code: 'failed', path, detail: message };
}
