import { callTimes } from '../../domain/record/step-bars.ts';
import type { EntryBody, JournalEntry } from '../../domain/record/journal.ts';
import { taskParts, type TaskPart } from '../../domain/record/task-parts.ts';

/** An entry of the journal with what only its neighbours can tell. */
export interface HistoryLine {
  seq: number;
  at: string;
  body: EntryBody;
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

/** By which a step of a task is known within its session; without a step, what the task did outside of steps. */
export function placeOf(task: string, step: string | null): string {
  return `${task}/${step ?? ''}`;
}

/** What a task did that something is recorded of: first what it did outside of steps, then its steps. */
interface RecordedTask {
  part: TaskPart;
  steps: { place: string; index: number; description: string }[];
}

/** The tasks in sight with those of their steps whose beginnings are, as these were called last. */
export function recordedTasks(lines: readonly HistoryLine[]): RecordedTask[] {
  const tasks = new Map<number, { part: TaskPart; steps: Map<string, RecordedTask['steps'][number]> }>();
  for (const { body, place, part } of lines) {
    if (part.task === null) continue;
    const { steps } = tasks.get(part.first) ?? { steps: new Map<string, RecordedTask['steps'][number]>() };
    tasks.set(part.first, { part, steps });
    if (steps.size === 0) {
      const outside = placeOf(part.task, null);
      steps.set(outside, { place: outside, index: 0, description: '' });
    }
    if (body.type === 'plan_step_start') steps.set(place, { place, index: body.index, description: body.description });
  }
  return [...tasks.values()].map(({ part, steps }) => ({ part, steps: [...steps.values()] }));
}
