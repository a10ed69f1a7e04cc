import { Session } from '../../task/session.ts';
import { zeroUsageTotals } from '../../task/usage.ts';
import { displayInterval } from '../../values/display-interval.ts';
import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { observableQuery } from './soft-delete-store.ts';
import type { SessionHistoryStore } from '../journal/session-history.ts';
import { sessionRow } from '../journal/session-row.ts';

const mostRemoved = 500;

export function sessionStore(database: CairnDatabase): Omit<Stores['sessions'], keyof SessionHistoryStore> {
  const { sessions, rows } = database;

  const change = (id: string, changedFields: Partial<Session>) =>
    database.transaction('rw', sessions, async () => {
      const session = rows.one(sessions, Session, await sessions.get(id));
      if (session) await sessions.put(sessionRow({ ...session, ...changedFields }));
    });

  /** False for a deleted session that an older release left in the index of the list. */
  const isListed = ({ deleted_at }: { deleted_at?: unknown }) => !deleted_at;

  return {
    list: (limit, also = '') =>
      observableQuery(async () => {
        const listedSessions = await sessions.orderBy('listed_at').reverse().limit(limit).toArray();
        const open = await sessions.get(also);
        if (open?.deleted_at === null && !listedSessions.some(({ id }) => id === also)) listedSessions.push(open);
        return rows.many(sessions, Session, listedSessions.filter(isListed));
      }, displayInterval),
    page: async (from, limit) => {
      const sessionPage = sessions.orderBy('listed_at').reverse().filter(isListed).offset(from).limit(limit);
      return rows.many(sessions, Session, await sessionPage.toArray());
    },
    get: async (id) => rows.one(sessions, Session, await sessions.get(id)),
    create: async (session) => {
      await sessions.add(sessionRow(session));
    },
    rename: (id, title) => change(id, { title }),
    remove: (id, at) => change(id, { deleted_at: at }),
    removed: () =>
      observableQuery(async () => {
        const latest = await sessions.orderBy('deleted_at').reverse().limit(mostRemoved).toArray();
        return rows.many(sessions, Session, latest).filter(({ deleted_at }) => deleted_at !== null);
      }),
    fork: async (from, seq, session) => {
      const { forkSessionRows } = await import('../journal/fork-session.ts');
      return forkSessionRows(database, from, seq, session);
    },
    moment: async (sessionId, seq, towards) => {
      const { readRunAtEntry } = await import('../journal/read-run-at-entry.ts');
      return readRunAtEntry(database, sessionId, seq, towards);
    },
    used: (id) =>
      observableQuery(async () => rows.one(sessions, Session, await sessions.get(id))?.used ?? zeroUsageTotals),
  };
}
