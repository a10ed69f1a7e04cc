import type { Table, Transaction } from 'dexie';
import { JournalEntry, type NewEntry } from '../domain/journal.ts';
import type { RunVersion } from '../domain/run-version.ts';
import type { Run } from '../domain/run.ts';
import { Session } from '../domain/session.ts';
import type { Usage } from '../domain/model-reply.ts';
import { billedUsage } from '../domain/billed-usage.ts';
import { nothingUsed, withCall } from '../domain/usage-totals.ts';
import type { JournalTransaction } from '../ports/journal.ts';
import { localStores } from './local-stores.ts';
import type { RowReader } from './row-reader.ts';
import { passFence } from './pass-fence.ts';
import { nextVersion, type NumberedRun, readVersion } from './run-versions.ts';
import { sessionRange } from './session-range.ts';
import { sessionRow, type SessionRow } from './session-row.ts';
import { summarize } from './session-summary.ts';

/** What a journal knows of its session between transactions. */
export interface Standing {
  /** The journal's own epoch at the session's fence. */
  epoch: number;
  /** The last line of the session's record; 0 before the first. */
  seq: number;
  /** The latest state of the session's task. */
  latest: NumberedRun | null;
}

/** One transaction of a session's journal. Once it has ended, everything here rejects. */
export class DexieJournalTransaction implements JournalTransaction {
  readonly stores;
  readonly #transaction: Transaction;
  readonly #journal: Table<JournalEntry, [string, number]>;
  readonly #reader: RowReader;
  readonly #sessionId: string;
  #standing: Standing;
  #refused: unknown[] = [];
  /** The ids of the effects that were recorded. */
  readonly effects: string[] = [];
  /** By the calls that were appended: added to the session's own at the end, since appends may run side by side. */
  readonly #used: (Usage | null)[] = [];

  private constructor(transaction: Transaction, reader: RowReader, sessionId: string, standing: Standing) {
    this.stores = localStores(transaction, reader, sessionId);
    this.#transaction = transaction;
    this.#journal = transaction.table<JournalEntry, [string, number]>('journal');
    this.#reader = reader;
    this.#sessionId = sessionId;
    this.#standing = standing;
  }

  /** Throws `TakenOver` where the session is another journal's. Without a standing the session is claimed. */
  static async begin(
    transaction: Transaction,
    reader: RowReader,
    sessionId: string,
    known: Standing | null,
  ): Promise<DexieJournalTransaction> {
    const epoch = await passFence(transaction, reader, sessionId, known?.epoch ?? null);
    if (known) return new DexieJournalTransaction(transaction, reader, sessionId, known);
    const latest = await readVersion(transaction.table<RunVersion, [string, number]>('versions'), reader, sessionId);
    const [last] = await transaction
      .table<JournalEntry, [string, number]>('journal')
      .where('[session_id+seq]')
      .between(...sessionRange(sessionId))
      .reverse()
      .limit(1)
      .primaryKeys();
    return new DexieJournalTransaction(transaction, reader, sessionId, { epoch, seq: last?.[1] ?? 0, latest });
  }

  async recorded(effect: string): Promise<JournalEntry | undefined> {
    return this.#reader.one(this.#journal, JournalEntry, await this.#journal.get({ effect }));
  }

  append(entry: NewEntry): Promise<void> {
    return this.appendAll([entry]);
  }

  async appendAll(entries: readonly NewEntry[]): Promise<void> {
    const { seq } = this.#standing;
    this.#standing = { ...this.#standing, seq: seq + entries.length };
    try {
      await this.#journal.bulkAdd(entries.map((entry, nth) => ({ ...entry, seq: seq + nth + 1 })));
    } catch (error) {
      this.#refused.push(error);
      throw error;
    }
    this.effects.push(...entries.flatMap(({ effect }) => effect ?? []));
    this.#used.push(...entries.map(({ body }) => billedUsage(body)).filter((usage) => usage !== undefined));
  }

  /** Stores the task and what the list of sessions shows of it. */
  async putRun(run: Run): Promise<void> {
    const version = nextVersion(this.#standing.latest, run, this.#standing.seq);
    if (!version) return;
    await this.#transaction.table<typeof version>('versions').add(version);
    this.#standing = { ...this.#standing, latest: { n: version.n, base: version.base, run } };

    await this.#changeSession((session) => summarize(session, run));
  }

  async #changeSession(change: (session: Session) => Session): Promise<void> {
    const sessions = this.#transaction.table<SessionRow, string>('sessions');
    const session = this.#reader.one(sessions, Session, await sessions.get(this.#sessionId));
    if (session) await sessions.put(sessionRow(change(session)));
  }

  /**
   * What holds once it has committed. Rejects with what an append was refused for, also when the caller has caught it:
   * such a transaction must not commit.
   */
  async end(): Promise<Standing> {
    if (this.#refused.length > 0) throw this.#refused[0];
    if (this.#used.length > 0)
      await this.#changeSession((session) => ({
        ...session,
        used: this.#used.reduce(withCall, session.used ?? nothingUsed),
      }));
    return this.#standing;
  }
}
