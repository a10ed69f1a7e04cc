import { isRecord } from '../domain/json.ts';
import type { BackupLine } from './backup-line.ts';
import type { CairnDatabase } from './database.ts';
import { savedTables } from './saved-tables.ts';

/** Understands one line between head and end; null where it is not a row that this database has a place for. */
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
