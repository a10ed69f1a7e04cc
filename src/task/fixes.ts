import type { Step } from '../plan/step.ts';
import { type EndedTask, type UnfinishedStep, unfinishedSteps } from './task-end.ts';

const mostNamed = 20;

/**
 * Returns up to 20 steps that an ended task did not complete, with the reasons, as shown under its answer; steps
 * skipped without a reason are left out.
 */
export function shownUnfinishedSteps(run: EndedTask): UnfinishedStep[] {
  return unfinishedSteps(run)
    .filter(({ status, reason }) => status !== 'skipped' || reason !== undefined)
    .slice(0, mostNamed)
    .map(({ description, error, result, reason }) => ({
      description,
      words: error ?? result ?? '',
      ...(reason && { reason }),
    }));
}

/**
 * Returns the task with `fixes` updated after a replan; unchanged if no step in `before`, the steps before the replan,
 * had failed. `fixes` lists, by the id of each failed step, the ids of the steps that were added in its place. If the
 * replan removed a fix of an earlier failure, the steps that it added count as fixes of that failure too.
 */
export function withUpdatedFixes<Task extends EndedTask>(run: Task, before: readonly Step[]): Task {
  const failedSteps = before.filter(({ status }) => status === 'failed');
  if (failedSteps.length === 0) return run;
  const now = new Set(run.plan.steps.map(({ id }) => id));
  const old = new Set(before.map(({ id }) => id));
  const addedStepIds = [...now].filter((id) => !old.has(id));
  const fixes = { ...run.fixes };
  for (const { id } of failedSteps) {
    const knownFixes = fixes[id];
    const remainingFixes = knownFixes?.filter((each) => now.has(each)) ?? [];
    const isReplaced = knownFixes !== undefined && remainingFixes.length < knownFixes.length;
    fixes[id] = knownFixes === undefined || isReplaced ? [...remainingFixes, ...addedStepIds] : knownFixes;
  }
  return { ...run, fixes };
}
