import { isDoubtful } from '../plan/doubtful-steps.ts';
import { isUnstarted, type Step } from '../plan/step.ts';
import type { Run } from './run.ts';
import { unfinishedSteps } from './task-end.ts';

/** A step that keeps a task from continuing or being done, and the steps that cannot be done without it. */
export interface StuckStep {
  step: Step;
  /** The step's number in the plan. */
  n: number;
  waiting: { step: Step; n: number }[];
}

/** The step at which a task is stuck, has failed or has ended with something left to decide; otherwise null. */
export function stuckAt(run: Run | null): StuckStep | null {
  if (!run || (run.phase !== 'blocked' && run.phase !== 'failed' && run.phase !== 'completed')) return null;
  const { steps } = run.plan;
  const undone = unfinishedSteps(run);
  const step = undone.find(({ status }) => status === 'failed') ?? undone.find(isDoubtful) ?? neededAndSkipped(steps);
  return step ? { step, n: steps.indexOf(step) + 1, waiting: dependentsNotDone(steps, step.id) } : null;
}

/** The first step that the person skipped although an open one needs it. */
function neededAndSkipped(steps: readonly Step[]): Step | undefined {
  return steps.find(
    ({ id, status }) => status === 'skipped' && dependentsNotDone(steps, id).some(({ step }) => isUnstarted(step)),
  );
}

/** The steps that depend on a step, directly or through others, and have not been done. */
export function dependentsNotDone(steps: readonly Step[], id: string): { step: Step; n: number }[] {
  const late = new Set([id]);
  for (let known = 0; known < late.size;) {
    known = late.size;
    for (const step of steps)
      if ((isUnstarted(step) || step.status === 'skipped') && step.dependencies.some((each) => late.has(each)))
        late.add(step.id);
  }
  return steps.flatMap((step, at) => (step.id !== id && late.has(step.id) ? [{ step, n: at + 1 }] : []));
}
