import type { Step } from '../plan/step.ts';
import { type EndedTask, type UndoneStep, undoneSteps } from './task-end.ts';

const mostNamed = 20;

/** The failed steps of a task that has ended, with their reasons, as they are shown under its answer. */
export function failuresOf(run: EndedTask): UndoneStep[] {
  return undoneSteps(run)
    .filter(({ status, reason }) => status !== 'skipped' || reason !== undefined)
    .slice(0, mostNamed)
    .map(({ description, error, result, reason }) => ({
      description,
      words: error ?? result ?? '',
      ...(reason && { reason }),
    }));
}

/**
 * The mends of a task after a check of its plan: the steps that it added belong to the failures since the check before;
 * where it replaced a step that was to mend an earlier failure, to that one as well.
 */
export function withFixes<Task extends EndedTask>(run: Task, before: readonly Step[]): Task {
  const failed = before.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return run;
  const now = new Set(run.plan.steps.map(({ id }) => id));
  const old = new Set(before.map(({ id }) => id));
  const added = [...now].filter((id) => !old.has(id));
  const mends = { ...run.mends };
  for (const { id } of failed) {
    const known = mends[id];
    const left = known?.filter((each) => now.has(each)) ?? [];
    const isReplaced = known !== undefined && left.length < known.length;
    mends[id] = known === undefined || isReplaced ? [...left, ...added] : known;
  }
  return { ...run, mends };
}
