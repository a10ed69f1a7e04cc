import type { CairnDatabase } from './database.ts';
import { deletionMarkerValue, databaseFlagKey } from './stored-mark.ts';

const patience = 5000;

/**
 * Deletes a database. A mark in separate storage says that the deletion has begun, so that the next opening completes
 * it.
 */
export class DatabaseErasure {
  readonly #database: CairnDatabase;
  readonly #mark: Storage;
  readonly #wait: (ms: number) => Promise<void>;
  #deletion: Promise<'done' | 'refused'> | null = null;

  constructor(database: CairnDatabase, mark: Storage, wait: (ms: number) => Promise<void>) {
    this.#database = database;
    this.#mark = mark;
    this.#wait = wait;
  }

  /**
   * Deletes the database, and resolves to the outcome; `held` if it takes longer than `patience`, while the deletion
   * continues.
   */
  async erase(): Promise<'done' | 'held' | 'refused'> {
    return Promise.race([this.#end(), this.#wait(patience).then(() => 'held' as const)]);
  }

  /** Completes the deletion and removes the mark, so that a new database may be created. */
  async finish(): Promise<void> {
    if ((await this.#end()) === 'done') this.#mark.removeItem(databaseFlagKey);
  }

  #end(): Promise<'done' | 'refused'> {
    return (this.#deletion ??= this.#delete());
  }

  async #delete(): Promise<'done' | 'refused'> {
    const before = this.#mark.getItem(databaseFlagKey);
    this.#mark.setItem(databaseFlagKey, deletionMarkerValue);
    try {
      await this.#database.delete();
      return 'done';
    } catch {
      this.#deletion = null;
      if (before === null) this.#mark.removeItem(databaseFlagKey);
      else this.#mark.setItem(databaseFlagKey, before);
      return 'refused';
    }
  }
}
