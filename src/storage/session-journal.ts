import { Dexie } from 'dexie';
import { effectNumber } from '../domain/effect-id.ts';
import { JournalEntry, type NewEntry } from '../domain/journal.ts';
import { Session } from '../domain/session.ts';
import type { SessionFile } from '../domain/session-file.ts';
import type { Run } from '../domain/run.ts';
import type { JournalTransaction, SessionJournal } from '../ports/journal.ts';
import { afterThisTask } from './after-this-task.ts';
import type { CairnDatabase } from './database.ts';
import { fileHeads } from './file-heads.ts';
import { DexieJournalTransaction, type Standing } from './journal-transaction.ts';

/**
 * The journal over IndexedDB. Transactions run one after another, so that staged changes keep their order even when a
 * transaction fails. `effects` and `messages` commit what is staged before they read.
 */
export class DexieSessionJournal implements SessionJournal {
  readonly #database: CairnDatabase;
  readonly #sessionId: string;
  readonly #staged: { run?: Run; entries?: NewEntry[] }[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  readonly #failed: (error: unknown) => void;
  #standing: Standing | null = null;
  #scheduled = false;

  /** `failed` hears of commits that nobody waits for and that fail. */
  constructor(database: CairnDatabase, sessionId: string, failed: (error: unknown) => void) {
    this.#database = database;
    this.#sessionId = sessionId;
    this.#failed = failed;
  }

  claim(): Promise<Run | null> {
    return this.#inTurn(async () => {
      await this.#commit(async () => undefined);
      return this.#standing?.latest?.run ?? null;
    });
  }

  transact<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#commit(work));
  }

  stage(change: { run?: Run; entries?: NewEntry[] }): void {
    this.#staged.push(change);
    if (this.#scheduled) return;
    this.#scheduled = true;
    afterThisTask(() => {
      this.#scheduled = false;
      this.flush().catch(this.#failed);
    });
  }

  flush(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#staged.length > 0) await this.#commit(async () => undefined);
    });
  }

  async effects(prefix: string): Promise<JournalEntry[]> {
    await this.flush();
    const rows = await this.#database.journal.where('effect').startsWith(prefix).toArray();
    return this.#read(rows).sort((a, b) => effectNumber(a.effect ?? '') - effectNumber(b.effect ?? ''));
  }

  async begun(effect: string): Promise<number> {
    await this.flush();
    return this.#database.journal.where({ intent: effect }).count();
  }

  async spent(): Promise<number> {
    const { sessions, rows } = this.#database;
    return rows.one(sessions, Session, await sessions.get(this.#sessionId))?.used?.cost ?? 0;
  }

  async messages(limit: number): Promise<JournalEntry[]> {
    await this.flush();
    const ofMessages = [this.#sessionId, 'message'];
    const said = this.#database.journal
      .where('[session_id+body.type+seq]')
      .between([...ofMessages, Dexie.minKey], [...ofMessages, Dexie.maxKey]);
    return this.#read(await said.reverse().limit(limit).toArray()).reverse();
  }

  async files(limit: number): Promise<Pick<SessionFile, 'name' | 'size'>[]> {
    const own = (await fileHeads(this.#database, this.#sessionId)).filter(({ kind }) => kind === 'file');
    return own
      .slice(-limit)
      .reverse()
      .map(({ name, size }) => ({ name, size }));
  }

  #read(rows: readonly unknown[]): JournalEntry[] {
    return this.#database.rows.many(this.#database.journal, JournalEntry, rows);
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(job);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #commit<T>(work: (transaction: JournalTransaction) => Promise<T>): Promise<T> {
    const { sessions, versions, fences, journal, todos, entries, notes, files, contents, rows } = this.#database;
    const taken = [...this.#staged];
    const latest = new Map(taken.flatMap(({ run }) => (run ? [[run.id, run]] : [])));
    const { result, standing } = await this.#database.transaction(
      'rw',
      [sessions, versions, fences, journal, todos, entries, notes, files, contents],
      async (transaction) => {
        const own = await DexieJournalTransaction.begin(transaction, rows, this.#sessionId, this.#standing);
        await own.appendAll(taken.flatMap((change) => change.entries ?? []));
        for (const run of latest.values()) await own.putRun(run);
        const done = await work(own);
        return { result: done, standing: await own.end() };
      },
    );
    this.#standing = standing;
    this.#staged.splice(0, taken.length);
    return result;
  }
}
