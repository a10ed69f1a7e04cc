import { Dexie, type Table, type Transaction } from 'dexie';
import { JournalEntry, type NewEntry } from '../domain/journal.ts';
import type { Run } from '../domain/run.ts';
import { Session } from '../domain/session.ts';
import type { JournalTransaction } from '../ports/journal.ts';
import { localStores } from './local-stores.ts';
import type { RowReader } from './row-reader.ts';
import { sessionRow, type SessionRow } from './session-row.ts';
import { summarize } from './session-summary.ts';

/** One transaction of a session's journal. Once it has ended, everything here rejects. */
export class DexieJournalTransaction implements JournalTransaction {
  readonly stores;
  readonly #transaction: Transaction;
  readonly #journal: Table<JournalEntry, [string, number]>;
  readonly #reader: RowReader;
  readonly #sessionId: string;
  #seq: number;
  #refused: unknown[] = [];

  private constructor(transaction: Transaction, reader: RowReader, sessionId: string, seq: number) {
    this.stores = localStores(transaction, reader, sessionId);
    this.#transaction = transaction;
    this.#journal = transaction.table<JournalEntry, [string, number]>('journal');
    this.#reader = reader;
    this.#sessionId = sessionId;
    this.#seq = seq;
  }

  static async begin(transaction: Transaction, reader: RowReader, sessionId: string): Promise<DexieJournalTransaction> {
    const [last] = await transaction
      .table<JournalEntry, [string, number]>('journal')
      .where('[session_id+seq]')
      .between([sessionId, Dexie.minKey], [sessionId, Dexie.maxKey])
      .reverse()
      .limit(1)
      .primaryKeys();
    return new DexieJournalTransaction(transaction, reader, sessionId, last?.[1] ?? 0);
  }

  async recorded(effect: string): Promise<JournalEntry | undefined> {
    return this.#reader.one(this.#journal, JournalEntry, await this.#journal.get({ effect }));
  }

  append(entry: NewEntry): Promise<void> {
    return this.appendAll([entry]);
  }

  async appendAll(entries: readonly NewEntry[]): Promise<void> {
    try {
      await this.#journal.bulkAdd(entries.map((entry) => ({ ...entry, seq: ++this.#seq })));
    } catch (error) {
      this.#refused.push(error);
      throw error;
    }
  }

  /** Stores the task and what the list of sessions shows of it. */
  async putRun(run: Run): Promise<void> {
    const runs = this.#transaction.table<Run & { nth?: number }, number>('runs');
    const [nth] = await runs.where({ id: run.id }).primaryKeys();
    await runs.put(nth === undefined ? { ...run } : { ...run, nth });

    const sessions = this.#transaction.table<SessionRow, string>('sessions');
    const session = this.#reader.one(sessions, Session, await sessions.get(this.#sessionId));
    if (session) await sessions.put(sessionRow(summarize(session, run)));
  }

  /** Throws what an append was refused for, also when the caller has caught it: such a transaction must not commit. */
  end(): void {
    if (this.#refused.length > 0) throw this.#refused[0];
  }
}
