import type { JournalEntry, EntryBody } from './journal.ts';
import type { Usage } from './model-reply.ts';

/** The part of a journal that belongs to one task, beginning with the person's goal. */
export interface JournalSection {
  /** The `seq` of its first entry, which identifies the part. */
  first: number;
  /** The task id; null until the task has begun. */
  task: string | null;
  /** The goal; empty if there was none, for example after an import. */
  goal: string;
}

/**
 * Splits a journal by task. `parts` has one section per task, in order; `of` gives the section of each entry, by the
 * entry's index.
 */
export function splitJournalByTask(entries: readonly JournalEntry[]): {
  parts: JournalSection[];
  of: JournalSection[];
} {
  const parts: JournalSection[] = [];
  const known = new Set<string>();
  const of = entries.map(({ seq, task_id, body }) => {
    let part = parts.at(-1);
    const asked = body.type === 'message' && body.kind === 'goal' ? body.text : null;
    const isNew = task_id !== null && !known.has(task_id);
    if (!part || asked !== null || (isNew && part.task !== null))
      parts.push((part = { first: seq, task: null, goal: asked ?? '' }));
    if (isNew) {
      known.add(task_id);
      part.task = task_id;
    }
    return part;
  });
  return { parts, of };
}

/**
 * The usage that a journal entry adds to the model calls' total: of a reply, or of an unusable one that was billed.
 * Null if the reply does not state it; undefined if nothing was billed.
 */
export function billedUsage(body: EntryBody): Usage | null | undefined {
  if (body.type === 'model_reply') return body.reply.usage;
  return body.type === 'model_error' ? body.error.usage : undefined;
}
