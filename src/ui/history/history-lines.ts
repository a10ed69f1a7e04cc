import { callStartTimes } from './step-bars.ts';
import type { JournalEntryBody, JournalEntry } from '../../task/journal.ts';
import { sectionOfEachEntry, type JournalSection } from '../../task/journal-sections.ts';
import { startedStepNumber } from '../../task/started-step-number.ts';

/** A journal entry, with values derived from the entries around it. */
export interface HistoryLine {
  seq: number;
  at: string;
  body: JournalEntryBody;
  /** The task of the session to which it belongs. */
  part: JournalSection;
  /** The key of its step within the session, or of its task's work outside of steps. */
  rowKey: string;
  /** The number of its step, such as 3 or 3.2; null if the step's beginning is not loaded. */
  step: string | null;
  /** Milliseconds since the beginning of the step or call that it ends; null if it ends none. */
  took: number | null;
}

/** The journal as a timeline. Durations count from the last beginning of a step and the last attempt of a call. */
export function historyLines(entries: readonly JournalEntry[]): HistoryLine[] {
  const steps = new Map<string, { number: string; at: number }>();
  const times = callStartTimes(entries);
  const sections = sectionOfEachEntry(entries);
  return entries.flatMap(({ seq, at, body, task_id, step_id }, n) => {
    const part = sections[n];
    if (!part) return [];
    const rowKey = stepKeyInSession(task_id ?? '', step_id);
    if (body.type === 'plan_step_start') steps.set(rowKey, { number: startedStepNumber(body), at: Date.parse(at) });
    const stepStart = steps.get(rowKey);
    const since = body.type === 'plan_step_end' ? stepStart?.at : times.get(seq);
    const took = since === undefined ? null : Math.max(0, Date.parse(at) - since);
    return [{ seq, at, body, part, rowKey, step: stepStart?.number ?? null, took }];
  });
}

/** Returns the key of a task's step within the session; without a step, that of the task's work outside of steps. */
export function stepKeyInSession(task: string, step: string | null): string {
  return `${task}/${step ?? ''}`;
}

/** A task with its keys: first that of its work outside of steps, then those of its steps. */
interface RecordedTask {
  part: JournalSection;
  /** `number` is empty for the work outside of steps. */
  steps: { place: string; number: string; description: string }[];
}

/**
 * Returns the loaded tasks with their steps, by their latest names; steps whose beginnings are not loaded are left out.
 */
export function recordedTasks(lines: readonly HistoryLine[]): RecordedTask[] {
  const tasks = new Map<number, { part: JournalSection; steps: Map<string, RecordedTask['steps'][number]> }>();
  for (const { body, rowKey: place, part } of lines) {
    if (part.task === null) continue;
    const { steps } = tasks.get(part.first) ?? { steps: new Map<string, RecordedTask['steps'][number]>() };
    tasks.set(part.first, { part, steps });
    if (steps.size === 0) {
      const outside = stepKeyInSession(part.task, null);
      steps.set(outside, { place: outside, number: '', description: '' });
    }
    if (body.type === 'plan_step_start')
      steps.set(place, { place, number: startedStepNumber(body), description: body.description });
  }
  return [...tasks.values()].map(({ part, steps }) => ({ part, steps: [...steps.values()] }));
}
