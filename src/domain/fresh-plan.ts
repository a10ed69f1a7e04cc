import { emptyPlan, type Plan } from './plan.ts';
import { newStep } from './plan-edits.ts';
import type { Step } from './step.ts';

/** The same plan as if nothing had been done of it yet, nor been edited by anyone: made at `at`, under another id. */
export function freshPlan(plan: Plan, id: string, at: string): Plan {
  return { ...emptyPlan(id, plan.goal, at), status: 'paused', steps: plan.steps.map(freshStep) };
}

function freshStep({ id, description, tool, parameters, dependencies, expected_output, plan }: Step): Step {
  return {
    ...newStep(id, description),
    dependencies,
    ...(tool !== undefined && { tool }),
    ...(parameters && { parameters }),
    ...(expected_output !== undefined && { expected_output }),
    ...(plan && { plan: { goal: plan.goal, status: 'paused', steps: plan.steps.map(freshStep) } }),
  };
}
