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

/** Marks a value that JSON has no form for. */
const mark = '\u2063cairn';

/** A stored value as one line of text, and back. Dates, big numbers and the like, which only unreadable rows hold, survive. */
export const lineText = {
  write: (value: unknown): string =>
    `${JSON.stringify(value, function (this: Record<string, unknown>, key, json: unknown): unknown {
      const present = this[key];
      if (present instanceof Date) return { [mark]: 'date', is: present.getTime() };
      if (typeof present === 'bigint') return { [mark]: 'bigint', is: String(present) };
      if (typeof present === 'number' && !Number.isFinite(present)) return { [mark]: 'number', is: String(present) };
      return json;
    })}\n`,

  /** Throws where the text is no JSON. */
  read: (line: string): unknown =>
    line.includes(mark) ? (JSON.parse(line, (_, value: unknown) => unmarked(value)) as unknown) : JSON.parse(line),
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
