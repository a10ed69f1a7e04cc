import type { Plan } from '../../plan/plan.ts';
import { currentStepIndex } from '../../plan/plan-progress.ts';
import type { Step } from '../../plan/step.ts';
import type { PlanFile } from './plan-file.ts';
import { stepFields } from './field-names.ts';

/**
 * Returns the plan as the text of a `plan.json`, with its keys in the order of the format. Optional fields without a
 * value are absent.
 */
export function exportPlan(plan: Plan): string {
  const file: PlanFile = {
    version: 1,
    id: plan.id,
    goal: plan.goal,
    status: plan.status,
    steps: plan.steps.map(ordered),
    current_step_index: currentStepIndex(plan),
    iteration_count: plan.iteration_count,
    step_count: plan.step_count,
    replan_count: plan.replan_count,
    created_at: plan.created_at,
    updated_at: plan.updated_at,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function ordered(step: Step): Step {
  const fields = stepFields.map((field) => [field, field === 'plan' ? nested(step) : step[field]]);
  return Object.fromEntries(fields) as Step;
}

function nested({ plan }: Step): Step['plan'] {
  return plan && { goal: plan.goal, status: plan.status, steps: plan.steps.map(ordered) };
}
