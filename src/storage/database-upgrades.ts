import { type Transaction, Dexie } from 'dexie';
import type { JournalEntry } from '../task/journal.ts';
import type { Run } from '../task/run.ts';
import type { RunHistoryState } from '../task/patch.ts';
import { sessionKeyRange } from './journal/session-row.ts';
import type { Session } from '../task/session.ts';
import { zeroUsageTotals, withCallUsage } from '../task/usage.ts';

/** Turns each task into the first of its versions: until version 2 a task was one row, rewritten at each change. */
export async function migrateRunsToVersions(transaction: Transaction): Promise<void> {
  const runs = await transaction.table<Run & { nth: number }, number>('runs').orderBy(':id').toArray();
  const journal = transaction.table<JournalEntry, [string, number]>('journal');
  const counts = new Map<string, number>();
  for (const row of runs) {
    const run: Run & { nth?: number } = { ...row };
    delete run.nth;
    const { session_id } = run;
    const n = (counts.get(session_id) ?? 0) + 1;
    counts.set(session_id, n);
    const lines = journal.where('[session_id+seq]').between(...sessionKeyRange(session_id));
    const own = await lines.filter(({ task_id }) => task_id === run.id).last();
    const version: RunHistoryState = { session_id, n, base: n, seq: own?.seq ?? 0, change: { run } };
    await transaction.table<RunHistoryState>('versions').add(version);
  }
}

/** Counts the usage of each session's model calls from its journal: until version 4 it was not stored. */
export async function migrateSessionUsage(transaction: Transaction): Promise<void> {
  const journal = transaction.table<JournalEntry, [string, number]>('journal');
  const sessions = transaction.table<Session, string>('sessions');
  for (const session of await sessions.toArray()) {
    const ofReplies = [session.id, 'model_reply'];
    const replies = await journal
      .where('[session_id+body.type+seq]')
      .between([...ofReplies, Dexie.minKey], [...ofReplies, Dexie.maxKey])
      .toArray();
    const usageTotals = replies.reduce(
      (totals, { body }) => (body.type === 'model_reply' ? withCallUsage(totals, body.reply.usage) : totals),
      zeroUsageTotals,
    );
    if (usageTotals.calls > 0) await sessions.put({ ...session, used: usageTotals });
  }
}

/**
 * Returns an IndexedDB factory that creates no database if one must exist: after the first opening, and if `expected`
 * returns true. Otherwise the loss of evicted data would go unnoticed. `closed` is called when the browser closes a
 * connection. `factory` is called at each use, since some browsers throw when a page without access to storage reads
 * it.
 */
export function lossDetectingIndexedDb(
  factory: () => IDBFactory,
  { expected, gone, closed }: { expected: () => boolean; gone: () => void; closed: () => void },
): IDBFactory {
  let hasOpened = false;
  return {
    open(name, version) {
      const request = factory().open(name, version);
      request.addEventListener('upgradeneeded', (event) => {
        if (event.oldVersion > 0 || !(hasOpened || expected())) return;
        event.stopImmediatePropagation();
        request.transaction?.abort();
        gone();
      });
      request.addEventListener('success', () => {
        hasOpened = true;
        request.result.addEventListener('close', () => setTimeout(closed));
      });
      return request;
    },
    deleteDatabase: (name) => {
      hasOpened = false;
      return factory().deleteDatabase(name);
    },
    databases: () => factory().databases(),
    cmp: (a, b) => factory().cmp(a, b),
  };
}
