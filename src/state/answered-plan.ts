import { freshPlan } from '../domain/fresh-plan.ts';
import type { Plan } from '../domain/plan.ts';
import type { Step } from '../domain/step.ts';
import { withoutMarks } from '../domain/without-marks.ts';

/** The plan that an answer holds, as a task's own: for this goal, without Markdown's marks, and nothing of it done. */
export function answeredPlan(read: Plan, goal: string, id: string, at: string): Plan {
  const fresh = freshPlan({ ...read, goal }, id, at);
  return { ...fresh, steps: fresh.steps.map(plain) };
}

function plain(step: Step): Step {
  const { description, plan } = step;
  return {
    ...step,
    description: description.split('\n').map(withoutMarks).join('\n'),
    ...(plan && { plan: { ...plan, steps: plan.steps.map(plain) } }),
  };
}
