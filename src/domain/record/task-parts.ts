import type { JournalEntry, EntryBody } from './journal.ts';
import type { Usage } from '../model/model-reply.ts';

/** The part of a record that belongs to one task: it begins with what the person asked for. */
export interface TaskPart {
  /** The `seq` of its first entry, by which it is known. */
  first: number;
  /** The task; null as long as it has not begun. */
  task: string | null;
  /** What was asked for; empty where that was not said, as with an import. */
  goal: string;
}

/** The task parts of a record, in order, and which of them each entry belongs to. */
export function taskParts(entries: readonly JournalEntry[]): { parts: TaskPart[]; of: TaskPart[] } {
  const parts: TaskPart[] = [];
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
 * What a line of the record adds to what model calls have used (R5.5): a reply, or one that was billed and could not be
 * used. Null where a reply does not say; undefined where nothing was billed.
 */
export function billedUsage(body: EntryBody): Usage | null | undefined {
  if (body.type === 'model_reply') return body.reply.usage;
  return body.type === 'model_error' ? body.error.usage : undefined;
}
