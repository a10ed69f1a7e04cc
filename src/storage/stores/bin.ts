import type { Table } from 'dexie';
import { unusedFileName } from '../../records/file-name.ts';
import { fileIdOfExtractedText } from '../../records/session-file.ts';
import type { BinKind, BinItem, Stores } from '../../ports/stores.ts';
import { extractedTextIds, renameExtractedTexts } from './file-store.ts';
import { observableQuery } from './soft-delete-store.ts';
import type { CairnDatabase } from '../database.ts';
import type { Collection } from 'dexie';
import type { JournalEntry } from '../../task/journal.ts';
import type { RunHistoryState } from '../../task/patch.ts';
import { sessionKeyRange } from '../journal/session-row.ts';

/** The maximum number of rows of a kind that are listed. */
const mostListed = 500;

/** The fields that all these tables have in common. */
interface Removable {
  id: string;
  session_id: string | null;
  deleted_at: string | null;
  updated_at?: string;
}

/** Restores and permanently deletes rows that are marked as removed. */
export function recycleBinStore(database: CairnDatabase): Stores['bin'] {
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

  const tableOf = (kind: BinKind) => database[kind] as unknown as Table<Removable, string>;
  const removedOf = async (kind: BinKind): Promise<BinItem[]> => {
    const removedRows = await tableOf(kind)
      .filter((row) => isRemoved(row))
      .toArray();
    return removedRows.map((row) => ({
      ...{ kind, id: row.id, title: titleOf(row), session_id: row.session_id ?? null },
      deleted_at: String(row.deleted_at),
    }));
  };
  const removedFiles = async (): Promise<BinItem[]> => {
    const binFiles = await removedOf('files');
    const ids = new Set(binFiles.map(({ id }) => id));
    const owners = [...new Set(binFiles.map(({ session_id }) => session_id ?? ''))];
    const open = new Set((await sessions.bulkGet(owners)).flatMap((row) => (row && !isRemoved(row) ? [row.id] : [])));
    return binFiles.filter(
      ({ id, session_id }) => !ids.has(fileIdOfExtractedText(id) ?? '') && open.has(session_id ?? ''),
    );
  };

  return {
    destroy,
    things: () =>
      observableQuery(async () => {
        const others = await Promise.all((['todos', 'entries', 'notes'] as const).map(removedOf));
        const all = [...others, await removedFiles()].map((each) => each.sort(latestFirst).slice(0, mostListed));
        return all.flat().sort(latestFirst);
      }),
    restore: ({ kind, id }, at) =>
      database.transaction('rw', [todos, entries, notes, files, contents], async () => {
        const row = await tableOf(kind).get(id);
        if (!row || !isRemoved(row)) return false;
        if (kind !== 'files') {
          await tableOf(kind).update(id, { deleted_at: null, updated_at: at });
          return true;
        }
        const others = await files.where({ session_id: row.session_id ?? '' }).toArray();
        const fileNames = others.flatMap(({ deleted_at, name }) => (deleted_at === null ? [name] : []));
        const name = unusedFileName(titleOf(row), fileNames);
        await files.update(id, { deleted_at: null, name });
        for (const text of await extractedTextIds(database, id)) await files.update(text, { deleted_at: null });
        if (name !== titleOf(row)) await renameExtractedTexts(database, id, titleOf(row), name);
        return true;
      }),
    destroyThing: ({ kind, id }) =>
      database.transaction('rw', [todos, entries, notes, files, contents], async () => {
        const row = await tableOf(kind).get(id);
        if (!row || !isRemoved(row)) return false;
        await tableOf(kind).delete(id);
        if (kind === 'files') {
          const texts = await extractedTextIds(database, id);
          await files.bulkDelete(texts);
          await contents.bulkDelete([id, ...texts]);
        }
        return true;
      }),
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

const latestFirst = (a: BinItem, b: BinItem) => b.deleted_at.localeCompare(a.deleted_at);

/** Returns the title of a removed row for the list; damaged rows may contain anything. */
function titleOf(row: object): string {
  const title: unknown = 'title' in row ? row.title : 'name' in row ? row.name : '';
  return typeof title === 'string' ? title : '';
}

/** True if a row was removed, and, if `before` is given (ISO 8601), earlier than that. */
function isRemoved({ deleted_at }: { deleted_at: string | null }, before?: string): boolean {
  return typeof deleted_at === 'string' && (before === undefined || deleted_at < before);
}

/** Returns the journal and the states of one session, as ranges of their primary keys. */
export function sessionRows(
  { journal, versions }: CairnDatabase,
  sessionId: string,
): { journal: Collection<JournalEntry>; versions: Collection<RunHistoryState> } {
  return {
    journal: journal.where('[session_id+seq]').between(...sessionKeyRange(sessionId)),
    versions: versions.where('[session_id+n]').between(...sessionKeyRange(sessionId)),
  };
}
