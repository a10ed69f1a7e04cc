import { withBlocked } from '../plan/plan-graph.ts';
import { openedAgain } from '../plan/plan-edits.ts';
import type { Run } from './run.ts';
import { undoneSteps } from './task-end.ts';

/** Whether a task has ended without some of its steps, so that the person may continue with them (R6.8, R8.6). */
export function canGoOnWithRest(run: Run): boolean {
  return run.phase === 'completed' && undoneSteps(run).length > 0;
}

/** The task with those steps open again that it has ended without. */
export function withRest(run: Run): Run {
  const left = new Set(undoneSteps(run).map(({ id }) => id));
  const steps = run.plan.steps.map((step) => (left.has(step.id) ? openedAgain(step) : step));
  return { ...run, plan: { ...run.plan, steps: withBlocked(steps) }, form: { ...run.form, rest: [] } };
}
