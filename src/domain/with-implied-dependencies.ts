import { cycleIn } from './plan-graph.ts';
import { referredSteps } from './references.ts';
import type { Step } from './step.ts';

/** Steps that also depend on what their parameters refer to (R7.5); left as they are where that would form a circle. */
export function withImpliedDependencies(steps: readonly Step[]): Step[] {
  const known = new Set(steps.map((step) => step.id));
  const implied = steps.map((step): Step => {
    const referred = referredSteps(step.parameters).filter((id) => known.has(id));
    const inner = step.plan ? { plan: { ...step.plan, steps: withImpliedDependencies(step.plan.steps) } } : {};
    return { ...step, ...inner, dependencies: [...new Set([...step.dependencies, ...referred])] };
  });
  return cycleIn(implied) ? [...steps] : implied;
}
