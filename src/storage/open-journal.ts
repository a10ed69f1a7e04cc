import { type SessionJournal, TakenOver } from '../ports/journal.ts';
import { troubleOf } from './trouble-of.ts';
import type { CairnDatabase } from './database.ts';
import { DexieSessionJournal } from './session-journal.ts';

/** A session's journal for one tab; `failed` hears why something could not be stored that nobody waited for. */
export function openJournal(
  database: CairnDatabase,
  sessionId: string,
  failed: (error: unknown) => void,
): SessionJournal {
  return new DexieSessionJournal(database, sessionId, (error) => {
    if (!(error instanceof TakenOver)) database.report(troubleOf(error));
    failed(error);
  });
}
