import { Dexie, type Table } from 'dexie';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { DueRun } from '../domain/due-run.ts';
import type { FileHead } from '../domain/file-head.ts';
import type { JournalEntry } from '../domain/journal.ts';
import type { Note } from '../domain/note.ts';
import type { Profile } from '../domain/profile.ts';
import type { SessionFile } from '../domain/session-file.ts';
import type { Settings } from '../domain/settings.ts';
import type { Template } from '../domain/template.ts';
import type { Todo } from '../domain/todo.ts';
import { afterThisTask } from './after-this-task.ts';
import type { DamagedRow } from './damaged-row.ts';
import type { Fence } from '../domain/fence.ts';
import { knownVersionOnly } from './known-version-only.ts';
import { neverRecreated } from './never-recreated.ts';
import { RowReader } from './row-reader.ts';
import type { VersionTable } from './run-versions.ts';
import { countUsage } from './count-usage.ts';
import { runsToVersions } from './runs-to-versions.ts';
import type { SessionRow } from './session-row.ts';
import type { StorageTrouble } from '../ports/storage-trouble.ts';
import { troubleOf } from './trouble-of.ts';

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
  declare readonly due_runs: Table<DueRun, string>;
  /** Rows that could not be read, as they were found (R12.4). */
  declare readonly damaged: Table<DamagedRow, string>;
  /** What the browser itself gave, such as the backup's folder. It is in no backup. */
  declare readonly handles: Table<unknown, string>;

  readonly rows: RowReader;
  /** Passes a trouble on; what follows from a database that is closed for good is not told. */
  readonly report: (trouble: StorageTrouble) => void;
  #ended = false;

  /** `expected`: there was a database, so that its absence is a loss. */
  constructor(report: (trouble: StorageTrouble) => void, name = 'cairn', expected: () => boolean = () => false) {
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
        (error: unknown) => troubleOf(error),
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
