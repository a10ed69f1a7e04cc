import { withBlocked } from '../plan/plan-graph.ts';
import type { Run } from './run.ts';

/**
 * Whether a task was closed before all steps were done, so that the person may continue with the remaining ones (R6.8).
 */
export function canGoOnWithRest({ phase, form }: Run): boolean {
  return phase === 'completed' && form.rest.length > 0;
}

/** The task with those steps open again that an early closing had skipped (R6.8). */
export function withRest(run: Run): Run {
  const left = new Set(run.form.rest);
  const steps = run.plan.steps.map((step) =>
    left.has(step.id) && step.status === 'skipped'
      ? { ...step, status: 'pending' as const, result: null, started_at: null, ended_at: null }
      : step,
  );
  return { ...run, plan: { ...run.plan, steps: withBlocked(steps) }, form: { ...run.form, rest: [] } };
}
