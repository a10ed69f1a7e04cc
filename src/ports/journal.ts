import type { CalendarEntry } from '../records/calendar-entry.ts';
import type { JournalEntry, NewJournalEntry } from '../task/journal.ts';
import type { Note } from '../records/note.ts';
import type { Run } from '../task/run.ts';
import type { ListedFile, SessionFile } from '../records/session-file.ts';
import type { Todo } from '../records/todo.ts';
import type { Observable } from './observable.ts';

/** Rows of one kind within a transaction. Removed rows keep `deleted_at`; `all` leaves them out, `get` does not. */
export interface TransactionRows<T> {
  get(id: string): Promise<T | undefined>;
  all(): Promise<T[]>;
  put(row: T): Promise<void>;
}

/**
 * The stores that local tools read and write. Valid only inside the transaction that provides them: await nothing else
 * there.
 */
export interface ToolStores {
  todos: TransactionRows<Todo>;
  entries: TransactionRows<CalendarEntry>;
  notes: TransactionRows<Note>;
  /** The current session's files only. */
  files: TransactionRows<SessionFile>;
}

export interface JournalTransaction {
  /** Returns the entry recorded under this effect id, or undefined. */
  recorded(effect: string): Promise<JournalEntry | undefined>;
  append(entry: NewJournalEntry): Promise<void>;
  stores: ToolStores;
}

/** Thrown by every transaction of a journal whose session another journal has claimed since. */
export class SessionClaimedError extends Error {
  override readonly name = 'SessionClaimedError';

  constructor(sessionId: string) {
    super(`Another tab works on the session ${sessionId}.`);
  }
}

/**
 * The durable record of one session. All writes are atomic and, once the promise has resolved, survive the loss of the
 * tab, the browser and the power. Staged changes become part of the next transaction, in the order of staging; without
 * one, they are committed on their own after about 250 ms. Only the journal (tab) that claimed the session last can
 * write; one that has not claimed it does so with its first transaction. Writes of all others reject with
 * `SessionClaimedError`.
 */
export interface SessionJournal {
  /** Emits each transaction's entries once they are durable, in the order of `seq`. */
  readonly committed: Observable<readonly JournalEntry[]>;
  /** Claims the session and returns its latest task, or null. */
  claim(): Promise<Run | null>;
  /**
   * Runs `work` in one transaction with all staged changes, and possibly with other pending works. A throw rolls back
   * all of it; staged changes stay staged, and the other works run again without the one that threw.
   */
  transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T>;
  /** Stages a task's new state and new entries; returns at once. */
  stage(change: { run?: Run; entries?: NewJournalEntry[] }): void;
  /** Resolves when everything staged so far is durable; rejects if the storage fails. */
  flush(): Promise<void>;
  /** Returns a mark of what is staged so far, for `flushSince`. */
  mark(): number;
  /**
   * Resolves when the first change staged after `mark` is durable. Rejects if the storage fails: all that was staged
   * after `mark` is then withdrawn and never stored, but for what model calls were billed, which is staged without
   * effect.
   */
  flushSince(mark: number): Promise<void>;
  /** Resolves when every effect staged so far is durable; changes staged without an effect may still wait. */
  flushEffects(): Promise<void>;
  /**
   * Returns the entry recorded under this effect id, or undefined; a staged one is committed first. Entries from before
   * this journal's claim are read once for all effects of a task; later ones are in memory.
   */
  recorded(effect: string): Promise<JournalEntry | undefined>;
  /**
   * The recorded effects whose id starts with `prefix`, in the order of their numbers; staged ones are committed first.
   */
  effects(prefix: string): Promise<JournalEntry[]>;
  /** The number of recorded starts of the effect; staged changes are committed first. */
  begun(effect: string): Promise<number>;
  /**
   * The recorded starts of the effects whose id starts with `prefix`, oldest first; staged ones are committed first.
   */
  starts(prefix: string): Promise<JournalEntry[]>;
  /**
   * The total cost in US dollars of this session's recorded replies whose prices are known; staged ones are committed
   * first.
   */
  spent(): Promise<number>;
  /**
   * The latest messages of this session, or the `first` ones: at most `limit` entries of type `message`, oldest first.
   * Staged changes are committed first.
   */
  messages(limit: number, from?: 'latest' | 'first'): Promise<JournalEntry[]>;
  /**
   * The session's files that a tool wrote or the person added, without artifacts: at most `limit`, the latest first.
   */
  files(limit: number): Promise<readonly ListedFile[]>;
}
