import type { Session } from '../../task/session.ts';
import { displayInterval } from '../../values/display-interval.ts';

/**
 * Options of `ObservableState` for a list of sessions: rendered at most once per `displayInterval` while the newest
 * session is running and needs nothing from the person, otherwise immediately.
 */
export const sessionListThrottle = {
  calm: ([newest]: readonly Session[]) =>
    newest?.plan_status === 'running' && !newest.needs_you ? displayInterval : 0,
};
