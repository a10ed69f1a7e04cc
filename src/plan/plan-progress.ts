import type { Plan } from './plan.ts';
import { isDoubtfullyDone } from './doubtful-steps.ts';
import { hasEnded } from './step.ts';

export interface PlanStatistics {
  total: number;
  completed: number;
  failed: number;
  skipped: number;
  /** Completed steps without evidence that they were done; the person has to check them. */
  doubtful: number;
  pending: number;
  /** The share of completed steps, a whole number from 0 to 100; 100 only when all are completed. */
  percent: number;
}

/**
 * Counts the steps of a plan; always derived, never stored. A doubtful step does not count as completed.
 */
export function planStatistics(plan: Pick<Plan, 'steps'>): PlanStatistics {
  const count = (status: string) => plan.steps.filter((step) => step.status === status).length;
  const doubtful = plan.steps.filter(isDoubtfullyDone).length;
  const total = plan.steps.length;
  const completed = count('completed') - doubtful;
  return {
    total,
    completed,
    failed: count('failed'),
    skipped: count('skipped'),
    doubtful,
    pending: plan.steps.filter((step) => !hasEnded(step)).length,
    percent: total === 0 ? 0 : completed === total ? 100 : Math.min(99, Math.round((100 * completed) / total)),
  };
}

/** The number of steps nested within the plan's own steps, at any depth. */
export function nestedStepCount({ steps }: Pick<Plan, 'steps'>): number {
  return steps.reduce((sum, { plan }) => sum + (plan ? plan.steps.length + nestedStepCount(plan) : 0), 0);
}

/** The index of the first running step, otherwise of the first that has not ended, otherwise the number of steps. */
export function currentStepIndex(plan: Pick<Plan, 'steps'>): number {
  const running = plan.steps.findIndex((step) => step.status === 'running');
  if (running >= 0) return running;
  const open = plan.steps.findIndex((step) => !hasEnded(step));
  return open >= 0 ? open : plan.steps.length;
}

/** The code of the violation reported when the model ends a task with unfinished steps. */
export const stepsRemainCode = 'steps_remain';
