import type { JournalTransaction } from '../../src/ports/journal.ts';
import { MemoryJournal } from '../fakes/memory-journal.ts';
import { MemoryStorage } from '../fakes/memory-storage.ts';
import type { MemoryTables } from '../fakes/memory-tables.ts';

/** Memory that tells of each moment at which a tab may die: before and after every transaction. */
export class SimStorage extends MemoryStorage {
  /** Resolves at once, or never if the tab dies here. */
  point: () => Promise<void> = async () => undefined;
  /** A change of this number shows that something is going on. */
  activity = 0;

  override async transact<T>(work: (tables: MemoryTables) => Promise<T>): Promise<T> {
    this.activity += 1;
    await this.point();
    const result = await super.transact(work);
    this.activity += 1;
    await this.point();
    return result;
  }
}

/** A journal that forgets each `nth` record of a result: a fault the simulation must find. */
export class ForgetfulJournal extends MemoryJournal {
  nth = Infinity;
  #appended = 0;

  override transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T> {
    return super.transact((transaction) =>
      work({
        ...transaction,
        append: async (entry) => {
          this.#appended += 1;
          if (this.#appended % this.nth !== 0) await transaction.append(entry);
        },
      }),
    );
  }
}
