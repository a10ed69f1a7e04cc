import type { Result } from '../../values/result.ts';
import { isRecord } from '../../values/json.ts';
import type { BackupError, BackupProgress } from '../../ports/backup.ts';
import type { JournalEntry } from '../../task/journal.ts';
import { type BackupLine, backupLineCodec } from './backup-line.ts';
import type { CairnDatabase } from '../database.ts';
import { linesOfFile, readBackupLine } from './read-backup-line.ts';

/** The facts about a complete backup that a restore needs. */
export interface CheckedBackup {
  schema: number;
  rows: number;
  /** The ids of the sessions in the backup, and of the sessions to which other rows in it belong. */
  sessions: ReadonlySet<unknown>;
  /** The session of each file, by their ids. */
  owners: ReadonlyMap<unknown, unknown>;
  /** The number of the last journal entry of each task. */
  lastLines: ReadonlyMap<unknown, number>;
  /**
   * The sessions that are here, too, but with lines in the backup's journal that are not here: by their ids, when the
   * last line was written up to which both are the same; empty if there is none.
   */
  further: ReadonlyMap<unknown, string>;
}

/** The result of checking a backup: what a restore needs to know, or why the backup cannot be restored. */
export type BackupCheck = Result<CheckedBackup, BackupError>;

/** The maximum length of a backup's first line, in bytes. */
const longestHead = 65_536;

/**
 * Checks the whole backup file and changes nothing: returns what it contains, or why it cannot be restored. `progress`
 * is called with the number of rows checked so far.
 */
export async function checkBackup(
  database: CairnDatabase,
  file: Blob,
  progress: (progress: BackupProgress) => void,
): Promise<BackupCheck> {
  const refusal = (error: BackupError): BackupCheck => ({ ok: false, error });
  const head = headOf(await file.slice(0, longestHead).text());
  if (!head) return refusal({ code: 'not_backup' });
  const { schema, total } = head;
  if (head.format > 1 || schema > database.verno) return refusal({ code: 'newer' });

  const backupSummary = new Finding();
  const here = new Set<unknown>(await database.sessions.toCollection().primaryKeys());
  const further = new Map<unknown, string>();
  const common = new Map<unknown, string>();
  let line = 0;
  let rows = 0;
  let hasEnded = false;
  for await (const lines of linesOfFile(file)) {
    const journal: JournalEntry[] = [];
    for (const { text, whole } of lines) {
      line += 1;
      if (line === 1) continue;
      const value = hasEnded || text === null ? undefined : backupLineCodec.read(text);
      const end = endOf(value);
      const row = end === null ? readBackupLine(database, schema, value) : null;
      if (end === rows) hasEnded = true;
      else if (row) {
        rows += 1;
        backupSummary.add(row);
        const entry = row.row as JournalEntry;
        if (row.table === 'journal' && here.has(entry.session_id)) journal.push(entry);
      } else return refusal(whole || hasEnded ? { code: 'damaged', line } : { code: 'cut_off', line });
    }
    const storedEntries = await database.journal.bulkGet(journal.map(({ session_id, seq }) => [session_id, seq]));
    for (const [nth, { session_id, at }] of journal.entries()) {
      if (further.has(session_id)) continue;
      if (storedEntries[nth]?.at === at) common.set(session_id, at);
      else further.set(session_id, common.get(session_id) ?? '');
    }
    progress({ done: rows, total: Math.max(rows, total) });
  }
  if (!hasEnded) return refusal({ code: 'cut_off', line });
  const { sessions, owners, lastLines } = backupSummary;
  return { ok: true, value: { schema, rows, sessions, owners, lastLines, further } };
}

class Finding {
  readonly sessions = new Set<unknown>();
  readonly owners = new Map<unknown, unknown>();
  readonly lastLines = new Map<unknown, number>();

  add({ table, row }: BackupLine): void {
    const { id, session_id, task_id, seq } = row as Record<string, unknown>;
    if (table === 'sessions') this.sessions.add(id);
    if (table === 'versions' || table === 'journal' || table === 'files' || table === 'runs')
      this.sessions.add(session_id);
    if (table === 'files') this.owners.set(id, session_id);
    if (table === 'journal' && typeof seq === 'number')
      this.lastLines.set(task_id, Math.max(seq, this.lastLines.get(task_id) ?? 0));
  }
}

function headOf(text: string): { format: number; schema: number; total: number } | null {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')));
  const head = backupLineCodec.read(line) as Record<string, unknown> | null | undefined;
  if (typeof head?.cairn_backup !== 'number' || typeof head.schema !== 'number') return null;
  const counts = Object.values(head.counts ?? {}).filter((count) => typeof count === 'number');
  return { format: head.cairn_backup, schema: head.schema, total: counts.reduce((sum, count) => sum + count, 0) };
}

function endOf(value: unknown): number | null {
  return isRecord(value) && typeof value.end === 'number' ? value.end : null;
}
