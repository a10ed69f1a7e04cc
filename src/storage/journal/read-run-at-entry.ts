import { Dexie, type IndexableType } from 'dexie';
import { JournalEntry } from '../../task/journal.ts';
import type { RunAtJournalEntry } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { readRunVersion } from './run-versions.ts';

/**
 * Returns a task's state at an entry of the journal, or the nearest earlier or later state; null if there is none.
 * Entries written at the same instant belong together: the state is the one after all of them.
 */
export function readRunAtEntry(
  database: CairnDatabase,
  sessionId: string,
  seq: number,
  towards: -1 | 0 | 1,
): Promise<RunAtJournalEntry | null> {
  const { versions, journal, rows } = database;

  const states = (from: IndexableType, until: IndexableType) =>
    versions
      .where('[session_id+seq+n]')
      .between([sessionId, from, Dexie.minKey], [sessionId, until, Dexie.maxKey])
      .limit(1);
  const lineOf = ([key]: readonly unknown[]) => (Array.isArray(key) ? Number(key[1]) : null);
  const lastUntil = async (line: number) => lineOf(await states(Dexie.minKey, line).reverse().keys());
  const firstAfter = async (line: number) => lineOf(await states(line + 1, Dexie.maxKey).keys());
  const line = async (lineSeq: number) => rows.one(journal, JournalEntry, await journal.get([sessionId, lineSeq]));

  const endOfInstant = async () => {
    const instant = (await line(seq))?.at;
    let end = seq;
    while (instant !== undefined && (await line(end + 1))?.at === instant) end += 1;
    return end;
  };
  const findSeq = async () => {
    if (towards === 0) return endOfInstant();
    if (towards === 1) return firstAfter(seq);
    const present = await lastUntil(seq);
    return present === null ? null : lastUntil(present - 1);
  };

  return database.transaction('r', versions, journal, async () => {
    const place = await findSeq();
    if (place === null) return null;
    const state = await readRunVersion(versions, rows, sessionId, place);
    if (!state) return null;
    return { seq: place, at: (await line(place))?.at ?? state.run.plan.updated_at, run: state.run };
  });
}
