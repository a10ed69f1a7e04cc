import { declaresDependencies } from './plan-graph.ts';
import type { Step } from './step.ts';

/** One step waits for another one. */
export interface StepLink {
  from: string;
  to: string;
}

/** What waits for what: the dependencies, or where a plan declares none, each step for the one before it (R7.1). */
export function stepLinks(steps: readonly Step[]): StepLink[] {
  if (!declaresDependencies(steps))
    return steps.slice(1).map((step, at) => ({ from: steps[at]?.id ?? '', to: step.id }));
  const known = new Set(steps.map(({ id }) => id));
  return steps.flatMap((step) =>
    [...new Set(step.dependencies)].filter((id) => known.has(id)).map((from) => ({ from, to: step.id })),
  );
}
