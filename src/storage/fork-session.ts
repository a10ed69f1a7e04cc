import { JournalEntry } from '../domain/journal.ts';
import { restoredRun } from '../domain/restored-run.ts';
import { Run } from '../domain/run.ts';
import type { Session } from '../domain/session.ts';
import { SessionFile } from '../domain/session-file.ts';
import type { CairnDatabase } from './database.ts';
import { nextVersion, readVersion } from './run-versions.ts';
import { settingsStore } from './settings-store.ts';
import { sessionRow } from './session-row.ts';
import { sessionRange } from './session-range.ts';
import { summarize } from './session-summary.ts';

/**
 * Copies a session as it was at line `seq` of its record (R12.6): the lines up to there, the task's state, and the files
 * that were there. Ids of the session and of its files are new wherever they occur, so that recorded effects stay
 * recorded and nothing of the copy is asked for or done again; permissions do not come along. File contents are as they
 * are now. All or nothing.
 */
export async function forkSession(
  database: CairnDatabase,
  from: string,
  seq: number,
  session: Session,
): Promise<boolean> {
  const { limits } = await settingsStore(database).get();
  const { sessions, versions, journal, files, contents, rows } = database;
  return database.transaction('rw', [sessions, versions, journal, files, contents], async () => {
    const record = journal.where('[session_id+seq]').between(...sessionRange(from, seq));
    const lines = rows.many(journal, JournalEntry, await record.toArray());
    const state = await readVersion(versions, rows, from, seq);
    const last = lines.at(-1);
    if (!last) return false;

    const heads = await files.where({ session_id: from }).toArray();
    const there = rows
      .many(files, SessionFile.omit({ content: true }), heads)
      .filter((file) => file.created_at <= last.at && file.deleted_at === null);
    const renamed = renaming(
      from,
      session.id,
      there.map(({ id }) => id),
    );
    for (const head of there) {
      const id = renamed(head.id);
      await files.add({ ...head, id, session_id: session.id });
      await contents.add({ id, content: (await contents.get(head.id))?.content ?? '' });
    }
    await journal.bulkAdd(lines.map((line) => JournalEntry.parse(renamed(line))));
    const tainted = [state, await readVersion(versions, rows, from)].some((each) => each?.run.tainted);
    const run = state && Run.parse(renamed({ ...restoredRun(state.run, limits), tainted }));
    const version = run && nextVersion(null, run, last.seq);
    if (version) await versions.add(version);
    await sessions.add(sessionRow(run ? summarize(session, run) : session));
    return true;
  });
}

/** New names for the ids of a session and its files, wherever they stand in a value. */
function renaming(from: string, to: string, files: readonly string[]): <T>(value: T) => T {
  const names = new Map([[from, to], ...files.map((id) => [id, `${id}_${to}`] as const)]);
  const anyOf = new RegExp([...names.keys()].map((name) => name.replace(/\W/g, '\\$&')).join('|'), 'g');
  return <T>(value: T) => JSON.parse(JSON.stringify(value).replace(anyOf, (name) => names.get(name) ?? name)) as T;
}
