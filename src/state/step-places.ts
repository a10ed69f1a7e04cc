import type { Step } from '../domain/step.ts';

/** Where each step stands in the list, by id. */
export function stepPlaces(steps: readonly Step[]): ReadonlyMap<string, number> {
  return new Map(steps.map(({ id }, at) => [id, at]));
}
