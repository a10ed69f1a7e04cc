import type { TaskPart } from '../domain/task-parts.ts';
import type { HistoryLine } from './history-lines.ts';
import { placeOf } from './place-of.ts';

/** What a task did that something is recorded of: first what it did outside of steps, then its steps. */
export interface RecordedTask {
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
