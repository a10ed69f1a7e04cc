import { Dexie } from 'dexie';
import { JournalEntry } from '../../domain/record/journal.ts';
import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { live } from '../stores/kept-rows.ts';
import { readVersion } from './run-versions.ts';
import { sessionRows } from '../stores/bin.ts';

export type SessionRecord = Pick<
  Stores['sessions'],
  'run' | 'watchRun' | 'journal' | 'entriesOf' | 'journalFrom' | 'journalBefore' | 'wholeJournal'
>;

/** What happened in a session: its tasks and its journal. What is recorded never changes, so a live one only reads on. */
export function sessionRecord(database: CairnDatabase): SessionRecord {
  const { versions, journal, rows } = database;

  const runAt = (sessionId: string, seq?: number) =>
    database.transaction('r', versions, async () => (await readVersion(versions, rows, sessionId, seq))?.run ?? null);

  const record = (sessionId: string) => sessionRows(database, sessionId).journal;
  const lines = (sessionId: string, from: number, to: number) =>
    journal.where('[session_id+seq]').between([sessionId, from], [sessionId, to]);

  return {
    run: runAt,
    watchRun: (sessionId) => live(() => runAt(sessionId)),
    journal: (sessionId, limit) =>
      live<JournalEntry[]>(async (before) => {
        const known = before ?? [];
        const last = known.at(-1)?.seq;
        const read =
          last === undefined
            ? (await record(sessionId).reverse().limit(limit).toArray()).reverse()
            : await lines(sessionId, last + 1, Infinity).toArray();
        return [...known, ...rows.many(journal, JournalEntry, read)].slice(-limit);
      }),
    entriesOf: async (sessionId, type, after, limit) => {
      const ofKind = journal
        .where('[session_id+body.type+seq]')
        .between([sessionId, type, after], [sessionId, type, Dexie.maxKey], false, true);
      return rows.many(journal, JournalEntry, await ofKind.limit(limit).toArray());
    },
    journalFrom: (sessionId, from) =>
      live(async () => rows.many(journal, JournalEntry, await lines(sessionId, from, Infinity).toArray())),
    journalBefore: async (sessionId, before, limit) =>
      rows
        .many(journal, JournalEntry, await lines(sessionId, -Infinity, before).reverse().limit(limit).toArray())
        .reverse(),
    wholeJournal: async (sessionId) => rows.many(journal, JournalEntry, await record(sessionId).toArray()),
  };
}
