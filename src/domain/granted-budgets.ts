import { budgetLimit } from './budget.ts';
import type { Plan } from './plan.ts';
import type { Limits } from './settings.ts';

/** How many budgets a plan must have been granted for one whole budget to be left of them (R5.3). */
export function grantedBudgets(plan: Plan, limits: Limits): number {
  return Math.ceil(plan.step_count / budgetLimit({ plan, first_plan: plan.steps, budgets: 1 }, limits)) + 1;
}
