import type { Folder, FolderError, PickedFolder } from '../../src/ports/folder.ts';

/** A person's folder in memory; `fault` returns the error of a write, null if it succeeds. */
export class MemoryFolder implements Folder, PickedFolder {
  readonly offered = true;
  readonly files: Record<string, string> = {};
  writes: string[] = [];
  fault: (path: string) => FolderError | null = () => null;
  picked = false;
  permitted = true;

  constructor(readonly name = 'Backups') {}

  async folders(): Promise<readonly string[]> {
    return [...new Set(Object.keys(this.files).flatMap((path) => path.split('/').slice(0, 1)))];
  }

  async write(path: readonly string[], { content }: { content: string }): Promise<FolderError | null> {
    const key = path.join('/');
    const fault = this.fault(key);
    if (fault) return fault;
    if (this.files[key] !== content) this.writes.push(key);
    this.files[key] = content;
    return null;
  }

  async pick(): Promise<Folder | null> {
    this.picked = true;
    return this;
  }

  async current(): Promise<Folder | null> {
    return this.picked ? this : null;
  }

  async isAllowed(): Promise<boolean> {
    return this.picked && this.permitted;
  }

  async allow(): Promise<boolean> {
    this.permitted = this.picked;
    return this.permitted;
  }

  async forget(): Promise<void> {
    this.picked = false;
  }
}
