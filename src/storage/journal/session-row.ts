import type { Session } from '../../domain/record/session.ts';
import { Dexie, type IndexableType } from 'dexie';

/** A session as it is stored: `listed_at` is there while it has not been removed, so that its index holds just the list. */
export type SessionRow = Session & { listed_at?: string };

export function sessionRow(session: Session): SessionRow {
  return session.deleted_at === null ? { ...session, listed_at: session.updated_at } : session;
}

/** The keys that begin with a session, up to and with `until`: to be spread into `between`. */
export function sessionRange(
  sessionId: string,
  until: IndexableType = Dexie.maxKey,
): [lower: IndexableType[], upper: IndexableType[], withLower: true, withUpper: true] {
  return [[sessionId, Dexie.minKey], [sessionId, until], true, true];
}
