import { liveQuery } from 'dexie';
import type { Live } from '../ports/live.ts';

/** A query that is asked again whenever what it has read changes, in this tab or another. */
export function live<T>(query: () => Promise<T>): Live<T> {
  return {
    subscribe(next, failed) {
      const subscription = liveQuery(query).subscribe(failed ? { next, error: failed } : { next });
      return () => subscription.unsubscribe();
    },
  };
}
