import { Dexie, type Table } from 'dexie';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { JournalEntry } from '../domain/journal.ts';
import type { Profile } from '../domain/profile.ts';
import type { SessionFile } from '../domain/session-file.ts';
import type { Settings } from '../domain/settings.ts';
import type { Template } from '../domain/template.ts';
import type { Todo } from '../domain/todo.ts';
import type { DamagedRow } from './damaged-row.ts';
import type { Fence } from './fence.ts';
import { knownVersionOnly } from './known-version-only.ts';
import { RowReader } from './row-reader.ts';
import type { VersionTable } from './run-versions.ts';
import { runsToVersions } from './runs-to-versions.ts';
import type { SessionRow } from './session-row.ts';
import type { StorageTrouble } from './storage-trouble.ts';

/** Keeps Dexie from its own answer, which is to open the changed database again. */
const dealtWith = false;

/**
 * The tables (R12.1). Journal entries are numbered from 1 within their session, so a session's record is one range of
 * the primary key; entries without an effect are not in its unique index. `versions` holds every state of its tasks.
 * File contents stand apart, so that listing files never loads them.
 *
 * Commits are durable when they resolve. A database that a newer version of the app has changed is closed for good.
 */
export class CairnDatabase extends Dexie {
  declare readonly sessions: Table<SessionRow, string>;
  declare readonly versions: VersionTable;
  declare readonly fences: Table<Fence, string>;
  declare readonly journal: Table<JournalEntry, [session: string, seq: number]>;
  declare readonly todos: Table<Todo, string>;
  declare readonly entries: Table<CalendarEntry, string>;
  declare readonly files: Table<Omit<SessionFile, 'content'>, string>;
  declare readonly contents: Table<Pick<SessionFile, 'id' | 'content'>, string>;
  declare readonly settings: Table<Settings, string>;
  declare readonly profiles: Table<Profile, string>;
  declare readonly templates: Table<Template, string>;
  /** Rows that could not be read, as they were found (R12.4). */
  declare readonly damaged: Table<DamagedRow, string>;
  /** What the browser itself gave, such as the backup's folder. It is in no backup. */
  declare readonly handles: Table<unknown, string>;

  readonly rows: RowReader;
  readonly report: (trouble: StorageTrouble) => void;

  constructor(report: (trouble: StorageTrouble) => void, name = 'cairn') {
    super(name, {
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
      indexedDB: knownVersionOnly(indexedDB, () => report({ code: 'outdated' })),
    });
    this.report = report;
    this.rows = new RowReader(report, (row) => void this.#keep(row));
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
    this.on('versionchange', () => {
      this.close();
      report({ code: 'outdated' });
      return dealtWith;
    });
    this.on('blocked', () => {
      report({ code: 'blocked' });
      return dealtWith;
    });
  }
  /** An unreadable row is kept aside, apart from the transaction that met it: whatever is written over it later, it is not lost. */
  async #keep(row: DamagedRow): Promise<void> {
    await Dexie.ignoreTransaction(() => this.damaged.put(row)).catch(() => undefined);
  }
}
