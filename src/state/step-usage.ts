import { billedUsage } from '../domain/billed-usage.ts';
import type { JournalEntry } from '../domain/journal.ts';
import { nothingUsed, withCall, type UsageTotals } from '../domain/usage-totals.ts';

/** What the model calls of one step of a task have used, as far as they are among the entries (R5.5). */
export function stepUsage(entries: readonly JournalEntry[], taskId: string | null, stepId: string): UsageTotals {
  return entries
    .filter(({ task_id, step_id }) => task_id === taskId && step_id === stepId)
    .map(({ body }) => billedUsage(body))
    .filter((usage) => usage !== undefined)
    .reduce(withCall, nothingUsed);
}
