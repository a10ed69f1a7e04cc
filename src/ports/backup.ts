import type { Result } from '../values/result.ts';
import type { SavedRow } from '../task/left-out.ts';

/** The progress of a long operation, in records. */
export interface BackupProgress {
  done: number;
  total: number;
}

/** Why a backup was not made or not restored: a code and its parameters, worded by the ui. */
export type BackupError =
  /** The file is no backup. */
  | { code: 'not_backup' }
  /** A newer version of the app made it. */
  | { code: 'newer' }
  /** The end of the file is missing; `line` is the last complete one. */
  | { code: 'cut_off'; line: number }
  /** This line cannot be read. */
  | { code: 'damaged'; line: number }
  /** The browser gives no access to the file. */
  | { code: 'unreadable' }
  /** The storage has no room for it. */
  | { code: 'full' }
  | { code: 'refused'; detail: string };

/** What a restore counts; `damaged`: what could not be read already when the backup was made. */
export const restoredKinds = [
  'sessions',
  'todos',
  'entries',
  'notes',
  'templates',
  'due_runs',
  'profiles',
  'damaged',
] as const;
export type RestoredCounts = Partial<Record<(typeof restoredKinds)[number], number>>;

export interface Restored {
  restored: RestoredCounts;
  /** What existed already and was left unchanged. */
  kept: RestoredCounts;
  /** The ids of restored plans that would start at set times, and are off now until the person turns them on. */
  waiting: string[];
}

export type SaveOutcome = Result<Blob, BackupError>;
export type RestoreOutcome = Result<Restored, BackupError>;

/** Saves and restores everything stored as one file, except the keys. Only `sessionRows` may reject. */
export interface Backup {
  /** Saves a consistent snapshot. */
  save(progress: (progress: BackupProgress) => void): Promise<SaveOutcome>;
  /**
   * Adds the records that do not exist yet; existing ones stay unchanged, a session with all that belongs to it. A
   * faulty file changes nothing. A session becomes visible once it is complete; an interrupted restore is completed by
   * the next. Invalid rows, such as one with an invalid time, are not restored: they are kept aside and reported.
   */
  restore(file: Blob, progress: (progress: BackupProgress) => void): Promise<RestoreOutcome>;
  /** The rows of one session and of all that belongs to it, of one moment; none where there is no such session. */
  sessionRows(id: string): Promise<SavedRow[]>;
  /** Rows as a file that `restore` takes. */
  fileOf(rows: readonly SavedRow[]): Blob;
  /** The number of unreadable records that were kept aside. */
  unreadable(): Promise<number>;
  /** Saves those records as they were found, one a line. */
  saveUnreadable(): Promise<SaveOutcome>;
}
