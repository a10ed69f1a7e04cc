import { isDoubtful, isReliablyDone } from '../plan/doubtful-steps.ts';
import { hasEnded, isUnstarted, type Step } from '../plan/step.ts';
import type { Run } from './run.ts';
import { unfinishedSteps } from './task-end.ts';

/** A step that keeps a task from continuing or being done, and the open steps that cannot be done without it. */
export interface StuckStep {
  step: Step;
  /** The step's number in the plan. */
  n: number;
  waiting: { step: Step; n: number }[];
}

/**
 * The step at which a task is stuck, has failed or has ended with something left to decide; otherwise null. If open
 * steps are blocked, it is one that some of them need directly, so that what is done about it helps those.
 */
export function stuckStep(run: Run | null): StuckStep | null {
  if (!run || (run.phase !== 'blocked' && run.phase !== 'failed' && run.phase !== 'completed')) return null;
  const { steps } = run.plan;
  const undoneSteps = unfinishedSteps(run);
  const neededStepIds = new Set(steps.filter(isUnstarted).flatMap(({ dependencies }) => dependencies));
  const blocking = steps.filter((step) => neededStepIds.has(step.id) && hasEnded(step) && !isReliablyDone(step));
  const isFailed = ({ status }: Step) => status === 'failed';
  const step =
    blocking.find(isFailed) ??
    blocking.find(isDoubtful) ??
    blocking[0] ??
    undoneSteps.find(isFailed) ??
    undoneSteps.find(isDoubtful);
  return step ? { step, n: steps.indexOf(step) + 1, waiting: unstartedDependents(steps, step.id) } : null;
}

/** The steps that have not started and depend on a step, directly or through other such steps. */
export function unstartedDependents(steps: readonly Step[], id: string): { step: Step; n: number }[] {
  const late = new Set([id]);
  for (let lateStepCount = 0; lateStepCount < late.size;) {
    lateStepCount = late.size;
    for (const step of steps)
      if (isUnstarted(step) && step.dependencies.some((each) => late.has(each))) late.add(step.id);
  }
  return steps.flatMap((step, at) => (step.id !== id && late.has(step.id) ? [{ step, n: at + 1 }] : []));
}
