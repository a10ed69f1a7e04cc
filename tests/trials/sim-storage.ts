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

/** A journal that forgets each `nth` record of a result, or staged reply: faults the simulation must find. */
export class ForgetfulJournal extends MemoryJournal {
  nth = Infinity;
  nthReply = Infinity;
  #appended = 0;
  #replies = 0;

  override stage(change: Parameters<MemoryJournal['stage']>[0]): void {
    const entries = change.entries?.filter(({ effect }) => {
      if (effect === undefined) return true;
      this.#replies += 1;
      return this.#replies % this.nthReply !== 0;
    });
    super.stage({ ...change, ...(entries && { entries }) });
  }

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
