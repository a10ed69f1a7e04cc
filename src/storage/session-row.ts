import type { Session } from '../domain/session.ts';

/** A session as it is stored: `listed_at` is there while it has not been removed, so that its index holds just the list. */
export type SessionRow = Session & { listed_at?: string };

export function sessionRow(session: Session): SessionRow {
  return session.deleted_at === null ? { ...session, listed_at: session.updated_at } : session;
}
