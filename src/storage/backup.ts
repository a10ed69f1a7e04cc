import type { Backup, BackupFault, Progress } from '../ports/backup.ts';
import { checkBackup } from './check-backup.ts';
import type { CairnDatabase } from './database.ts';
import { lineText } from './line-text.ts';
import { restoreBackup } from './restore-backup.ts';
import { saveBackup } from './save-backup.ts';
import { troubleOf } from './trouble-of.ts';

/** Backup and restore over one database; `now` is the time that a backup bears. */
export function createBackup(database: CairnDatabase, now: () => string): Backup {
  return {
    save: async (progress) => {
      try {
        return { ok: true, file: await saveBackup(database, now(), progress) };
      } catch (error) {
        return { ok: false, fault: faultOf(error) };
      }
    },

    /** Both ways through the file count as progress. */
    restore: async (file, progress) => {
      const half = (from: number) => (step: Progress) =>
        progress({ done: from * step.total + step.done, total: 2 * step.total });
      try {
        await database.open();
        const check = await checkBackup(database, file, half(0));
        if (!check.ok) return check;
        return { ok: true, counts: await restoreBackup(database, file, check.backup, half(1)) };
      } catch (error) {
        return { ok: false, fault: faultOf(error) };
      }
    },

    unreadable: () => database.damaged.count().catch(() => 0),

    saveUnreadable: async () => {
      try {
        const rows = await database.damaged.toArray();
        return { ok: true, file: new Blob(rows.map(lineText.write), { type: 'application/x-ndjson' }) };
      } catch (error) {
        return { ok: false, fault: faultOf(error) };
      }
    },
  };
}

function faultOf(error: unknown): BackupFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotReadableError' || name === 'NotFoundError') return { code: 'unreadable' };
  const trouble = troubleOf(error);
  if (trouble.code === 'full') return { code: 'full' };
  return { code: 'refused', detail: 'detail' in trouble ? trouble.detail : '' };
}
