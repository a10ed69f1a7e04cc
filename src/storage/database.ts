import { Dexie, type Table } from 'dexie';
import type { CalendarEntry } from '../domain/agenda/calendar-entry.ts';
import type { ScheduledRun } from '../domain/agenda/scheduled-run.ts';
import type { FileHead, SessionFile } from '../domain/files/session-file.ts';
import type { JournalEntry, Fence } from '../domain/record/journal.ts';
import type { Note } from '../domain/agenda/note.ts';
import type { Profile } from '../domain/model/profile.ts';
import type { Settings } from '../domain/settings/settings.ts';
import type { Template } from '../domain/plan/template.ts';
import type { Todo } from '../domain/agenda/todo.ts';
import { afterThisTask } from './stores/kept-rows.ts';
import { type DamagedRow, RowReader } from './row-reader.ts';
import { neverRecreated, countUsage, runsToVersions } from './opening/upgrades.ts';
import type { VersionTable } from './journal/run-versions.ts';
import type { SessionRow } from './journal/session-row.ts';
import type { StorageFault } from '../ports/storage-health.ts';
import { storageFaultOf } from './opening/storage-fault.ts';

/** Keeps Dexie from its own answer, which is to open the changed database again. */
const dealtWith = false;

/**
 * The tables (R12.1). Journal entries are numbered from 1 within their session, so a session's record is one range of
 * the primary key; entries without an effect are not in its unique index. `versions` holds every state of its tasks.
 * File contents stand apart, so that listing files never loads them.
 *
 * Commits are durable when they resolve. A database that a newer version of the app has changed, or that the browser has
 * removed, is closed for good.
 */
export class CairnDatabase extends Dexie {
  declare readonly sessions: Table<SessionRow, string>;
  declare readonly versions: VersionTable;
  declare readonly fences: Table<Fence, string>;
  declare readonly journal: Table<JournalEntry, [session: string, seq: number]>;
  declare readonly todos: Table<Todo, string>;
  declare readonly entries: Table<CalendarEntry, string>;
  declare readonly files: Table<FileHead, string>;
  declare readonly contents: Table<Pick<SessionFile, 'id' | 'content'>, string>;
  declare readonly settings: Table<Settings, string>;
  declare readonly profiles: Table<Profile, string>;
  declare readonly templates: Table<Template, string>;
  declare readonly notes: Table<Note, string>;
  declare readonly due_runs: Table<ScheduledRun, string>;
  /** Rows that could not be read, as they were found (R12.4). */
  declare readonly damaged: Table<DamagedRow, string>;
  /** What the browser itself gave, such as the backup's folder. It is in no backup. */
  declare readonly handles: Table<unknown, string>;

  readonly rows: RowReader;
  /** Passes a trouble on; what follows from a database that is closed for good is not told. */
  readonly report: (trouble: StorageFault) => void;
  #ended = false;

  /** `expected`: there was a database, so that its absence is a loss. */
  constructor(report: (trouble: StorageFault) => void, name = 'cairn', expected: () => boolean = () => false) {
    const guarded = neverRecreated(indexedDB, {
      expected,
      gone: () => this.#end('gone'),
      closed: () => void this.#openAgain(),
    });
    super(name, {
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
      indexedDB: knownVersionOnly(guarded, () => this.#end('outdated')),
    });
    this.report = (trouble) => {
      if (!this.#ended) report(trouble);
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
      .upgrade(runsToVersions);
    this.version(4).stores({ runs: null });
    this.version(5).upgrade(countUsage);
    this.version(6).stores({ notes: 'id, updated_at', due_runs: 'id, next_at' });
    this.on('versionchange', ({ newVersion }) => {
      this.#end(newVersion === null ? 'gone' : 'outdated');
      return dealtWith;
    });
    this.on('blocked', () => {
      this.report({ code: 'blocked' });
      return dealtWith;
    });
  }

  /** The browser has cut the connection: it may still be busy with what made it do so. */
  async #openAgain(): Promise<void> {
    for (const pause of [0, 200, 1000, 3000]) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const fault = await this.open().then(
        () => null,
        (error: unknown) => storageFaultOf(error),
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

  /** An unreadable row is kept aside, apart from what met it, which may only read: whatever is written over it later, it is not lost. */
  #keep(row: DamagedRow): void {
    afterThisTask(() => void this.damaged.put(row).catch(() => undefined));
  }
}

/**
 * IndexedDB that opens databases of the version asked for, or older ones. Dexie answers a newer database by opening it
 * unversioned and "mending" its tables, which would spoil a newer app's data: here that second try is refused.
 */
function knownVersionOnly(factory: IDBFactory, refused: () => void): IDBFactory {
  return {
    open(name, version) {
      if (version !== undefined) return factory.open(name, version);
      refused();
      throw new DOMException('The database belongs to a newer version of the app.', 'VersionError');
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (a, b) => factory.cmp(a, b),
  };
}
