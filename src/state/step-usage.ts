import type { JournalEntry } from '../domain/journal.ts';
import { nothingUsed, withCall, type UsageTotals } from '../domain/usage-totals.ts';

/** What the model calls of one step of a task have used, as far as they are among the entries (R5.5). */
export function stepUsage(entries: readonly JournalEntry[], taskId: string | null, stepId: string): UsageTotals {
  return entries.reduce(
    (totals, { task_id, step_id, body }) =>
      body.type === 'model_reply' && task_id === taskId && step_id === stepId
        ? withCall(totals, body.reply.usage)
        : totals,
    nothingUsed,
  );
}
