import { Dexie } from 'dexie';
import type { PlanStatus } from '../../plan/plan-status.ts';
import { displayInterval } from '../../values/display-interval.ts';
import { isDemoId } from '../../task/demo-ids.ts';
import { JournalEntry } from '../../task/journal.ts';
import { Session } from '../../task/session.ts';
import { isWaitingSession } from '../../task/waiting-session.ts';
import { addUsageTotals, zeroUsageTotals } from '../../task/usage.ts';
import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { observableQuery } from '../stores/soft-delete-store.ts';
import { readRunVersion } from './run-versions.ts';
import { sessionRows } from '../stores/bin.ts';

/** The methods of the session store that read a session's tasks and its journal, and the usage of all sessions. */
export type SessionHistoryStore = Pick<
  Stores['sessions'],
  | 'run'
  | 'watchRun'
  | 'journal'
  | 'entriesOf'
  | 'journalFrom'
  | 'journalBefore'
  | 'wholeJournal'
  | 'unfinished'
  | 'waiting'
  | 'usedInAll'
>;

const over: ReadonlySet<string> = new Set<PlanStatus>(['completed', 'failed', 'cancelled']);

/** True if an entry is still recorded: only the history of another device ever replaces entries. */
async function isStill(journal: CairnDatabase['journal'], entry: JournalEntry | undefined): Promise<boolean> {
  if (!entry) return true;
  const present = await journal.get([entry.session_id, entry.seq]);
  return present?.at === entry.at && present.body.type === entry.body.type;
}

/**
 * Reads the history of sessions: their tasks and journals. A live query reads only new entries again, since recorded
 * ones never change.
 */
export function sessionHistory(database: CairnDatabase): SessionHistoryStore {
  const { sessions, versions, journal, rows } = database;

  const runAt = (sessionId: string, seq?: number) =>
    database.transaction(
      'r',
      versions,
      async () => (await readRunVersion(versions, rows, sessionId, seq))?.run ?? null,
    );

  const record = (sessionId: string) => sessionRows(database, sessionId).journal;
  const lines = (sessionId: string, from: number, to: number) =>
    journal.where('[session_id+seq]').between([sessionId, from], [sessionId, to]);

  return {
    run: runAt,
    watchRun: (sessionId) => observableQuery(() => runAt(sessionId)),
    journal: (sessionId, limit) =>
      observableQuery<JournalEntry[]>(async (before) => {
        const knownEntries = (await isStill(journal, before?.at(-1))) ? (before ?? []) : [];
        const last = knownEntries.at(-1)?.seq;
        const journalRows =
          last === undefined
            ? (await record(sessionId).reverse().limit(limit).toArray()).reverse()
            : await lines(sessionId, last + 1, Infinity).toArray();
        return [...knownEntries, ...rows.many(journal, JournalEntry, journalRows)].slice(-limit);
      }),
    entriesOf: async (sessionId, type, after, limit) => {
      const ofKind = journal
        .where('[session_id+body.type+seq]')
        .between([sessionId, type, after], [sessionId, type, Dexie.maxKey], false, true);
      return rows.many(journal, JournalEntry, await ofKind.limit(limit).toArray());
    },
    journalFrom: (sessionId, from) =>
      observableQuery(async () => rows.many(journal, JournalEntry, await lines(sessionId, from, Infinity).toArray())),
    journalBefore: async (sessionId, before, limit) =>
      rows
        .many(journal, JournalEntry, await lines(sessionId, -Infinity, before).reverse().limit(limit).toArray())
        .reverse(),
    wholeJournal: async (sessionId) => rows.many(journal, JournalEntry, await record(sessionId).toArray()),
    unfinished: (limit) =>
      observableQuery(async () => {
        const newest = sessions.orderBy('listed_at').reverse();
        const unfinished = newest.filter(
          ({ plan_status: status, deleted_at }) => !deleted_at && status !== null && !over.has(status),
        );
        return rows.many(sessions, Session, await unfinished.limit(limit).toArray());
      }, displayInterval),
    waiting: (before, limit) =>
      observableQuery(async () => {
        const older = sessions.where('listed_at').belowOrEqual(before).reverse();
        const waiting = older.filter((row) => !row.deleted_at && isWaitingSession(row));
        return rows.many(sessions, Session, await waiting.limit(limit).toArray());
      }, displayInterval),
    usedInAll: async () => {
      let all = zeroUsageTotals;
      await sessions.each((row) => {
        if (isDemoId(row.id)) return;
        all = addUsageTotals(all, rows.one(sessions, Session, row)?.used ?? zeroUsageTotals);
      });
      return all;
    },
  };
}
