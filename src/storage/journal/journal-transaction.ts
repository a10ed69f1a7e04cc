import type { Table, Transaction } from 'dexie';
import { JournalEntry, type NewJournalEntry, FencingToken } from '../../task/journal.ts';
import type { RunHistoryState } from '../../task/patch.ts';
import { isWorking, type Run } from '../../task/run.ts';
import { Session } from '../../task/session.ts';
import type { Usage } from '../../task/model-reply.ts';
import { costOnlyEntryBody } from '../../task/cost-only-entry.ts';
import { billedUsage, zeroUsageTotals, withCallUsage } from '../../task/usage.ts';
import {
  type JournalTransaction,
  SessionClaimedError,
  type ToolStores,
  type TransactionRows,
} from '../../ports/journal.ts';
import type { RowReader } from '../row-reader.ts';
import { nextRunVersion, type NumberedRun, readRunVersion } from './run-versions.ts';
import { sessionKeyRange, sessionRow, type SessionRow } from './session-row.ts';
import { summarizeSession } from './session-summary.ts';
import { CalendarEntry } from '../../records/calendar-entry.ts';
import { type FileContent, type FileMetadata, SessionFile, splitSessionFile } from '../../records/session-file.ts';
import { Note } from '../../records/note.ts';
import { Todo } from '../../records/todo.ts';
import { softDeleteStore } from '../stores/soft-delete-store.ts';

/** What a journal remembers of its session between transactions. */
export interface JournalState {
  /**
   * The number that the session's fence had when this journal claimed the session. If another journal claims the
   * session, the fence gets a higher number, and this journal can no longer write.
   */
  epoch: number;
  /** The number of the last entry in the session's journal; 0 before the first. */
  seq: number;
  /** The latest state of the session's task. */
  latest: NumberedRun | null;
}

/** One transaction of a session's journal. All its methods reject once it has ended. */
export class DexieJournalTransaction implements JournalTransaction {
  readonly #transaction: Transaction;
  readonly #journal: Table<JournalEntry, [string, number]>;
  readonly #reader: RowReader;
  readonly #sessionId: string;
  #state: JournalState;
  #stores: ToolStores | null = null;
  /** The task states that were put, for the list of sessions. */
  readonly #runs: Run[] = [];
  #refused: unknown[] = [];
  /** The entries that were appended. */
  readonly appended: JournalEntry[] = [];
  /** The usage of appended model calls: added to the session's total at the end, since appends may run concurrently. */
  readonly #used: (Usage | null)[] = [];

  private constructor(transaction: Transaction, reader: RowReader, sessionId: string, standing: JournalState) {
    this.#transaction = transaction;
    this.#journal = transaction.table<JournalEntry, [string, number]>('journal');
    this.#reader = reader;
    this.#sessionId = sessionId;
    this.#state = standing;
  }

  /**
   * Begins a transaction. Throws `SessionClaimedError` if another journal owns the session. If `known` is null, the
   * session is claimed.
   */
  static async begin(
    transaction: Transaction,
    reader: RowReader,
    sessionId: string,
    known: JournalState | null,
  ): Promise<DexieJournalTransaction> {
    const epoch = await passFence(transaction, reader, sessionId, known?.epoch ?? null);
    if (known) return new DexieJournalTransaction(transaction, reader, sessionId, known);
    const latest = await readRunVersion(
      transaction.table<RunHistoryState, [string, number]>('versions'),
      reader,
      sessionId,
    );
    const [last] = await transaction
      .table<JournalEntry, [string, number]>('journal')
      .where('[session_id+seq]')
      .between(...sessionKeyRange(sessionId))
      .reverse()
      .limit(1)
      .primaryKeys();
    return new DexieJournalTransaction(transaction, reader, sessionId, { epoch, seq: last?.[1] ?? 0, latest });
  }

  get stores(): ToolStores {
    this.#stores ??= localStores(this.#transaction, this.#reader, this.#sessionId);
    return this.#stores;
  }

  async recorded(effect: string): Promise<JournalEntry | undefined> {
    return this.#reader.one(this.#journal, JournalEntry, await this.#journal.get({ effect }));
  }

  append(entry: NewJournalEntry): Promise<void> {
    return this.appendAll([entry]);
  }

  async appendAll(entries: readonly NewJournalEntry[]): Promise<void> {
    const { seq } = this.#state;
    this.#state = { ...this.#state, seq: seq + entries.length };
    const rows = entries.map((entry, nth) => ({ ...entry, seq: seq + nth + 1 }));
    try {
      await this.#journal.bulkAdd(rows);
    } catch (error) {
      this.#refused.push(error);
      throw error;
    }
    this.appended.push(...rows);
    this.#used.push(...entries.map(({ body }) => billedUsage(body)).filter((usage) => usage !== undefined));
  }

  /** Stores the task's state; the session's row in the list is updated at the end. */
  async putRun(run: Run): Promise<void> {
    const version = nextRunVersion(this.#state.latest, run, this.#state.seq);
    if (!version) return;
    await this.#transaction.table<typeof version>('versions').add(version);
    this.#state = { ...this.#state, latest: { n: version.n, base: version.base, run } };
    this.#runs.push(run);
  }

  /** Writes the session's row if its title, status, counts or usage have changed, or its task rests or is over. */
  async #updateSession(): Promise<void> {
    if (this.#runs.length === 0 && this.#used.length === 0) return;
    const sessions = this.#transaction.table<SessionRow, string>('sessions');
    const before = this.#reader.one(sessions, Session, await sessions.get(this.#sessionId));
    if (!before) return;
    const now = this.#runs.reduce(summarizeSession, before);
    if (this.#used.length === 0 && this.#runs.every(({ phase }) => isWorking(phase)) && isListedAlike(before, now))
      return;
    const usageField =
      this.#used.length > 0 ? { used: this.#used.reduce(withCallUsage, before.used ?? zeroUsageTotals) } : {};
    await sessions.put(sessionRow({ ...now, ...usageField }));
  }

  /**
   * Resolves to the journal's state after the commit. Rejects with the reason for which an append was refused, even if
   * the caller caught it: such a transaction must not commit.
   */
  async end(): Promise<JournalState> {
    if (this.#refused.length > 0) throw this.#refused[0];
    await this.#updateSession();
    return this.#state;
  }
}

/** True if the list of sessions would show no difference but the time. */
function isListedAlike(before: Session, now: Session): boolean {
  const { title, plan_status, steps_ended, steps_total, steps_failed, steps_doubtful, needs_you } = now;
  return (
    title === before.title &&
    plan_status === before.plan_status &&
    steps_ended === before.steps_ended &&
    steps_total === before.steps_total &&
    steps_failed === before.steps_failed &&
    steps_doubtful === before.steps_doubtful &&
    needs_you === before.needs_you
  );
}

/**
 * Returns the epoch, checked at the start of each transaction. If `epoch` is null, the session is claimed and the new
 * epoch returned. Throws `SessionClaimedError` if another journal has a later epoch.
 */
async function passFence(
  transaction: Transaction,
  reader: RowReader,
  sessionId: string,
  epoch: number | null,
): Promise<number> {
  const fences = transaction.table<FencingToken, string>('fences');
  const storedFence: unknown = await fences.get(sessionId);
  const present = reader.one(fences, FencingToken, storedFence)?.epoch ?? (storedFence === undefined ? 0 : null);
  if (epoch !== null) {
    if (present !== epoch) throw new SessionClaimedError(sessionId);
    return epoch;
  }
  const raised = (present ?? Date.now()) + 1;
  await fences.put({ session_id: sessionId, epoch: raised });
  return raised;
}

/**
 * Returns an entry that records only the cost of a withdrawn one, without its effect, so that the model can be asked
 * again; empty if nothing was billed.
 */
export function costOnlyJournalEntry({ session_id, task_id, step_id, at, body }: NewJournalEntry): NewJournalEntry[] {
  if (body.type !== 'model_reply' && body.type !== 'model_error') return [];
  const usage = billedUsage(body);
  if (!usage) return [];
  const error = { code: 'aborted', detail: '', status: null, retry_after_ms: null, usage } as const;
  return [{ session_id, task_id, step_id, at, body: costOnlyEntryBody(body.purpose, error) }];
}

/** Returns the stores that a local tool may use, bound to one transaction: after its end, all their methods reject. */
function localStores(transaction: Transaction, reader: RowReader, sessionId: string): ToolStores {
  const todos = transaction.table<Todo, string>('todos');
  const entries = transaction.table<CalendarEntry, string>('entries');
  const notes = transaction.table<Note, string>('notes');
  return {
    todos: softDeleteStore(todos, Todo, reader, () => todos.orderBy('position').toArray()),
    entries: softDeleteStore(entries, CalendarEntry, reader, () => entries.orderBy('start').toArray()),
    notes: softDeleteStore(notes, Note, reader, () => notes.orderBy('updated_at').reverse().toArray()),
    files: filesOf(
      transaction.table<FileMetadata, string>('files'),
      transaction.table<FileContent, string>('contents'),
      reader,
      sessionId,
    ),
  };
}

function filesOf(
  heads: Table<FileMetadata, string>,
  contents: Table<FileContent, string>,
  reader: RowReader,
  sessionId: string,
): TransactionRows<SessionFile> {
  const whole = async (head: FileMetadata | undefined) =>
    head?.session_id === sessionId
      ? reader.one(heads, SessionFile, { ...head, ...(await contents.get(head.id)) })
      : undefined;
  return {
    get: async (id) => whole(await heads.get(id)),
    all: async () => {
      const own = await heads.where({ session_id: sessionId }).toArray();
      return (await Promise.all(own.filter(({ deleted_at }) => deleted_at === null).map(whole))).filter(
        (file) => file !== undefined,
      );
    },
    put: async (file) => {
      const [head, body] = splitSessionFile(file);
      if (head.session_id !== sessionId) throw new Error(`The file ${head.id} belongs to another session.`);
      await heads.put(head);
      await contents.put(body);
    },
  };
}
