import type { Table, Transaction } from 'dexie';
import { JournalEntry, type NewEntry, Fence } from '../../domain/record/journal.ts';
import type { RunVersion } from '../../domain/task/patch.ts';
import type { Run } from '../../domain/task/run.ts';
import { Session } from '../../domain/record/session.ts';
import type { Usage } from '../../domain/model/model-reply.ts';
import { billedUsage } from '../../domain/record/task-parts.ts';
import { nothingUsed, withCall } from '../../domain/record/usage.ts';
import { type JournalTransaction, TakenOver, type LocalStores, type Rows } from '../../ports/journal.ts';
import type { RowReader } from '../row-reader.ts';
import { nextVersion, type NumberedRun, readVersion } from './run-versions.ts';
import { sessionRange, sessionRow, type SessionRow } from './session-row.ts';
import { summarize } from './session-summary.ts';
import { CalendarEntry } from '../../domain/agenda/calendar-entry.ts';
import { type FileHead, SessionFile } from '../../domain/files/session-file.ts';
import { Note } from '../../domain/agenda/note.ts';
import { Todo } from '../../domain/agenda/todo.ts';
import { keptRows } from '../stores/kept-rows.ts';

/** What a journal knows of its session between transactions. */
export interface JournalState {
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
  #standing: JournalState;
  #refused: unknown[] = [];
  /** The ids of the effects that were recorded. */
  readonly effects: string[] = [];
  /** By the calls that were appended: added to the session's own at the end, since appends may run side by side. */
  readonly #used: (Usage | null)[] = [];

  private constructor(transaction: Transaction, reader: RowReader, sessionId: string, standing: JournalState) {
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
    known: JournalState | null,
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
  async end(): Promise<JournalState> {
    if (this.#refused.length > 0) throw this.#refused[0];
    if (this.#used.length > 0)
      await this.#changeSession((session) => ({
        ...session,
        used: this.#used.reduce(withCall, session.used ?? nothingUsed),
      }));
    return this.#standing;
  }
}

/**
 * Checked at the head of each transaction (R12.3). Without an epoch the session is taken over, and the new epoch
 * returned; with one that another journal has passed, it throws `TakenOver`.
 */
async function passFence(
  transaction: Transaction,
  reader: RowReader,
  sessionId: string,
  epoch: number | null,
): Promise<number> {
  const fences = transaction.table<Fence, string>('fences');
  const stored: unknown = await fences.get(sessionId);
  const present = reader.one(fences, Fence, stored)?.epoch ?? (stored === undefined ? 0 : null);
  if (epoch !== null) {
    if (present !== epoch) throw new TakenOver(sessionId);
    return epoch;
  }
  const raised = (present ?? Date.now()) + 1;
  await fences.put({ session_id: sessionId, epoch: raised });
  return raised;
}

type FileContent = Pick<SessionFile, 'id' | 'content'>;

/** What a local tool may touch, bound to one transaction: used after its end, everything here rejects. */
function localStores(transaction: Transaction, reader: RowReader, sessionId: string): LocalStores {
  const todos = transaction.table<Todo, string>('todos');
  const entries = transaction.table<CalendarEntry, string>('entries');
  const notes = transaction.table<Note, string>('notes');
  return {
    todos: keptRows(todos, Todo, reader, () => todos.orderBy('position').toArray()),
    entries: keptRows(entries, CalendarEntry, reader, () => entries.orderBy('start').toArray()),
    notes: keptRows(notes, Note, reader, () => notes.orderBy('updated_at').reverse().toArray()),
    files: filesOf(
      transaction.table<FileHead, string>('files'),
      transaction.table<FileContent, string>('contents'),
      reader,
      sessionId,
    ),
  };
}

function filesOf(
  heads: Table<FileHead, string>,
  contents: Table<FileContent, string>,
  reader: RowReader,
  sessionId: string,
): Rows<SessionFile> {
  const whole = async (head: FileHead | undefined) =>
    head?.session_id === sessionId
      ? reader.one(heads, SessionFile, { ...head, content: (await contents.get(head.id))?.content })
      : undefined;
  return {
    get: async (id) => whole(await heads.get(id)),
    all: async () => {
      const own = await heads.where({ session_id: sessionId }).toArray();
      return (await Promise.all(own.filter(({ deleted_at }) => deleted_at === null).map(whole))).filter(
        (file) => file !== undefined,
      );
    },
    put: async ({ content, ...head }) => {
      if (head.session_id !== sessionId) throw new Error(`The file ${head.id} belongs to another session.`);
      await heads.put(head);
      await contents.put({ id: head.id, content });
    },
  };
}
