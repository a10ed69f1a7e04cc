import { Emitter } from '../../src/values/emitter.ts';
import { billedUsage } from '../../src/task/usage.ts';
import { effectNumber } from '../../src/task/effect-id.ts';
import type { JournalEntry, NewJournalEntry } from '../../src/task/journal.ts';
import type { Run } from '../../src/task/run.ts';
import type { ListedFile } from '../../src/records/session-file.ts';
import { listedFile } from '../../src/records/unreadable-kind.ts';
import {
  type JournalTransaction,
  type ToolStores,
  type TransactionRows,
  type SessionJournal,
  SessionClaimedError,
} from '../../src/ports/journal.ts';
import type { Observable } from '../../src/ports/observable.ts';
import { runInNextTask } from '../../src/storage/stores/soft-delete-store.ts';
import { costOnlyJournalEntry } from '../../src/storage/journal/journal-transaction.ts';
import { summarizeSession } from '../../src/storage/journal/session-summary.ts';
import { MemoryStorage } from './memory-storage.ts';
import type { MemoryTables } from './memory-tables.ts';

/** A session's journal in memory that keeps the port's contract. Another one over the same storage acts as a reload. */
export class MemoryJournal implements SessionJournal {
  readonly storage: MemoryStorage;
  readonly sessionId: string;
  #staged: { run?: Run; entries?: NewJournalEntry[]; nth: number }[] = [];
  #stagings = 0;
  #scheduled = false;
  #closed = false;
  #epoch: number | null = null;
  readonly #told = new Emitter<readonly JournalEntry[]>();
  readonly committed: Observable<readonly JournalEntry[]> = { subscribe: (next) => this.#told.add(next) };

  constructor(sessionId: string, storage = new MemoryStorage()) {
    this.sessionId = sessionId;
    this.storage = storage;
  }

  /** Ends this journal as the death of its tab would: staged writes are lost. */
  kill(): void {
    this.#closed = true;
  }

  async claim(): Promise<Run | null> {
    await this.transact(async () => undefined);
    return clone(this.storage.run(this.sessionId));
  }

  async transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T> {
    const appended: JournalEntry[] = [];
    const result = await this.storage.transact(async (tables) => {
      if (this.#closed) throw new Error('The tab has died.');
      const present = tables.epochs.get(this.sessionId) ?? 0;
      if (this.#epoch !== null && this.#epoch !== present) throw new SessionClaimedError(this.sessionId);
      const epoch = this.#epoch ?? present + 1;
      tables.epochs.set(this.sessionId, epoch);
      const taken = this.#staged.length;
      for (const { run, entries } of this.#staged) {
        for (const entry of entries ?? []) appended.push(append(tables, entry));
        if (run) putRun(tables, run);
      }
      let refused: unknown;
      const result = await work({
        recorded: async (effect) => clone(tables.journal.find((entry) => entry.effect === effect)),
        append: async (entry) => {
          try {
            appended.push(append(tables, entry));
          } catch (error) {
            refused = error;
            throw error;
          }
        },
        stores: storesOf(tables, this.sessionId),
      });
      if (refused instanceof Error) throw refused;
      this.#staged.splice(0, taken);
      this.#epoch = epoch;
      return result;
    });
    if (appended.length > 0) this.#told.emit(appended);
    return result;
  }

  stage(change: { run?: Run; entries?: NewJournalEntry[] }): void {
    this.#staged.push({ ...clone(change), nth: (this.#stagings += 1) });
    if (this.#scheduled) return;
    this.#scheduled = true;
    runInNextTask(() => {
      this.#scheduled = false;
      this.flush().catch(() => undefined);
    });
  }

  async flush(): Promise<void> {
    await this.storage.idle();
    if (this.#staged.length > 0) await this.transact(async () => undefined);
  }

  mark(): number {
    return this.#stagings;
  }

  async flushSince(mark: number): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      if (!this.#staged.some(({ nth }) => nth === mark + 1)) return;
      const withdrawn = this.#staged.filter(({ nth }) => nth > mark).flatMap(({ entries }) => entries ?? []);
      this.#staged = this.#staged.filter(({ nth }) => nth <= mark);
      const bills = withdrawn.flatMap(costOnlyJournalEntry);
      if (bills.length > 0) this.stage({ entries: bills });
      throw error;
    }
  }

  async flushEffects(): Promise<void> {
    const staged = this.#staged.some(({ entries }) => entries?.some(({ effect }) => effect !== undefined));
    if (staged) await this.flush();
  }

  async recorded(effect: string): Promise<JournalEntry | undefined> {
    await this.flush();
    return clone(this.storage.tables.journal.find((entry) => entry.effect === effect));
  }

  async effects(prefix: string): Promise<JournalEntry[]> {
    await this.flush();
    return this.storage.tables.journal
      .filter((entry) => entry.effect?.startsWith(prefix))
      .sort((a, b) => effectNumber(a.effect!) - effectNumber(b.effect!))
      .map(clone);
  }

  async begun(effect: string): Promise<number> {
    await this.flush();
    return this.storage.tables.journal.filter(({ intent }) => intent === effect).length;
  }

  async starts(prefix: string): Promise<JournalEntry[]> {
    await this.flush();
    return this.storage.tables.journal.filter(({ intent }) => intent?.startsWith(prefix)).map(clone);
  }

  async spent(): Promise<number> {
    await this.flush();
    const costs = this.storage.journal(this.sessionId).map(({ body }) => billedUsage(body)?.cost ?? 0);
    return costs.reduce((sum, cost) => sum + cost, 0);
  }

  async messages(limit: number, from: 'latest' | 'first' = 'latest'): Promise<JournalEntry[]> {
    await this.flush();
    const said = this.storage.journal(this.sessionId).filter((entry) => entry.body.type === 'message');
    return (from === 'first' ? said.slice(0, limit) : said.slice(Math.max(0, said.length - limit))).map(clone);
  }

  async files(limit: number): Promise<ListedFile[]> {
    const all = [...this.storage.tables.files.values()].filter(
      (file) => file.session_id === this.sessionId && file.deleted_at === null,
    );
    return all
      .filter(({ kind }) => kind === 'file')
      .slice(-limit)
      .reverse()
      .map((file) => listedFile(all, file));
  }
}

const clone = <T>(value: T): T => structuredClone(value);

function append(tables: MemoryTables, entry: NewJournalEntry): JournalEntry {
  if (entry.effect !== undefined && tables.journal.some(({ effect }) => effect === entry.effect))
    throw new Error(`The effect ${entry.effect} has been recorded already.`);
  const seq = tables.journal.filter(({ session_id }) => session_id === entry.session_id).length + 1;
  tables.journal.push(clone({ ...entry, seq }));
  return clone({ ...entry, seq });
}

function putRun(tables: MemoryTables, run: Run): void {
  tables.runs.set(run.id, clone(run));
  const session = tables.sessions.get(run.session_id);
  if (session) tables.sessions.set(session.id, summarizeSession(session, run));
}

function storesOf(tables: MemoryTables, sessionId: string): ToolStores {
  const own = (file: { session_id: string }) => file.session_id === sessionId;
  return {
    todos: rowsOf(tables.todos, () => true),
    entries: rowsOf(tables.entries, () => true),
    notes: rowsOf(tables.notes, () => true),
    files: rowsOf(tables.files, own),
  };
}

function rowsOf<T extends { id: string; deleted_at: string | null }>(
  table: Map<string, T>,
  mayTouch: (row: T) => boolean,
): TransactionRows<T> {
  return {
    get: async (id) => {
      const row = table.get(id);
      return row && mayTouch(row) ? clone(row) : undefined;
    },
    all: async () => [...table.values()].filter((row) => row.deleted_at === null && mayTouch(row)).map(clone),
    put: async (row) => {
      if (!mayTouch(row)) throw new Error(`The row ${row.id} belongs to another session.`);
      table.set(row.id, clone(row));
    },
  };
}
