import type { Session } from '../../task/session.ts';
import { Dexie, type IndexableType } from 'dexie';

/** A session's row: `listed_at` is set unless the session is removed, so that its index holds only listed sessions. */
export type SessionRow = Session & { listed_at?: string };

export function sessionRow(row: SessionRow): SessionRow {
  const { listed_at: _, ...session } = row;
  return session.deleted_at === null ? { ...session, listed_at: session.updated_at } : session;
}

/** Returns the bounds of the keys of a session, up to and including `until`, to be spread into `between`. */
export function sessionKeyRange(
  sessionId: string,
  until: IndexableType = Dexie.maxKey,
): [lower: IndexableType[], upper: IndexableType[], withLower: true, withUpper: true] {
  return [[sessionId, Dexie.minKey], [sessionId, until], true, true];
}
