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
 * Returns the sessions of `now` in the groups and the order of `before`, so that no row moves; those of `now` as they
 * are if others are among them.
 */
export function keepSessionOrder(before: SessionGroups, now: SessionGroups): SessionGroups {
  const all = [...now.waiting, ...now.others];
  const still = (sessions: readonly Session[]) =>
    sessions.flatMap(({ id }) => all.find((each) => each.id === id) ?? []);
  const [waiting, others] = [still(before.waiting), still(before.others)];
  return waiting.length + others.length < all.length ? now : { waiting, others };
}
