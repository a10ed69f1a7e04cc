import type { Session } from '../../task/session.ts';
import { isWaitingSession } from '../../task/waiting-session.ts';

/** The list of sessions: those that wait for the person, and the others. */
export interface SessionGroups {
  waiting: readonly Session[];
  others: readonly Session[];
}

/** Returns the sessions in their groups, each in the order given. */
export function groupSessions(sessions: readonly Session[]): SessionGroups {
  return {
    waiting: sessions.filter(isWaitingSession),
    others: sessions.filter((session) => !isWaitingSession(session)),
  };
}

/**
 * Returns the sessions of `now` in the groups and the order of `before`, so that no row moves; new ones stand at the
 * end, but the one with the id `first` at the beginning of the others.
 */
export function inOrderOf(before: SessionGroups, now: SessionGroups, first?: string): SessionGroups {
  const all = new Map([...now.waiting, ...now.others].map((session) => [session.id, session]));
  const still = (sessions: readonly Session[]) =>
    sessions.flatMap(({ id }) => {
      const session = all.get(id);
      return session ? [session] : [];
    });
  const waiting = still(before.waiting);
  const others = still(before.others);
  const known = new Set([...waiting, ...others].map(({ id }) => id));
  const fresh = [...all.values()].filter(({ id }) => !known.has(id));
  return {
    waiting,
    others: [...fresh.filter(({ id }) => id === first), ...others, ...fresh.filter(({ id }) => id !== first)],
  };
}
