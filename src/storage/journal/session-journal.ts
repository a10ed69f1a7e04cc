import { Dexie } from 'dexie';
import { effectNumber } from '../../task/effect-id.ts';
import { JournalEntry, type NewJournalEntry } from '../../task/journal.ts';
import { Emitter } from '../../values/emitter.ts';
import { SerialQueue } from '../../values/serial-queue.ts';
import { Session } from '../../task/session.ts';
import type { ListedFile } from '../../records/session-file.ts';
import { listedFile } from '../../records/unreadable-kind.ts';
import type { Run } from '../../task/run.ts';
import { type JournalTransaction, type SessionJournal, SessionClaimedError } from '../../ports/journal.ts';
import type { Observable } from '../../ports/observable.ts';
import type { CairnDatabase } from '../database.ts';
import { filesWithoutContent } from '../stores/file-store.ts';
import { costOnlyJournalEntry, DexieJournalTransaction, type JournalState } from './journal-transaction.ts';
import { storageErrorOf } from '../storage-error.ts';

/** The maximum time that staged changes wait for a transaction to join, in milliseconds. */
const patience = 250;

type Work = (transaction: JournalTransaction) => Promise<void>;

/**
 * The journal over IndexedDB. Transactions run one after another, so that staged changes stay in order even if one
 * fails; work that is requested during a write is committed together in the next transaction, since the disk write
 * takes most of the time. `begun` and `messages` commit staged changes before they read.
 */
class DexieSessionJournal implements SessionJournal {
  readonly #database: CairnDatabase;
  readonly #sessionId: string;
  readonly #staged: { run?: Run; entries?: NewJournalEntry[]; nth: number }[] = [];
  #stagings = 0;
  readonly #wanted: { run: Work; done: () => void; failed: (error: unknown) => void }[] = [];
  readonly #queue = new SerialQueue();
  readonly #failed: (error: unknown) => void;
  readonly #told = new Emitter<readonly JournalEntry[]>();
  readonly committed: Observable<readonly JournalEntry[]> = { subscribe: (next) => this.#told.add(next) };
  #standing: JournalState | null = null;
  #scheduled: ReturnType<typeof setTimeout> | null = null;
  /**
   * The tasks whose recorded effects have been loaded, the ids of those effects, and the ids without their last number.
   */
  readonly #tasks = new Set<string>();
  readonly #recorded = new Set<string>();
  readonly #places = new Set<string>();

  /** `onError` is called with the error of a commit that nobody awaits. */
  constructor(database: CairnDatabase, sessionId: string, onError: (error: unknown) => void) {
    this.#database = database;
    this.#sessionId = sessionId;
    this.#failed = onError;
  }

  claim(): Promise<Run | null> {
    return this.#queue.run(async () => {
      await this.#commitStaged();
      return this.#standing?.latest?.run ?? null;
    });
  }

  transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { value: T } | null = null;
      const run: Work = async (transaction) => {
        result = { value: await work(transaction) };
      };
      this.#wanted.push({
        run,
        done: () => {
          if (result) resolve(result.value);
        },
        failed: reject,
      });
      if (this.#wanted.length === 1) void this.#queue.run(() => this.#commitWanted());
    });
  }

  stage(change: { run?: Run; entries?: NewJournalEntry[] }): void {
    this.#staged.push({ ...change, nth: (this.#stagings += 1) });
    this.#scheduled ??= setTimeout(() => {
      this.#scheduled = null;
      this.flush().catch(this.#failed);
    }, patience);
  }

  flush(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#staged.length > 0) await this.#commitStaged();
    });
  }

  mark(): number {
    return this.#stagings;
  }

  flushSince(mark: number): Promise<void> {
    return this.#queue.run(async () => {
      try {
        if (this.#staged.length > 0) await this.#commitStaged();
      } catch (error) {
        const first = this.#staged.findIndex(({ nth }) => nth > mark);
        if (this.#staged[first]?.nth !== mark + 1) return;
        const withdrawnEntries = this.#staged.splice(first).flatMap(({ entries }) => entries ?? []);
        const bills = withdrawnEntries.flatMap(costOnlyJournalEntry);
        if (bills.length > 0) this.stage({ entries: bills });
        throw error;
      }
    });
  }

  flushEffects(): Promise<void> {
    return this.#storeStaged('');
  }

  async recorded(effect: string): Promise<JournalEntry | undefined> {
    await this.#storeStaged(effect);
    await this.#knowTask(effect);
    if (!this.#recorded.has(effect)) return undefined;
    const { journal, rows } = this.#database;
    return rows.one(journal, JournalEntry, await journal.get({ effect }));
  }

  async effects(prefix: string): Promise<JournalEntry[]> {
    await this.#storeStaged(prefix);
    await this.#knowTask(prefix);
    if (![...this.#places].some((place) => place.startsWith(prefix))) return [];
    const rows = await this.#database.journal.where('effect').startsWith(prefix).toArray();
    return this.#read(rows).sort((a, b) => effectNumber(a.effect ?? '') - effectNumber(b.effect ?? ''));
  }

  async begun(effect: string): Promise<number> {
    await this.flush();
    return this.#database.journal.where({ intent: effect }).count();
  }

  async starts(prefix: string): Promise<JournalEntry[]> {
    await this.flush();
    const rows = await this.#database.journal.where('intent').startsWith(prefix).toArray();
    return this.#read(rows).sort((a, b) => a.seq - b.seq);
  }

  async spent(): Promise<number> {
    await this.flush();
    const { sessions, rows } = this.#database;
    return rows.one(sessions, Session, await sessions.get(this.#sessionId))?.used?.cost ?? 0;
  }

  async messages(limit: number, from: 'latest' | 'first' = 'latest'): Promise<JournalEntry[]> {
    await this.flush();
    const ofMessages = [this.#sessionId, 'message'];
    const messageRows = this.#database.journal
      .where('[session_id+body.type+seq]')
      .between([...ofMessages, Dexie.minKey], [...ofMessages, Dexie.maxKey]);
    if (from === 'first') return this.#read(await messageRows.limit(limit).toArray());
    return this.#read(await messageRows.reverse().limit(limit).toArray()).reverse();
  }

  async files(limit: number): Promise<ListedFile[]> {
    const all = await filesWithoutContent(this.#database, this.#sessionId);
    const own = all.filter(({ kind }) => kind === 'file');
    return own
      .slice(-limit)
      .reverse()
      .map((file) => listedFile(all, file));
  }

  /** Commits the staged changes if they include an effect whose id begins with `prefix`. */
  async #storeStaged(prefix: string): Promise<void> {
    const isAbout = ({ effect }: NewJournalEntry) => effect?.startsWith(prefix);
    if (this.#staged.some(({ entries }) => entries?.some(isAbout))) await this.flush();
  }

  /** Loads the recorded effects of a task, or of the session by its prefix, once. */
  async #knowTask(effect: string): Promise<void> {
    const [task = effect] = /^[^/]*\/[^/]*\//.exec(effect) ?? [];
    if (this.#tasks.has(task)) return;
    const ids = await this.#database.journal.where('effect').startsWith(task).keys();
    this.#tasks.add(task);
    this.#know(ids as string[]);
  }

  #know(effects: readonly string[]): void {
    for (const id of effects) {
      this.#recorded.add(id);
      this.#places.add(placeOf(id));
    }
  }

  #read(rows: readonly unknown[]): JournalEntry[] {
    return this.#database.rows.many(this.#database.journal, JournalEntry, rows);
  }

  /**
   * Commits all waiting work in one transaction. If one piece of work throws, it fails alone: the rest is retried
   * without it.
   */
  async #commitWanted(): Promise<void> {
    const waitingWork = this.#wanted.splice(0);
    while (waitingWork.length > 0) {
      let workIndex = 0;
      try {
        await this.#commit(async (transaction) => {
          for (; workIndex < waitingWork.length; workIndex += 1) await waitingWork[workIndex]?.run(transaction);
        });
        for (const { done } of waitingWork.splice(0)) done();
      } catch (error) {
        if (workIndex === waitingWork.length) this.#report(error);
        const failedWork = workIndex < waitingWork.length ? waitingWork.splice(workIndex, 1) : waitingWork.splice(0);
        for (const each of failedWork) each.failed(error);
      }
    }
  }

  /** Commits the staged changes. If the storage refuses, the page learns of it. */
  async #commitStaged(): Promise<void> {
    try {
      await this.#commit();
    } catch (error) {
      this.#report(error);
      throw error;
    }
  }

  #report(error: unknown): void {
    if (!(error instanceof SessionClaimedError)) this.#database.report(storageErrorOf(error));
  }

  /**
   * Commits the staged changes, together with `work` if it is given. The tables that only `work` may change are opened
   * only if it is given.
   */
  async #commit(work?: Work): Promise<void> {
    const { sessions, versions, fences, journal, todos, entries, notes, files, contents, rows } = this.#database;
    const own = [sessions, versions, fences, journal];
    const stagedChanges = [...this.#staged];
    const latest = new Map(stagedChanges.flatMap(({ run }) => (run ? [[run.id, run]] : [])));
    const { standing, appended } = await this.#database.transaction(
      'rw',
      work ? [...own, todos, entries, notes, files, contents] : own,
      async (transaction) => {
        const journalTransaction = await DexieJournalTransaction.begin(
          transaction,
          rows,
          this.#sessionId,
          this.#standing,
        );
        await journalTransaction.appendAll(stagedChanges.flatMap((change) => change.entries ?? []));
        for (const run of latest.values()) await journalTransaction.putRun(run);
        await work?.(journalTransaction);
        return { standing: await journalTransaction.end(), appended: journalTransaction.appended };
      },
    );
    this.#standing = standing;
    this.#know(appended.flatMap(({ effect }) => effect ?? []));
    this.#staged.splice(0, stagedChanges.length);
    if (appended.length > 0) this.#told.emit(appended);
    if (this.#staged.length > 0 || this.#scheduled === null) return;
    clearTimeout(this.#scheduled);
    this.#scheduled = null;
  }
}

/** Returns an effect's id without the number at its end. */
const placeOf = (effect: string) => effect.slice(0, effect.lastIndexOf('/') + 1);

/** Opens a session's journal for one tab; `onError` is called with the error of a commit that nobody awaits. */
export function openJournal(
  database: CairnDatabase,
  sessionId: string,
  onError: (error: unknown) => void,
): SessionJournal {
  return new DexieSessionJournal(database, sessionId, onError);
}
