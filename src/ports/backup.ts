import type { Result } from '../values/result.ts';
import type { StoredSessionRow } from '../task/session-rows.ts';

/** The progress of a long operation, in records. */
export interface BackupProgress {
  done: number;
  total: number;
}

/** Why a backup was not made or not restored: a code and its parameters; the ui words it. */
export type BackupError =
  /** The file is not a backup. */
  | { code: 'not_backup' }
  /** The file comes from a newer version of the app. */
  | { code: 'newer' }
  /** The end of the file is missing; `line` is the last complete line. */
  | { code: 'cut_off'; line: number }
  /** This line cannot be read. */
  | { code: 'damaged'; line: number }
  /** The browser gives no access to the file. */
  | { code: 'unreadable' }
  /** The storage has no room for it. */
  | { code: 'full' }
  | { code: 'refused'; detail: string };

/**
 * The kinds of records a restore counts, as the lists of the page show them. `bin` counts those of any kind that were
 * deleted but can be brought back, and `damaged` counts those that were already unreadable when the backup was made.
 */
export const restoredKinds = [
  'sessions',
  'files',
  'todos',
  'entries',
  'notes',
  'templates',
  'due_runs',
  'profiles',
  'bin',
  'damaged',
] as const;
export type RestoredCounts = Partial<Record<(typeof restoredKinds)[number], number>>;

export interface RestoreResult {
  restored: RestoredCounts;
  /** Records that already existed and were left unchanged. */
  kept: RestoredCounts;
  /** Records of sessions that are here which were left out: deleted here before, or of a part that is not here. */
  leftOut: RestoredCounts;
  /** The titles of the sessions of which the backup holds more than is here; they were left as they are. */
  further: string[];
  /** The ids of restored scheduled plans; they are off until the person turns them on. */
  waiting: string[];
}

export type BackupOutcome = Result<Blob, BackupError>;
export type RestoreOutcome = Result<RestoreResult, BackupError>;

/** Saves and restores everything stored as one file, except the keys. Only `sessionRows` may reject. */
export interface Backup {
  /** Saves a consistent snapshot. */
  save(progress: (progress: BackupProgress) => void): Promise<BackupOutcome>;
  /** True if nothing shows that this browser made the file, so that only the person can say whose it is. */
  isUnproved(file: Blob): Promise<boolean>;
  /**
   * Adds the records that do not exist yet; existing ones stay unchanged (a session together with all its records: one
   * that is further on in the backup is left as it is, and named). A faulty file changes nothing. A session becomes
   * visible once it is complete; the next restore completes an interrupted one. Invalid rows, such as one with an
   * invalid time, are skipped, set aside and reported. To-dos, entries, notes, templates and scheduled plans become
   * text from outside, unless the backup is the person's own (`isOwn`).
   */
  restore(file: Blob, progress: (progress: BackupProgress) => void, isOwn: boolean): Promise<RestoreOutcome>;
  /** The rows of one session and of all that belongs to it, read at one moment; empty if there is no such session. */
  sessionRows(id: string): Promise<StoredSessionRow[]>;
  /** Writes rows as a file that `restore` accepts. */
  fileOf(rows: readonly StoredSessionRow[]): Blob;
  /** The number of unreadable records that were set aside. */
  unreadable(): Promise<number>;
  /** Saves the unreadable records unchanged, one per line. */
  saveUnreadable(): Promise<BackupOutcome>;
}
