import type { CairnDatabase } from './database.ts';
import { erasing, markName } from './stored-mark.ts';

const patience = 5000;

/** The deletion of a database, which the mark outlives until it is done. */
export class Erasure {
  readonly #database: CairnDatabase;
  readonly #mark: Storage;
  readonly #wait: (ms: number) => Promise<void>;
  #deletion: Promise<'done' | 'refused'> | null = null;

  constructor(database: CairnDatabase, mark: Storage, wait: (ms: number) => Promise<void>) {
    this.#database = database;
    this.#mark = mark;
    this.#wait = wait;
  }

  /** The end of the deletion, which is begun only once; `held` where it has not come yet. */
  async erase(): Promise<'done' | 'held' | 'refused'> {
    return Promise.race([this.#end(), this.#wait(patience).then(() => 'held' as const)]);
  }

  /** Waits for the end, and lets the database begin anew. */
  async finish(): Promise<void> {
    if ((await this.#end()) === 'done') this.#mark.removeItem(markName);
  }

  #end(): Promise<'done' | 'refused'> {
    return (this.#deletion ??= this.#delete());
  }

  async #delete(): Promise<'done' | 'refused'> {
    const before = this.#mark.getItem(markName);
    this.#mark.setItem(markName, erasing);
    try {
      await this.#database.delete();
      return 'done';
    } catch {
      this.#deletion = null;
      if (before === null) this.#mark.removeItem(markName);
      else this.#mark.setItem(markName, before);
      return 'refused';
    }
  }
}
