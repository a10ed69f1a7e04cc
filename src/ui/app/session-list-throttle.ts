import type { Session } from '../../task/session.ts';
import { displayInterval } from '../../values/display-interval.ts';

/**
 * Options that limit how often a list of sessions is rendered: at most once per beat while the newest session is
 * running, otherwise immediately.
 */
export const sessionListThrottle = {
  calm: ([newest]: readonly Session[]) =>
    newest?.plan_status === 'running' && !newest.needs_you ? displayInterval : 0,
};
