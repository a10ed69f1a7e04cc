import type { Step } from '../plan/step.ts';
import { type EndedTask, type UnfinishedStep, unfinishedSteps } from './task-end.ts';

const mostNamed = 20;

/** The failed steps of an ended task with their reasons, as shown under its answer. */
export function failuresOf(run: EndedTask): UnfinishedStep[] {
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
 * The task with its `fixes` updated after a replan: the added steps are fixes for the steps that failed; if they
 * replaced an open fix of an earlier failure, they are fixes for that one as well.
 */
export function withUpdatedFixes<Task extends EndedTask>(run: Task, before: readonly Step[]): Task {
  const failed = before.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return run;
  const now = new Set(run.plan.steps.map(({ id }) => id));
  const old = new Set(before.map(({ id }) => id));
  const added = [...now].filter((id) => !old.has(id));
  const fixes = { ...run.fixes };
  for (const { id } of failed) {
    const known = fixes[id];
    const left = known?.filter((each) => now.has(each)) ?? [];
    const isReplaced = known !== undefined && left.length < known.length;
    fixes[id] = known === undefined || isReplaced ? [...left, ...added] : known;
  }
  return { ...run, fixes };
}
