import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { JournalEntry, NewEntry } from '../domain/journal.ts';
import type { Run } from '../domain/run.ts';
import type { SessionFile } from '../domain/session-file.ts';
import type { Todo } from '../domain/todo.ts';

/** Rows of one kind within a transaction. Removed rows keep `deleted_at`; `all` leaves them out, `get` does not. */
export interface Rows<T> {
  get(id: string): Promise<T | undefined>;
  all(): Promise<T[]>;
  put(row: T): Promise<void>;
}

/** What local tools read and write. Valid only inside the transaction that handed it out: await nothing else there. */
export interface LocalStores {
  todos: Rows<Todo>;
  entries: Rows<CalendarEntry>;
  /** Of the session at hand only. */
  files: Rows<SessionFile>;
}

export interface JournalTransaction {
  /** The entry recorded under this effect id, or undefined. */
  recorded(effect: string): Promise<JournalEntry | undefined>;
  append(entry: NewEntry): Promise<void>;
  stores: LocalStores;
}

/**
 * The durable record of one session. All writes are atomic and survive the loss of the tab, the browser and the power
 * once the promise has resolved. Staged changes become part of the next transaction, in the order of staging; where
 * none comes soon, they are committed on their own.
 */
export interface SessionJournal {
  /** Runs `work` in one transaction together with all that was staged. A throw rolls back all of it; staged changes stay staged. */
  transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T>;
  /** Hands over a task's new state and new entries; returns at once. */
  stage(change: { run?: Run; entries?: NewEntry[] }): void;
  /** Resolves when everything staged so far is durable. Rejects when the storage refuses. */
  flush(): Promise<void>;
  /** Recorded effects whose id starts with `prefix`, in the order of their numbers. What was staged is committed first. */
  effects(prefix: string): Promise<JournalEntry[]>;
  /** What was said in this session of late: at most `limit` entries of type `message`, oldest first. What was staged is committed first. */
  messages(limit: number): Promise<JournalEntry[]>;
}
