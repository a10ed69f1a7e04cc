import { isReliablyDone, isDoubtful } from '../plan/doubtful-steps.ts';
import type { Step } from '../plan/step.ts';
import { markBlocked } from '../plan/plan-graph.ts';
import { resetStep } from '../plan/plan-edits.ts';
import type { Run } from './run.ts';
import { unfinishedSteps } from './task-end.ts';

/** True if a task has ended without some of its steps, so that the person may continue with them. */
export function canReopen(run: Run): boolean {
  return (
    (run.phase === 'completed' || run.phase === 'cancelled') && unfinishedSteps(run).some((step) => !isDoubtful(step))
  );
}

/** The reasons of failed steps in which nothing has been tried. */
const untried: ReadonlySet<string | undefined> = new Set(['nothing_done', 'contract', 'too_long']);

/**
 * Returns the task with its skipped steps, and those that failed before anything was done in them, set back to pending.
 * If other steps have failed, a replan is requested instead of trying them again in the same way.
 */
export function reopenSkipped(run: Run): Run {
  const undoneSteps = unfinishedSteps(run);
  const isLeft = (step: Step) =>
    step.status === 'skipped' ? !isDoubtful(step) : step.status === 'failed' && untried.has(step.reason?.code);
  const stepIdsToReopen = new Set(undoneSteps.filter(isLeft).map(({ id }) => id));
  const steps = run.plan.steps.map((step) => (stepIdsToReopen.has(step.id) ? goesOn(step) : step));
  const hasFailed = undoneSteps.some((step) => step.status === 'failed' && !isLeft(step));
  return {
    ...run,
    plan: { ...run.plan, steps: markBlocked(steps), ...(hasFailed && { replan_count: 0 }) },
    reply_stats: { ...run.reply_stats, rest: [] },
    ...(hasFailed && { pending_replan: 'recovery' as const }),
  };
}

/**
 * Returns the step set back to open. A step that ran when the person stopped the plan continues in the same attempt, as
 * it does after a reload.
 */
function goesOn(step: Step): Step {
  const open = resetStep(step);
  const attempts = step.reason?.code === 'cancelled' ? Math.max(0, step.attempts - 1) : step.attempts;
  if (!open.plan || !step.plan) return { ...open, attempts };
  const steps = step.plan.steps.map((inner) => (isReliablyDone(inner) ? inner : goesOn(inner)));
  return { ...open, attempts, plan: { ...open.plan, steps } };
}
