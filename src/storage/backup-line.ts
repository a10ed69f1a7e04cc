/** One row of a backup; `key` where the row does not hold its own. `runs` are from before version 3 of the tables. */
export interface BackupLine {
  table: string;
  key?: string;
  row: unknown;
}

/** The first line of a backup. */
export interface BackupHead {
  cairn_backup: 1;
  /** The version of the tables. */
  schema: number;
  created_at: string;
  counts: Record<string, number>;
}

/** The last line of a backup: how many rows stand before it. */
export interface BackupEnd {
  end: number;
}
