import { Dexie, type Table } from 'dexie';
import type { CalendarEntry } from '../records/calendar-entry.ts';
import type { ScheduledRun } from '../records/scheduled-run.ts';
import type { FileContent, FileMetadata } from '../records/session-file.ts';
import type { JournalEntry, FencingToken } from '../task/journal.ts';
import type { Note } from '../records/note.ts';
import type { Profile } from '../records/profile.ts';
import type { SessionReplicaState } from '../ports/replica-head.ts';
import type { Settings } from '../records/settings.ts';
import type { Template } from '../plan/template.ts';
import type { Todo } from '../records/todo.ts';
import { runInNextTask } from './stores/soft-delete-store.ts';
import { type DamagedRow, RowReader } from './row-reader.ts';
import { lossDetectingIndexedDb, migrateSessionUsage, migrateRunsToVersions } from './database-upgrades.ts';
import type { VersionTable } from './journal/run-versions.ts';
import type { SessionRow } from './journal/session-row.ts';
import type { LastSyncedRecord } from '../ports/local-replica.ts';
import type { StorageError } from '../ports/storage-health.ts';
import { storageErrorOf } from './storage-error.ts';

/** The return value that stops Dexie's default handling, which is to reopen the changed database. */
const preventDefault = false;

/**
 * The tables. Journal entries are numbered from 1 within their session, so that a session's record is one range of the
 * primary key; entries without an effect are not in its unique index. `versions` has every state of a session's tasks.
 * File contents are stored separately, so that listing files never loads them. Commits are durable when they resolve. A
 * database that a newer version of the app has upgraded, or that the browser has removed, is closed permanently.
 */
export class CairnDatabase extends Dexie {
  declare readonly sessions: Table<SessionRow, string>;
  declare readonly versions: VersionTable;
  declare readonly fences: Table<FencingToken, string>;
  declare readonly journal: Table<JournalEntry, [session: string, seq: number]>;
  declare readonly todos: Table<Todo, string>;
  declare readonly entries: Table<CalendarEntry, string>;
  declare readonly files: Table<FileMetadata, string>;
  declare readonly contents: Table<FileContent, string>;
  declare readonly settings: Table<Settings, string>;
  declare readonly profiles: Table<Profile, string>;
  declare readonly templates: Table<Template, string>;
  declare readonly notes: Table<Note, string>;
  declare readonly due_runs: Table<ScheduledRun, string>;
  /** Copies of unreadable rows. */
  declare readonly damaged: Table<DamagedRow, string>;
  /** Objects from the browser, such as the handle of the backup's folder. Not part of backups. */
  declare readonly handles: Table<unknown, string>;

  /**
   * The records and session heads that the exchange with the person's other devices knows; empty if there are none. Not
   * part of backups.
   */
  declare readonly replicas: Table<SessionReplicaState, string>;
  declare readonly shadows: Table<LastSyncedRecord, string>;

  readonly rows: RowReader;
  /** Reports an error, except those that follow from a permanently closed database. */
  readonly report: (error: StorageError) => void;
  #ended = false;

  /** `expected` returns true if there was a database before, so that its absence is a loss. */
  constructor(report: (error: StorageError) => void, name = 'cairn', expected: () => boolean = () => false) {
    const guarded = lossDetectingIndexedDb(() => indexedDB, {
      expected,
      gone: () => this.#end('gone'),
      closed: () => void this.#openAgain(),
    });
    super(name, {
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
      indexedDB: knownVersionOnly(guarded, () => this.#end('outdated')),
    });
    this.report = (error) => {
      if (!this.#ended) report(error);
    };
    this.rows = new RowReader(this.report, (row) => this.#keep(row));
    this.version(1).stores({
      sessions: 'id, listed_at',
      runs: '++nth, &id, session_id',
      journal: '[session_id+seq], &effect, intent, [session_id+body.type+seq]',
      todos: 'id, position',
      entries: 'id, start',
      files: 'id, session_id',
      contents: 'id',
      settings: '',
      profiles: 'id',
    });
    this.version(2).stores({ templates: 'id, created_at' });
    this.version(3)
      .stores({
        sessions: 'id, listed_at, deleted_at',
        versions: '[session_id+n], [session_id+seq+n]',
        fences: 'session_id',
        damaged: 'place',
        handles: '',
      })
      .upgrade(migrateRunsToVersions);
    this.version(4).stores({ runs: null });
    this.version(5).upgrade(migrateSessionUsage);
    this.version(6).stores({ notes: 'id, updated_at', due_runs: 'id, next_at' });
    this.version(7).stores({ replicas: 'session_id', shadows: 'place, waiting' });
    this.on('versionchange', ({ newVersion }) => {
      this.#end(newVersion === null ? 'gone' : 'outdated');
      return preventDefault;
    });
    this.on('blocked', () => {
      this.report({ code: 'blocked' });
      return preventDefault;
    });
  }

  /**
   * Reopens the database after the browser closed the connection. Retries, since the cause may persist for a moment.
   */
  async #openAgain(): Promise<void> {
    for (const pause of [0, 200, 1000, 3000]) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const fault = await this.open().then(
        () => null,
        (error: unknown) => storageErrorOf(error),
      );
      if (!fault || this.#ended) return;
      if (pause === 3000) this.report(fault);
    }
  }

  #end(code: 'outdated' | 'gone'): void {
    this.close();
    this.report({ code });
    this.#ended = true;
  }

  /**
   * Stores a copy of an unreadable row in a transaction of its own, since the one that found it may be read-only. The
   * row survives even if it is overwritten later.
   */
  #keep(row: DamagedRow): void {
    runInNextTask(() => void this.damaged.put(row).catch(() => undefined));
  }
}

/**
 * Returns an IndexedDB factory that opens databases of the requested version or older ones. Dexie would reopen a newer
 * database without a version and adapt its tables, which would damage a newer app's data: that second attempt is
 * refused.
 */
function knownVersionOnly(factory: IDBFactory, onRefusal: () => void): IDBFactory {
  return {
    open(name, version) {
      if (version !== undefined) return factory.open(name, version);
      onRefusal();
      throw new DOMException('The database belongs to a newer version of the app.', 'VersionError');
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (a, b) => factory.cmp(a, b),
  };
}
