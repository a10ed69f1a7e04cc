import { declaresDependencies } from './plan-graph.ts';
import type { Step } from './step.ts';

/** One step's dependency on another: `to` depends on `from`. */
export interface StepLink {
  from: string;
  to: string;
}

/** All links between steps: the dependencies, or if a plan declares none, from each step to the next one. */
export function stepLinks(steps: readonly Step[]): StepLink[] {
  if (!declaresDependencies(steps))
    return steps.slice(1).map((step, at) => ({ from: steps[at]?.id ?? '', to: step.id }));
  const knownStepIds = new Set(steps.map(({ id }) => id));
  return steps.flatMap((step) =>
    [...new Set(step.dependencies)].filter((id) => knownStepIds.has(id)).map((from) => ({ from, to: step.id })),
  );
}

/** Returns the numbers of the steps that a step depends on, in order; `places` holds the index of each step by id. */
export function dependencyNumbers({ dependencies }: Step, places: ReadonlyMap<string, number>): number[] {
  return dependencies
    .map((id) => (places.get(id) ?? -1) + 1)
    .filter((n) => n > 0)
    .sort((a, b) => a - b);
}

/** The ids of the steps that depend on a step, directly or not. */
export function transitiveDependents(links: readonly StepLink[], id: string): Set<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of links) {
    const others = next.get(from);
    if (others) others.push(to);
    else next.set(from, [to]);
  }
  const waiting = new Set(next.get(id));
  for (const each of waiting) for (const to of next.get(each) ?? []) waiting.add(to);
  return waiting;
}

/** The ids of the steps that a step could newly depend on: not itself, its dependencies, or steps that wait for it. */
export function possibleDependencies(links: readonly StepLink[], steps: readonly Step[], id: string): Set<string> {
  const unavailableStepIds = transitiveDependents(links, id).add(id);
  for (const { from, to } of links) if (to === id) unavailableStepIds.add(from);
  return new Set(steps.map((step) => step.id).filter((each) => !unavailableStepIds.has(each)));
}
