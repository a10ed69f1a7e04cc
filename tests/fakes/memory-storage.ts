import type { JournalEntry } from '../../src/task/journal.ts';
import type { Run } from '../../src/task/run.ts';
import { MemoryTables } from './memory-tables.ts';

/**
 * The storage that outlives a tab: journals over it share its data, and the staged writes of a dropped journal are
 * lost. If `refusal` is set, every transaction fails with it, as on a full disk.
 */
export class MemoryStorage {
  tables = new MemoryTables();
  refusal: Error | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** Runs `work` on a copy, which replaces the tables unless `work` throws. Transactions run one at a time. */
  transact<T>(work: (tables: MemoryTables) => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      if (this.refusal) throw this.refusal;
      const draft = this.tables.copy();
      const result = await work(draft);
      this.tables = draft;
      return result;
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Resolves once all transactions that have begun are over. */
  async idle(): Promise<void> {
    await this.#turn;
  }

  /** The latest task of a session, or null. */
  run(sessionId: string): Run | null {
    return [...this.tables.runs.values()].findLast((run) => run.session_id === sessionId) ?? null;
  }

  /** Returns the whole journal of a session, oldest first. */
  journal(sessionId: string): JournalEntry[] {
    return this.tables.journal.filter((entry) => entry.session_id === sessionId);
  }
}
