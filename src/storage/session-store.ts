import { Dexie } from 'dexie';
import { JournalEntry } from '../domain/journal.ts';
import { Run } from '../domain/run.ts';
import { Session } from '../domain/session.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';
import { DexieSessionJournal } from './session-journal.ts';
import { sessionRow } from './session-row.ts';

export function sessionStore(database: CairnDatabase): Stores['sessions'] {
  const { sessions, runs, journal, rows } = database;

  const latestRun = async (sessionId: string) =>
    rows.one(runs, Run, await runs.where({ session_id: sessionId }).last()) ?? null;

  const record = (sessionId: string) =>
    journal.where('[session_id+seq]').between([sessionId, Dexie.minKey], [sessionId, Dexie.maxKey]);

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
    create: async (session) => {
      await sessions.add(sessionRow(session));
    },
    rename: (id, title) => change(id, { title }),
    remove: (id, at) => change(id, { deleted_at: at }),
    run: latestRun,
    watchRun: (sessionId) => live(() => latestRun(sessionId)),
    journal: (sessionId, limit) =>
      live(async () =>
        rows.many(journal, JournalEntry, await record(sessionId).reverse().limit(limit).toArray()).reverse(),
      ),
    wholeJournal: async (sessionId) => rows.many(journal, JournalEntry, await record(sessionId).toArray()),
    open: (sessionId) => new DexieSessionJournal(database, sessionId),
  };
}
