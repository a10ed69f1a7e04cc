import type { Transaction } from 'dexie';
import type { JournalEntry } from '../domain/journal.ts';
import type { Run } from '../domain/run.ts';
import type { RunVersion } from '../domain/run-version.ts';
import { sessionRange } from './session-range.ts';

/** Until version 2 a task was one row, written anew at each change: it becomes the first of its versions. */
export async function runsToVersions(transaction: Transaction): Promise<void> {
  const runs = await transaction.table<Run & { nth: number }, number>('runs').orderBy(':id').toArray();
  const journal = transaction.table<JournalEntry, [string, number]>('journal');
  const counts = new Map<string, number>();
  for (const row of runs) {
    const run: Run & { nth?: number } = { ...row };
    delete run.nth;
    const { session_id } = run;
    const n = (counts.get(session_id) ?? 0) + 1;
    counts.set(session_id, n);
    const lines = journal.where('[session_id+seq]').between(...sessionRange(session_id));
    const own = await lines.filter(({ task_id }) => task_id === run.id).last();
    const version: RunVersion = { session_id, n, base: n, seq: own?.seq ?? 0, change: { run } };
    await transaction.table<RunVersion>('versions').add(version);
  }
}
