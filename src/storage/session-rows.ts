import type { Collection } from 'dexie';
import type { JournalEntry } from '../domain/journal.ts';
import type { CairnDatabase } from './database.ts';
import type { RunVersion } from '../domain/run-version.ts';
import { sessionRange } from './session-range.ts';

/** The record and the states of one session, as ranges of their primary keys. */
export function sessionRows(
  { journal, versions }: CairnDatabase,
  sessionId: string,
): { journal: Collection<JournalEntry>; versions: Collection<RunVersion> } {
  return {
    journal: journal.where('[session_id+seq]').between(...sessionRange(sessionId)),
    versions: versions.where('[session_id+n]').between(...sessionRange(sessionId)),
  };
}
