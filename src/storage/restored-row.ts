import { DueRun } from '../domain/due-run.ts';
import { restoredSettings } from '../domain/restored-settings.ts';
import { Settings } from '../domain/settings.ts';
import type { BackupLine } from './backup-line.ts';

/** A row as a backup may bring it back: nothing in a file makes the page act by itself (R13.4). */
export function restoredRow({ table, row }: BackupLine): unknown {
  if (table === 'due_runs') {
    const dueRun = DueRun.safeParse(row);
    return dueRun.success ? { ...dueRun.data, active: false } : row;
  }
  if (table !== 'settings') return row;
  const settings = Settings.partial().loose().safeParse(row);
  return settings.success ? restoredSettings(settings.data as Partial<Settings>) : row;
}
