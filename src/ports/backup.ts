/** How far a long piece of work has come, in records. */
export interface Progress {
  done: number;
  total: number;
}

/** Why a backup was not made or not restored: a code and its parameters, worded by the ui. */
export type BackupFault =
  /** The file is something else. */
  | { code: 'not_backup' }
  /** A newer version of the app made it. */
  | { code: 'newer' }
  /** Its end is missing; `line` is the last there is. */
  | { code: 'cut_off'; line: number }
  /** What stands in this line cannot be read. */
  | { code: 'damaged'; line: number }
  /** The browser does not hand the file out. */
  | { code: 'unreadable' }
  /** There is no room for it. */
  | { code: 'full' }
  | { code: 'refused'; detail: string };

/** How much was restored, and how much was here already and stayed as it was. */
export interface Restored {
  sessions: { restored: number; kept: number };
  /** To-dos, calendar entries, templates, connections, and records that cannot be read. */
  others: { restored: number; kept: number };
}

export type SaveOutcome = { ok: true; file: Blob } | { ok: false; fault: BackupFault };
export type RestoreOutcome = { ok: true; counts: Restored } | { ok: false; fault: BackupFault };

/** Everything that is stored as one file (R12.5), less the keys, which are not stored there. Never throws. */
export interface Backup {
  /** The state of one moment. */
  save(progress: (progress: Progress) => void): Promise<SaveOutcome>;
  /**
   * Adds what is not here yet; what is here stays as it is, a session with all that belongs to it. A file with a fault
   * changes nothing. A session becomes visible once it is whole; a restore that was cut short is completed by the next.
   * Rows that do not hold, such as one with a time that is none, do not come in: they are kept aside and reported.
   */
  restore(file: Blob, progress: (progress: Progress) => void): Promise<RestoreOutcome>;
  /** How many records could not be read and were kept aside (R12.4). */
  unreadable(): Promise<number>;
  /** Those records as they were found, one a line. */
  saveUnreadable(): Promise<SaveOutcome>;
}
