import type { CalendarEntry } from '../domain/agenda/calendar-entry.ts';
import type { JournalEntry, NewEntry } from '../domain/record/journal.ts';
import type { Note } from '../domain/agenda/note.ts';
import type { Run } from '../domain/task/run.ts';
import type { SessionFile } from '../domain/files/session-file.ts';
import type { Todo } from '../domain/agenda/todo.ts';

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
  notes: Rows<Note>;
  /** Of the session at hand only. */
  files: Rows<SessionFile>;
}

export interface JournalTransaction {
  /** The entry recorded under this effect id, or undefined. */
  recorded(effect: string): Promise<JournalEntry | undefined>;
  append(entry: NewEntry): Promise<void>;
  stores: LocalStores;
}

/** Thrown by every transaction of a journal whose session another one has claimed since (R12.3). */
export class TakenOver extends Error {
  override readonly name = 'TakenOver';

  constructor(sessionId: string) {
    super(`Another tab works on the session ${sessionId}.`);
  }
}

/**
 * The durable record of one session. All writes are atomic and survive the loss of the tab, the browser and the power
 * once the promise has resolved. Staged changes become part of the next transaction, in the order of staging; where
 * none comes within a quarter of a second or so, they are committed on their own. One journal at a time writes: the last
 * to have claimed the session; an unclaimed journal claims with its first transaction. From then on all others reject with
 * `TakenOver`.
 */
export interface SessionJournal {
  /** Claims the session and reads its latest task, or null. */
  claim(): Promise<Run | null>;
  /**
   * Runs `work` in one transaction together with all that was staged, and maybe with other works that wait. A throw rolls
   * back all of it; staged changes stay staged, and the other works are begun again without the one that threw.
   */
  transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T>;
  /** Hands over a task's new state and new entries; returns at once. */
  stage(change: { run?: Run; entries?: NewEntry[] }): void;
  /** Resolves when everything staged so far is durable. Rejects when the storage refuses. */
  flush(): Promise<void>;
  /**
   * The entry recorded under this effect id, or undefined. Only what was recorded before this journal claimed the session
   * has to be looked for, once for all effects of a task; what has come since is known.
   */
  recorded(effect: string): Promise<JournalEntry | undefined>;
  /** Recorded effects whose id starts with `prefix`, in the order of their numbers. */
  effects(prefix: string): Promise<JournalEntry[]>;
  /** How often the effect was about to start; what was staged is committed first. */
  begun(effect: string): Promise<number>;
  /** US dollars that the recorded replies of this session have cost, as far as their prices are known (R5.5). */
  spent(): Promise<number>;
  /** What was said in this session of late: at most `limit` entries of type `message`, oldest first. What was staged is committed first. */
  messages(limit: number): Promise<JournalEntry[]>;
  /** The session's files that a tool wrote or the person added, artifacts left out: at most `limit`, the latest first. */
  files(limit: number): Promise<Pick<SessionFile, 'name' | 'size'>[]>;
}
