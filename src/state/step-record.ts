import type { JournalEntry } from '../domain/journal.ts';
import { addProgress, progressItem, type ProgressItem } from './progress-item.ts';

/** What is recorded of one step of a task: its thoughts, calls and results (R14.2). */
export function stepRecord(entries: readonly JournalEntry[], taskId: string, stepId: string): ProgressItem[] {
  return entries
    .filter((entry) => entry.task_id === taskId && entry.step_id === stepId)
    .map(progressItem)
    .filter((item) => item !== null)
    .reduce<ProgressItem[]>((items, item) => addProgress(items, item), []);
}
