import type { Session } from '../task/session.ts';
import type { Clock } from '../ports/clock.ts';

/** Creates a new, empty session; `kind` is the prefix of its id. */
export function createEmptySession(clock: Clock, title: string, kind = 'session'): Session {
  const at = clock.now();
  return {
    id: clock.newId(kind),
    title,
    plan_status: null,
    steps_ended: 0,
    steps_total: 0,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
}
