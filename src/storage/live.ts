import { Dexie, liveQuery } from 'dexie';
import { untilNextSight } from '../domain/next-sight.ts';
import type { Live } from '../ports/live.ts';

/**
 * A query that is asked again whenever what it has read changes, in this tab or another; the first change after a while at
 * once, the next ones together after a moment. `before` is what it gave last to the same listener.
 */
export function live<T>(query: (before: T | null) => Promise<T>): Live<T> {
  return {
    subscribe(next, failed) {
      let before: T | null = null;
      let last = -Infinity;
      const look = async (): Promise<T> => {
        const rest = untilNextSight(last, performance.now());
        if (rest > 0) await new Dexie.Promise((resolve) => setTimeout(resolve, rest));
        last = performance.now();
        before = await query(before);
        return before;
      };
      const subscription = liveQuery(look).subscribe(failed ? { next, error: failed } : { next });
      return () => subscription.unsubscribe();
    },
  };
}
