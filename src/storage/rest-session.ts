import { patchOf } from '../domain/patch.ts';
import { restoredRun } from '../domain/restored-run.ts';
import type { Run } from '../domain/run.ts';
import type { Limits } from '../domain/settings.ts';
import type { CairnDatabase } from './database.ts';
import { RowReader } from './row-reader.ts';
import { nextVersion, readVersion } from './run-versions.ts';
import { sessionRange } from './session-range.ts';

/** What cannot be read is told when somebody opens the session. */
const silent = new RowReader(
  () => undefined,
  () => undefined,
);

/**
 * Adds the state in which a session's task comes back from a backup (R13.4) to the states that came with it; gives the
 * plan's status then, or null where all is as it came. Where the numbers of those states leave no place for another one,
 * it takes the place of them all.
 */
export async function restSession(
  { versions }: CairnDatabase,
  sessionId: string,
  limits: Limits,
): Promise<string | null> {
  const last = await readVersion(versions, silent, sessionId);
  if (!last) return null;
  const run: Run = { ...restoredRun(last.run, limits), session_id: sessionId };
  if (!patchOf(last.run, run)) return null;
  const seq = (await versions.get([sessionId, last.n]))?.seq ?? 0;
  const rested = nextVersion(last, run, seq);
  if (rested) await versions.put(rested);
  const found = await readVersion(versions, silent, sessionId);
  if (!found || patchOf(found.run, run)) {
    await versions
      .where('[session_id+n]')
      .between(...sessionRange(sessionId))
      .delete();
    await versions.add({ session_id: sessionId, n: 1, base: 1, seq: Number.isInteger(seq) ? seq : 0, change: { run } });
  }
  return run.plan.status;
}
