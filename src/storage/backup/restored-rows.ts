import { ScheduledRun } from '../../records/scheduled-run.ts';
import { safeRelativePath } from '../../records/file-name.ts';
import { Session } from '../../task/session.ts';
import type { UsageTotals } from '../../task/usage.ts';
import { restorableSettings, PartialLimits } from '../../records/restorable-settings.ts';
import { Settings } from '../../records/settings.ts';
import { isRecord } from '../../values/json.ts';
import type { Limits } from '../../values/limits.ts';
import { type RowSchema, RowReader } from '../row-reader.ts';
import type { BackupLine } from './backup-line.ts';
import { patchBetween } from '../../task/patch.ts';
import { RestorableFileRow, restoredRun } from '../../records/restored.ts';
import { type Run, toStoredRun } from '../../task/run.ts';
import type { CairnDatabase } from '../database.ts';
import { nextRunVersion, readRunVersion } from '../journal/run-versions.ts';
import { sessionKeyRange } from '../journal/session-row.ts';

/**
 * Returns a row as a backup restores it: without anything that would make the page act by itself. One that models read
 * is marked as text from outside, unless the backup is the person's own.
 */
export function restoredRow({ table, row }: BackupLine, isOwn: boolean): unknown {
  const foreign = isOwn ? {} : { foreign: true };
  switch (table) {
    case 'todos':
    case 'entries':
    case 'notes':
    case 'templates':
      return isRecord(row) ? { ...row, ...foreign } : row;
    case 'journal':
      return isOwn || !isRecord(row) || !isRecord(row.body) || row.body.type !== 'message'
        ? row
        : { ...row, body: { ...row.body, ...foreign } };
    case 'due_runs':
      return changed(ScheduledRun, row, (scheduledRun) => ({ ...scheduledRun, ...foreign, active: false }));
    case 'sessions':
      return changed(Session, row, ({ used, copied }) => ({
        ...(used && { used: withSoundCost(used) }),
        ...(copied && { copied: withSoundCost(copied) }),
      }));
    case 'files':
      return changed(RestorableFileRow, row, ({ name }) => ({ name: safeRelativePath(name) }));
    case 'settings':
      return restorableSettings(readable(row));
    default:
      return row;
  }
}

const withSoundCost = (totals: UsageTotals): UsageTotals => ({ ...totals, cost: Math.max(0, totals.cost) });

/**
 * Returns a row with the fields that `change` computes from its contents. A row that does not fit the schema is
 * returned unchanged.
 */
function changed<T>(schema: RowSchema<T>, row: unknown, change: (read: T) => object | undefined): unknown {
  const parsedRow = schema.safeParse(row);
  return parsedRow.success ? { ...(row as object), ...change(parsedRow.data) } : row;
}

/** Returns only the known and valid settings. */
function readable(row: unknown): Partial<Settings> {
  const schemas = new Map(Object.entries({ ...Settings.shape, limits: PartialLimits }));
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(([name, value]) => schemas.get(name)?.safeParse(value).success),
  );
}

/** A reader that does not report unreadable rows: opening the session will. */
const silent = new RowReader(
  () => undefined,
  () => undefined,
);

/**
 * Stores a further version of a restored session's task, as `restoredRun` makes it, so that it does not go on by
 * itself, and its plan does not count as the person's words unless the backup is their own. Returns the plan's new
 * status, or null if nothing had to be changed. If no version number is free, the new version replaces all others.
 */
export async function addRestoredVersion(
  { versions }: CairnDatabase,
  sessionId: string,
  limits: Limits,
  isOwn: boolean,
): Promise<string | null> {
  const last = await readRunVersion(versions, silent, sessionId);
  if (!last) return null;
  const restored: Run = { ...restoredRun(last.run, limits), session_id: sessionId };
  const run: Run = isOwn ? restored : { ...restored, own_words: [], edits: [] };
  if (!patchBetween(last.run, run)) return null;
  const seq = (await versions.get([sessionId, last.n]))?.seq ?? 0;
  const rested = nextRunVersion(last, run, seq);
  if (rested) await versions.put(rested);
  const storedVersion = await readRunVersion(versions, silent, sessionId);
  if (!storedVersion || patchBetween(storedVersion.run, run)) {
    await versions
      .where('[session_id+n]')
      .between(...sessionKeyRange(sessionId))
      .delete();
    await versions.add({
      session_id: sessionId,
      n: 1,
      base: 1,
      seq: Number.isInteger(seq) ? seq : 0,
      change: { run: toStoredRun(run) },
    });
  }
  return run.plan.status;
}
