import type { Table } from 'dexie';
import { CalendarEntry } from '../../records/calendar-entry.ts';
import { FileMetadata } from '../../records/session-file.ts';
import { Note } from '../../records/note.ts';
import { Profile } from '../../records/profile.ts';
import { Session } from '../../task/session.ts';
import { defaultSettings, Settings } from '../../records/settings.ts';
import { Template } from '../../plan/template.ts';
import { Todo } from '../../records/todo.ts';
import type { CairnDatabase } from '../database.ts';

export type SyncedRow = Record<string, unknown>;

/** How the rows of one table are exchanged. */
export interface SyncTableRules {
  table: Table<SyncedRow, string>;
  /** The fields that this release knows; other fields stay unchanged. */
  known: ReadonlySet<string>;
  /** The only fields that are exchanged; null for all. */
  only: ReadonlySet<string> | null;
  fits: (row: SyncedRow) => boolean;
}

interface Schema {
  shape: object;
  safeParse(row: unknown): { success: boolean };
}

/**
 * The settings that belong to the person, not to the device. None of them permits anything; the connection in use is
 * not among them, since its key is on this device.
 */
const sharedSettings = [
  ...(['planning', 'thoroughness', 'review', 'limits', 'patience', 'spending_limit'] as const),
  ...(['calendar_view', 'plan_view'] as const),
];

/** The tables whose rows are exchanged one by one. Scheduled runs stay on their device, or they would start on each. */
export function replicaTables(database: CairnDatabase): Readonly<Record<string, SyncTableRules>> {
  const { todos, entries, notes, templates, profiles, files, sessions, settings } = database;
  const all = (table: unknown, schema: Schema): SyncTableRules => ({
    table: table as Table<SyncedRow, string>,
    known: new Set(Object.keys(schema.shape)),
    only: null,
    fits: (row) => schema.safeParse(row).success,
  });
  return {
    todos: all(todos, Todo),
    entries: all(entries, CalendarEntry),
    notes: all(notes, Note),
    templates: all(templates, Template),
    profiles: all(profiles, Profile),
    files: { ...all(files, FileMetadata), known: new Set([...Object.keys(FileMetadata.shape), 'content']) },
    sessions: { ...all(sessions, Session), only: new Set(['id', 'title', 'created_at', 'deleted_at']) },
    settings: {
      table: settings as unknown as Table<SyncedRow, string>,
      known: new Set(Object.keys(defaultSettings)),
      only: new Set(sharedSettings),
      fits: (row) => Settings.safeParse({ ...defaultSettings, ...row }).success,
    },
  };
}

/**
 * Returns every table that is written when changes from other devices are applied, except those with tasks and
 * journals.
 */
export function exchangedTables(database: CairnDatabase): Table[] {
  const { shadows, contents, replicas } = database;
  return [...new Set(Object.values(replicaTables(database)).map(({ table }) => table)), shadows, contents, replicas];
}
