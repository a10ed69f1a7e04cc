/**
 * One row of a backup, with its table; `key` is set if the row does not contain its own key. Besides the tables of
 * `savedTables`, `table` may be `runs`, an old table that only backups with schema version 3 or earlier contain.
 */
export interface BackupLine {
  table: string;
  key?: string;
  row: unknown;
}

/** The first line of a backup. */
export interface BackupHead {
  cairn_backup: 1;
  /** The version of the database schema. */
  schema: number;
  created_at: string;
  counts: Record<string, number>;
}

/** The last line of a backup: the number of rows before it. */
export interface BackupEnd {
  end: number;
  /** Proof that this browser wrote all of the file (see `backupSeal`); absent where it cannot be given. */
  seal?: string;
}

/** A key that marks a value which JSON cannot represent. */
const mark = '\u2063cairn';

/**
 * Converts a stored value to one line of text, and back; dates, big integers and the like, which only unreadable rows
 * contain, survive.
 */
export const backupLineCodec = {
  write: (value: unknown): string =>
    `${JSON.stringify(value, function (this: Record<string, unknown>, key, json: unknown): unknown {
      const present = this[key];
      if (present instanceof Date) return { [mark]: 'date', is: present.getTime() };
      if (typeof present === 'bigint') return { [mark]: 'bigint', is: String(present) };
      if (typeof present === 'number' && !Number.isFinite(present)) return { [mark]: 'number', is: String(present) };
      return json;
    })}\n`,

  /** Undefined if the text is not JSON, or has a value that is marked but cannot be converted. */
  read: (line: string): unknown => {
    try {
      return line.includes(mark) ? JSON.parse(line, (_, value: unknown) => unmarked(value)) : JSON.parse(line);
    } catch {
      return undefined;
    }
  },
};

function unmarked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(mark in value) || !('is' in value)) return value;
  switch (value[mark]) {
    case 'date':
      return new Date(Number(value.is));
    case 'bigint':
      return BigInt(String(value.is));
    case 'number':
      return Number(value.is);
    default:
      return value;
  }
}
