import { DueRun } from '../domain/due-run.ts';
import { Session } from '../domain/session.ts';
import { restoredSettings } from '../domain/restored-settings.ts';
import { Limits, Settings } from '../domain/settings.ts';
import type { BackupLine } from './backup-line.ts';

/** A row as a backup may bring it back: nothing in a file makes the page act by itself (R13.4). */
export function restoredRow({ table, row }: BackupLine): unknown {
  if (table === 'due_runs') {
    const dueRun = DueRun.safeParse(row);
    return dueRun.success ? { ...dueRun.data, active: false } : row;
  }
  if (table === 'sessions') {
    const session = Session.safeParse(row);
    const used = session.data?.used;
    return used ? { ...(row as Session), used: { ...used, cost: Math.max(0, used.cost) } } : row;
  }
  return table === 'settings' ? restoredSettings(readable(row)) : row;
}

/** Each setting that is one; what is none, or not known, would be nobody's choice. */
function readable(row: unknown): Partial<Settings> {
  const schemas = new Map(Object.entries({ ...Settings.shape, limits: Limits.partial() }));
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(([name, value]) => schemas.get(name)?.safeParse(value).success),
  );
}
