import { callTimes } from '../domain/call-times.ts';
import { placeOf } from './place-of.ts';
import type { Happened, JournalEntry } from '../domain/journal.ts';
import { taskParts, type TaskPart } from '../domain/task-parts.ts';

/** An entry of the journal with what only its neighbours can tell. */
export interface HistoryLine {
  seq: number;
  at: string;
  body: Happened;
  /** The task that it belongs to. */
  part: TaskPart;
  /** By which its step is known within the session, or what its task did outside of steps. */
  place: string;
  /** The number of the step it belongs to, where its beginning is in sight. */
  step: number | null;
  /** Milliseconds from the beginning of the step or call that it ends. */
  took: number | null;
}

/** The journal as a timeline. A step is timed from its last beginning, a call from its last attempt. */
export function historyLines(entries: readonly JournalEntry[]): HistoryLine[] {
  const steps = new Map<string, { index: number; at: number }>();
  const times = callTimes(entries);
  const { of } = taskParts(entries);
  return entries.flatMap(({ seq, at, body, task_id, step_id }, n) => {
    const part = of[n];
    if (!part) return [];
    const place = placeOf(task_id ?? '', step_id);
    if (body.type === 'plan_step_start') steps.set(place, { index: body.index, at: Date.parse(at) });
    const begun = steps.get(place);
    const since = body.type === 'plan_step_end' ? begun?.at : times.get(seq);
    const took = since === undefined ? null : Math.max(0, Date.parse(at) - since);
    return [{ seq, at, body, part, place, step: begun?.index ?? null, took }];
  });
}
