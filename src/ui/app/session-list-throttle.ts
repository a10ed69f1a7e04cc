import type { Session } from '../../task/session.ts';
import { displayInterval } from '../../values/display-interval.ts';

/**
 * Options of `ObservableState` for a list of sessions: rendered at most once per `displayInterval` while the newest
 * session is running and needs nothing from the person, otherwise immediately.
 */
export const sessionListThrottle = {
  calm: (listedSessions: readonly Session[] | null) =>
    listedSessions?.[0]?.plan_status === 'running' && !listedSessions[0].needs_you ? displayInterval : 0,
};
