import { DueRun } from '../domain/due-run.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { keptRows } from './kept-rows.ts';
import { live } from './live.ts';

export function dueRunStore({ due_runs, rows }: CairnDatabase): Stores['dueRuns'] {
  const kept = keptRows(due_runs, DueRun, rows, () => due_runs.toArray());
  return {
    list: () =>
      live(async () =>
        (await kept.all()).sort(
          (a, b) => Number(a.next_at === null) - Number(b.next_at === null) || timeOf(a) - timeOf(b),
        ),
      ),
    save: kept.put,
    claim: (id, at, change) =>
      due_runs.db.transaction('rw', due_runs, async () => {
        const present = await kept.get(id);
        if (present?.next_at !== at || !present.active || present.deleted_at !== null) return false;
        await due_runs.put({ ...present, ...change });
        return true;
      }),
    get: kept.get,
  };
}

const timeOf = ({ next_at }: DueRun) => Date.parse(next_at ?? '1970-01-01');
