import { isRecord } from '../domain/json.ts';
import { limits } from './limits.ts';
import type { Mending } from './mending.ts';
import type { Place } from './place.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';

/** Why a file holds more than a plan may (R2.6, R2.8), or null. Counts the steps of plans within steps, too. */
export function sizeProblem(steps: readonly unknown[], mending: Mending): PlanFileProblem | null {
  let count = 0;
  const visit = (list: readonly unknown[], place: Place, depth: number): PlanFileProblem | null => {
    count += list.length;
    if (count > limits.steps) return problem('too_many_steps', place, limits.steps);
    for (const [at, step] of list.entries()) {
      const nested: unknown = isRecord(step) ? step.plan : null;
      if (!isRecord(nested)) continue;
      const here = [...place, at, 'plan'];
      if (depth === limits.nestedPlans) return problem('nested_too_deep', here, limits.nestedPlans);
      const inner = Array.isArray(nested.steps) ? visit(nested.steps, [...here, 'steps'], depth + 1) : null;
      if (inner) return inner;
    }
    return null;
  };
  const problem = (code: PlanFileProblem['code'], place: Place, limit: number): PlanFileProblem => ({
    code,
    path: mending.spell(place),
    params: { limit },
  });
  return visit(steps, ['steps'], 0);
}
