import type { JournalEntry } from './journal.ts';

/** The part of a journal that belongs to one task, beginning with the person's goal. */
export interface JournalSection {
  /** The `seq` of its first entry, which identifies the part. */
  first: number;
  /** The task id; null until the task has begun. */
  task: string | null;
  /** The goal; empty if there was none, for example after an import. */
  goal: string;
}

/** Returns the section of each entry of a journal, in the order of the entries. */
export function sectionOfEachEntry(entries: readonly JournalEntry[]): JournalSection[] {
  let section: JournalSection | undefined;
  const knownTaskIds = new Set<string>();
  return entries.map(({ seq, task_id, body }) => {
    const goalText = body.type === 'message' && body.kind === 'goal' ? body.text : null;
    const isNew = task_id !== null && !knownTaskIds.has(task_id);
    if (!section || goalText !== null || (isNew && section.task !== null))
      section = { first: seq, task: null, goal: goalText ?? '' };
    if (isNew) {
      knownTaskIds.add(task_id);
      section.task = task_id;
    }
    return section;
  });
}
