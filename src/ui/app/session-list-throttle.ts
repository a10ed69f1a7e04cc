import type { Session } from '../../task/session.ts';
import { displayInterval } from '../../values/display-interval.ts';

/** Options that show a list of sessions at beats while its newest one works, and at once when that rests. */
export const sessionListThrottle = {
  calm: ([newest]: readonly Session[]) =>
    newest?.plan_status === 'running' && !newest.needs_you ? displayInterval : 0,
};
