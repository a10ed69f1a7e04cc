import { type Table, Dexie, liveQuery } from 'dexie';
import type { RowReader, RowSchema } from '../row-reader.ts';
import { msToNextDisplayUpdate, streamedTextInterval } from '../../values/display-interval.ts';
import type { Observable } from '../../ports/observable.ts';

interface KeptRows<T> {
  get: (id: string) => Promise<T | undefined>;
  all: () => Promise<T[]>;
  put: (row: T) => Promise<void>;
  /** Stores all rows or none. */
  putAll: (rows: readonly T[]) => Promise<void>;
}

/**
 * Returns a store of rows of one kind, validated by their schema; `all` is in the order of `list`, without rows marked
 * as removed.
 */
export function softDeleteStore<T extends { deleted_at: string | null }>(
  table: Table<T, string>,
  schema: RowSchema<T>,
  reader: RowReader,
  list: () => PromiseLike<readonly unknown[]>,
): KeptRows<T> {
  return {
    get: async (id) => reader.one(table, schema, await table.get(id)),
    all: async () => reader.many(table, schema, await list()).filter(({ deleted_at }) => deleted_at === null),
    put: async (row) => {
      await table.put(row);
    },
    putAll: (all) =>
      table.db.transaction('rw', table, async () => {
        await table.bulkPut([...all]);
      }),
  };
}

/**
 * Returns a query that runs again whenever the data that it read changes, in this tab or another: at once for the first
 * change after a pause, batched for the following ones, at most one in `every` milliseconds. `before` is the last
 * result for the same listener.
 */
export function observableQuery<T>(
  query: (before: T | null) => Promise<T>,
  every = streamedTextInterval,
): Observable<T> {
  return {
    subscribe(next, onError) {
      let before: T | null = null;
      let last = -Infinity;
      let looks = 0;
      let resting: PromiseLike<void> | null = null;
      const look = async (): Promise<T> => {
        const nth = (looks += 1);
        const now = performance.now();
        const rest = msToNextDisplayUpdate(last, now, every);
        if (rest > 0)
          await (resting ??= new Dexie.Promise((resolve) => setTimeout(resolve, rest)).then(() => {
            resting = null;
            /** A timer may fire a little before its time. */
            last = Math.max(last, now + rest);
          }));
        /** If a later change has started another query meanwhile, this one is not run, since Dexie drops its result. */
        if (nth < looks) return before as T;
        last = Math.max(performance.now(), last);
        before = await query(before);
        return before;
      };
      const subscription = liveQuery(look).subscribe(onError ? { next, error: onError } : { next });
      return () => subscription.unsubscribe();
    },
  };
}

/** Calls `work` after the current task and its promises. Unlike a timer, it is not throttled in hidden tabs. */
export function runInNextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}
