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
          .sort((a, b) => (a.next_at ?? '~').localeCompare(b.next_at ?? '~'));
      }),
    save: async (dueRun) => {
      await due_runs.put(dueRun);
    },
    get: async (id) => rows.one(due_runs, DueRun, await due_runs.get(id)),
  };
}
