import type { Folder, FolderFault } from '../ports/folder.ts';
import type { Stores } from '../ports/stores.ts';
import { SessionCopy } from './session-copy.ts';

/** The copies of all sessions in one folder; given another folder, they begin anew there. */
export class SessionCopies {
  readonly #stores: Pick<Stores, 'sessions' | 'files'>;
  readonly #copies = new Map<string, SessionCopy>();
  #folder = '';

  constructor(stores: Pick<Stores, 'sessions' | 'files'>) {
    this.#stores = stores;
  }

  /** Brings one up to date. What the stores cannot hand out is left as it was. */
  async update(folder: Folder, sessionId: string): Promise<FolderFault | null> {
    if (folder.name !== this.#folder) this.forget();
    this.#folder = folder.name;
    const copy = this.#copies.get(sessionId) ?? new SessionCopy(folder, this.#stores, sessionId);
    this.#copies.set(sessionId, copy);
    return copy.update().catch(() => null);
  }

  /** Nothing is taken for written any more. */
  forget(): void {
    this.#copies.clear();
  }
}
