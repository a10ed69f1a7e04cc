import { Dexie, type Table } from 'dexie';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { JournalEntry } from '../domain/journal.ts';
import type { Profile } from '../domain/profile.ts';
import type { Run } from '../domain/run.ts';
import type { SessionFile } from '../domain/session-file.ts';
import type { Settings } from '../domain/settings.ts';
import type { Template } from '../domain/template.ts';
import type { Todo } from '../domain/todo.ts';
import { knownVersionOnly } from './known-version-only.ts';
import { RowReader } from './row-reader.ts';
import type { SessionRow } from './session-row.ts';
import type { StorageTrouble } from './storage-trouble.ts';

/** Keeps Dexie from its own answer, which is to open the changed database again. */
const dealtWith = false;

/**
 * The tables (R12.1). Journal entries are numbered from 1 within their session, so a session's record is one range of
 * the primary key; entries without an effect are not in its unique index. Tasks are numbered as they come (`nth`).
 * File contents stand apart, so that listing files never loads them.
 *
 * Commits are durable when they resolve. A database that a newer version of the app has changed is closed for good.
 */
export class CairnDatabase extends Dexie {
  declare readonly sessions: Table<SessionRow, string>;
  declare readonly runs: Table<Run & { nth?: number }, number>;
  declare readonly journal: Table<JournalEntry, [session: string, seq: number]>;
  declare readonly todos: Table<Todo, string>;
  declare readonly entries: Table<CalendarEntry, string>;
  declare readonly files: Table<Omit<SessionFile, 'content'>, string>;
  declare readonly contents: Table<Pick<SessionFile, 'id' | 'content'>, string>;
  declare readonly settings: Table<Settings, string>;
  declare readonly profiles: Table<Profile, string>;
  declare readonly templates: Table<Template, string>;

  readonly rows: RowReader;
  readonly report: (trouble: StorageTrouble) => void;

  constructor(report: (trouble: StorageTrouble) => void, name = 'cairn') {
    super(name, {
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
      indexedDB: knownVersionOnly(indexedDB, () => report({ code: 'outdated' })),
    });
    this.report = report;
    this.rows = new RowReader(report);
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
}
