import { JournalEntry } from '../domain/journal.ts';
import { Session } from '../domain/session.ts';
import { nothingUsed, withTotals } from '../domain/usage-totals.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';
import { sessionRows } from './session-rows.ts';
import { readVersion } from './run-versions.ts';
import { sessionRow } from './session-row.ts';

const mostRemoved = 500;

export function sessionStore(database: CairnDatabase): Stores['sessions'] {
  const { sessions, versions, journal, rows } = database;

  const runAt = (sessionId: string, seq?: number) =>
    database.transaction('r', versions, async () => (await readVersion(versions, rows, sessionId, seq))?.run ?? null);

  const record = (sessionId: string) => sessionRows(database, sessionId).journal;

  const change = (id: string, changed: Partial<Session>) =>
    database.transaction('rw', sessions, async () => {
      const session = rows.one(sessions, Session, await sessions.get(id));
      if (session) await sessions.put(sessionRow({ ...session, ...changed }));
    });

  return {
    list: (limit) =>
      live(async () =>
        rows.many(sessions, Session, await sessions.orderBy('listed_at').reverse().limit(limit).toArray()),
      ),
    get: async (id) => rows.one(sessions, Session, await sessions.get(id)),
    create: async (session) => {
      await sessions.add(sessionRow(session));
    },
    rename: (id, title) => change(id, { title }),
    remove: (id, at) => change(id, { deleted_at: at }),
    removed: () =>
      live(async () =>
        rows.many(sessions, Session, await sessions.orderBy('deleted_at').reverse().limit(mostRemoved).toArray()),
      ),
    fork: async (from, seq, session) => {
      const { forkSession } = await import('./fork-session.ts');
      return forkSession(database, from, seq, session);
    },
    run: runAt,
    moment: async (sessionId, seq, towards) => {
      const { readMoment } = await import('./read-moment.ts');
      return readMoment(database, sessionId, seq, towards);
    },
    used: (id) => live(async () => rows.one(sessions, Session, await sessions.get(id))?.used ?? nothingUsed),
    usedInAll: async () => {
      let all = nothingUsed;
      await sessions.each((row) => {
        all = withTotals(all, rows.one(sessions, Session, row)?.used ?? nothingUsed);
      });
      return all;
    },
    watchRun: (sessionId) => live(() => runAt(sessionId)),
    journal: (sessionId, limit) =>
      live(async () =>
        rows.many(journal, JournalEntry, await record(sessionId).reverse().limit(limit).toArray()).reverse(),
      ),
    wholeJournal: async (sessionId) => rows.many(journal, JournalEntry, await record(sessionId).toArray()),
  };
}
