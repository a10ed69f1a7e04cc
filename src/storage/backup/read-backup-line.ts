import { isRecord } from '../../values/json.ts';
import type { BackupLine } from './backup-line.ts';
import type { CairnDatabase } from '../database.ts';

/**
 * The tables of a backup, in the order of its lines: rows that belong to sessions, independent rows, and last the
 * sessions themselves. Fences and handles are excluded, since they are valid only in this browser.
 */
export const savedTables = [
  'versions',
  'journal',
  'files',
  'contents',
  'todos',
  'entries',
  'settings',
  'profiles',
  'templates',
  'notes',
  'due_runs',
  'damaged',
  'sessions',
] as const;

export type BackupTable = (typeof savedTables)[number];

/** Returns the row of one line between head and end; null if this database has no table for it. */
export function readBackupLine(database: CairnDatabase, schema: number, value: unknown): BackupLine | null {
  if (!isRecord(value) || typeof value.table !== 'string' || !('row' in value)) return null;
  const { table, key, row } = value;
  if (table === 'runs') return schema <= 3 && isOldRun(row) ? { table, row } : null;
  if (savedTables.every((name) => name !== table)) return null;
  const path = database.table(table).schema.primKey.keyPath;
  if (!path) return typeof key === 'string' ? { table, key, row } : null;
  const keys = [path].flat().map((name) => (isRecord(row) ? row[name] : undefined));
  return keys.every(isKey) ? { table, row } : null;
}

function isOldRun(row: unknown): boolean {
  return isRecord(row) && isKey(row.session_id) && isKey(row.id);
}

function isKey(value: unknown): boolean {
  try {
    return indexedDB.cmp(value, value) === 0;
  } catch {
    return false;
  }
}

interface FileLine {
  /** Null if the line is not UTF-8. */
  text: string | null;
  /** True if the line is terminated. */
  whole: boolean;
}

const newline = 0x0a;

/** Yields the lines of a text file without its byte order mark, in batches; the file is never in memory as a whole. */
export async function* linesOfFile(file: Blob): AsyncGenerator<FileLine[]> {
  const reader = file.stream().getReader();
  let rest: Uint8Array[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines: FileLine[] = [];
      let from = 0;
      for (let end = value.indexOf(newline); end >= 0; end = value.indexOf(newline, from)) {
        lines.push({ text: decoded([...rest, value.subarray(from, end)]), whole: true });
        rest = [];
        from = end + 1;
      }
      if (from < value.length) rest.push(value.subarray(from));
      if (lines.length > 0) yield lines;
    }
    if (rest.length > 0) yield [{ text: decoded(rest), whole: false }];
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function decoded(parts: readonly Uint8Array[]): string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
  } catch {
    return null;
  }
}
