import { DueRun } from '../domain/due-run.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';

export function dueRunStore({ due_runs, rows }: CairnDatabase): Stores['dueRuns'] {
  return {
    list: () =>
      live(async () => {
        const all = rows.many(due_runs, DueRun, await due_runs.toArray());
        return all
          .filter(({ deleted_at }) => deleted_at === null)
          .sort((a, b) => Number(a.next_at === null) - Number(b.next_at === null) || timeOf(a) - timeOf(b));
      }),
    save: async (dueRun) => {
      await due_runs.put(dueRun);
    },
    claim: (id, at, change) =>
      due_runs.db.transaction('rw', due_runs, async () => {
        const present = rows.one(due_runs, DueRun, await due_runs.get(id));
        if (present?.next_at !== at || !present.active || present.deleted_at !== null) return false;
        await due_runs.put({ ...present, ...change });
        return true;
      }),
    get: async (id) => rows.one(due_runs, DueRun, await due_runs.get(id)),
  };
}

const timeOf = ({ next_at }: DueRun) => Date.parse(next_at ?? '1970-01-01');
