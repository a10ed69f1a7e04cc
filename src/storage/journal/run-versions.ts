import { Dexie, type Table } from 'dexie';
import { patchBetween, applyPatch, RunHistoryState } from '../../task/patch.ts';
import { Run, toStoredRun } from '../../task/run.ts';
import type { RowReader } from '../row-reader.ts';
import { sessionKeyRange } from './session-row.ts';

export type VersionTable = Table<RunHistoryState, [session: string, n: number]>;

/** A task's state with its version number. */
export interface NumberedRun {
  n: number;
  base: number;
  run: Run;
}

/**
 * Returns the number of changes between two full states: more in long plans, where a full state is large, yet few
 * enough to be read at once.
 */
const strideOf = ({ plan }: Run) => Math.min(256, Math.max(64, 4 * plan.steps.length));

/** Returns the version row with the change from `before` to `run`; null if nothing changed. */
export function nextRunVersion(before: NumberedRun | null, run: Run, seq: number): RunHistoryState | null {
  const n = (before?.n ?? 0) + 1;
  const place = { session_id: run.session_id, n, seq };
  const isFullVersionDue = !before || before.run.id !== run.id || n - before.base >= strideOf(run);
  if (isFullVersionDue) return { ...place, base: n, change: { run: toStoredRun(run) } };
  const patch = patchBetween(toStoredRun(before.run), toStoredRun(run));
  return patch && { ...place, base: before.base, change: { patch } };
}

/** Returns the latest state, or the one at entry `seq` of the journal; null if none can be read. */
export async function readRunVersion(
  table: VersionTable,
  reader: RowReader,
  sessionId: string,
  seq?: number,
): Promise<NumberedRun | null> {
  const until =
    seq === undefined
      ? table.where('[session_id+n]').between(...sessionKeyRange(sessionId))
      : table.where('[session_id+seq+n]').between([sessionId, Dexie.minKey, 0], [sessionId, seq, Dexie.maxKey]);
  const [key] = await until.reverse().limit(1).primaryKeys();
  if (!key) return null;
  const last = reader.one(table, RunHistoryState, await table.get(key));
  return fold(table, reader, sessionId, last?.base ?? 1, key[1]);
}

/**
 * Applies the changes up to a version. Skips unreadable rows; if the full state itself is unreadable, starts from the
 * first version.
 */
async function fold(
  table: VersionTable,
  reader: RowReader,
  sessionId: string,
  from: number,
  to: number,
): Promise<NumberedRun | null> {
  const storedStates = await table
    .where('[session_id+n]')
    .between([sessionId, from], [sessionId, to], true, true)
    .toArray();
  const rows = reader.many(table, RunHistoryState, storedStates);
  const start = rows.findLastIndex(({ change }) => 'run' in change);
  const first = rows[start];
  if (!first || !('run' in first.change)) return from > 1 ? fold(table, reader, sessionId, 1, to) : null;
  const run = rows
    .slice(start + 1)
    .reduce((value, { change }) => ('patch' in change ? applyPatch(value, change.patch) : value), first.change.run);
  const parsedRun = reader.one(table, Run, { ...(run as object), n: to });
  return parsedRun ? { n: to, base: first.n, run: parsedRun } : null;
}
