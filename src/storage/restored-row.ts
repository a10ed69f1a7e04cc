import { DueRun } from '../domain/due-run.ts';
import { nameWithin } from '../domain/name-within.ts';
import { Session } from '../domain/session.ts';
import { SessionFile } from '../domain/session-file.ts';
import { restoredSettings, SomeLimits } from '../domain/restored-settings.ts';
import { Settings } from '../domain/settings.ts';
import type { RowSchema } from './row-reader.ts';
import type { BackupLine } from './backup-line.ts';

/** A row as a backup may bring it back: nothing in a file makes the page act by itself (R13.4). */
export function restoredRow({ table, row }: BackupLine): unknown {
  switch (table) {
    case 'due_runs':
      return changed(DueRun, row, (dueRun) => ({ ...dueRun, active: false }));
    case 'sessions':
      return changed(Session, row, ({ used }) => used && { used: { ...used, cost: Math.max(0, used.cost) } });
    case 'files':
      return changed(SessionFile.pick({ name: true }), row, ({ name }) => ({ name: nameWithin(name) }));
    case 'settings':
      return restoredSettings(readable(row));
    default:
      return row;
  }
}

/** A row with a change that depends on what it holds; one that cannot be read stays as it is. */
function changed<T>(schema: RowSchema<T>, row: unknown, change: (read: T) => object | undefined): unknown {
  const read = schema.safeParse(row);
  return read.success ? { ...(row as object), ...change(read.data) } : row;
}

/** Each setting that is one; what is none, or not known, would be nobody's choice. */
function readable(row: unknown): Partial<Settings> {
  const schemas = new Map(Object.entries({ ...Settings.shape, limits: SomeLimits }));
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(([name, value]) => schemas.get(name)?.safeParse(value).success),
  );
}
