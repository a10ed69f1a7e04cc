import type { JournalEntry } from '../../src/task/journal.ts';
import { subPlanIdSeparator } from '../../src/plan/leaf-steps.ts';

/** The steps of a task that may say a thing twice: those of its first plan and those of the person. */
export type OwnSteps = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * R6.7: the first write that was made again though only a revision, or another attempt of the same step, asks for it;
 * null where there is none.
 */
export function repeatedWrite(journal: readonly JournalEntry[], own: OwnSteps): string | null {
  const made = new Map<string, Map<string, string>>();
  for (const { task_id, step_id, effect = '', body } of journal) {
    if (body.type !== 'tool_result' || step_id === null || !body.result.ok || body.result.already !== undefined)
      continue;
    if (body.tool !== 'tally' && body.result.written.length === 0) continue;
    const [step = step_id] = step_id.split(subPlanIdSeparator);
    const key = JSON.stringify([task_id, body.tool, body.input]);
    const before = made.get(key) ?? new Map<string, string>();
    const attempt = effect.slice(0, effect.lastIndexOf('/'));
    if (![undefined, attempt].includes(before.get(step_id)))
      return `${step_id} has written again in another attempt: ${key}`;
    if (before.size > 0 && !before.has(step_id) && !own.get(task_id ?? '')?.has(step))
      return `${step_id} is of a revision and has written again: ${key}`;
    made.set(key, before.set(step_id, attempt));
  }
  return null;
}
