import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import type { Collection } from 'dexie';
import type { JournalEntry } from '../../domain/record/journal.ts';
import type { RunVersion } from '../../domain/task/patch.ts';
import { sessionRange } from '../journal/session-row.ts';

/** Permanently deletes rows that were marked as removed some time ago (R12.6). */
export function bin(database: CairnDatabase): Stores['bin'] {
  const { sessions, versions, fences, journal, todos, entries, notes, due_runs, files, contents } = database;

  /** Deletes a session. Checks the row itself: WebKit's in-memory index also returns rows whose value is null. */
  const destroy = (sessionId: string, before?: string) =>
    database.transaction('rw', [sessions, versions, fences, journal, files, contents], async () => {
      const session = await sessions.get(sessionId);
      if (session && !isRemoved(session, before)) return false;
      const rows = sessionRows(database, sessionId);
      await rows.journal.delete();
      await rows.versions.delete();
      await contents.bulkDelete(await files.where({ session_id: sessionId }).primaryKeys());
      await files.where({ session_id: sessionId }).delete();
      await fences.delete(sessionId);
      await sessions.delete(sessionId);
      return true;
    });

  return {
    destroy,
    empty: async (before) => {
      const isOld = (row: { deleted_at: string | null }) => isRemoved(row, before);
      for (const id of await sessions.where('deleted_at').below(before).filter(isOld).primaryKeys())
        await destroy(id, before);
      await todos.filter(isOld).delete();
      for (const table of [entries, notes, due_runs]) await table.filter(isOld).delete();
      await database.transaction('rw', files, contents, async () => {
        const old = await files.filter(isOld).primaryKeys();
        await contents.bulkDelete(old);
        await files.bulkDelete(old);
      });
    },
  };
}

/** Whether a row was removed, and before `before` (ISO 8601) where that is given. */
function isRemoved({ deleted_at }: { deleted_at: string | null }, before?: string): boolean {
  return typeof deleted_at === 'string' && (before === undefined || deleted_at < before);
}

/** The journal and the states of one session, as ranges of their primary keys. */
export function sessionRows(
  { journal, versions }: CairnDatabase,
  sessionId: string,
): { journal: Collection<JournalEntry>; versions: Collection<RunVersion> } {
  return {
    journal: journal.where('[session_id+seq]').between(...sessionRange(sessionId)),
    versions: versions.where('[session_id+n]').between(...sessionRange(sessionId)),
  };
}
