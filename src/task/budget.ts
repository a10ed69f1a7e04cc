import type { Run } from './run.ts';
import type { Limits } from '../values/limits.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * The budget limit, in thoughts and tool calls: `max_steps`, or 6 per step if that is more, times the number of granted
 * budgets. Steps added by replans raise it no further than the longest allowed plan does, so that it stays bounded.
 */
export function budgetLimit(run: Pick<Run, 'plan' | 'first_plan' | 'budget_grants'>, limits: Limits): number {
  const countedSteps = Math.min(run.plan.steps.length, Math.max(limits.max_plan_steps, run.first_plan.length));
  return Math.max(limits.max_steps, 6 * countedSteps) * run.budget_grants;
}

/**
 * Charges one unit of the task's budget for the next round; null if the budget is used up. `place` is a step id or
 * `~replan`, `n` the number of the round in that place: a round that was charged already is not charged again when it
 * is resumed.
 */
export function reserveBudget(run: Run, place: string, n: number, limits: Limits): Run | null {
  if (n <= (run.charged[place] ?? 0)) return run;
  if (run.plan.step_count >= budgetLimit(run, limits)) return null;
  return {
    ...run,
    charged: { ...run.charged, [place]: n },
    plan: { ...run.plan, step_count: run.plan.step_count + 1 },
  };
}

/**
 * The number of steps by which the model has made the plan longer since it made it: steps that replace others count as
 * none, and those of the person are left out.
 */
export function stepsAddedByModel({ plan, first_plan }: Pick<Run, 'plan' | 'first_plan'>): number {
  const first = new Set(first_plan.map(({ id }) => id));
  const ofModel = plan.steps.filter(({ id, edited_by_person }) => first.has(id) || edited_by_person !== true);
  return Math.max(0, ofModel.length - first_plan.length);
}

/**
 * True if a revision adds steps, and the model has then added more than a plan may have since the person last spoke.
 */
export function exceedsModelStepLimit(before: Run, revised: Run, { max_plan_steps }: Limits): boolean {
  const addedStepCount = stepsAddedByModel(revised);
  return addedStepCount > stepsAddedByModel(before) && addedStepCount - (before.growth_seen ?? 0) > max_plan_steps;
}

/** The number of budgets to grant so that one whole budget is left. */
export function budgetsToGrant(plan: Plan, limits: Limits): number {
  return Math.ceil(plan.step_count / budgetLimit({ plan, first_plan: plan.steps, budget_grants: 1 }, limits)) + 1;
}
