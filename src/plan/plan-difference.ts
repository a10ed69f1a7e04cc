import * as z from 'zod/mini';
import { isUnstarted, type Step } from './step.ts';

/** One line of the difference that a replan made. */
export const StepDifference = z.object({
  kind: z.enum(['kept', 'added', 'dropped', 'changed', 'moved']),
  id: z.string(),
  description: z.string(),
  /** The description of a changed step before the change. */
  was: z.optional(z.string()),
});
export type StepDifference = z.infer<typeof StepDifference>;

/** The difference between the open steps of two plans, in the order of the new one; dropped steps come last. */
export function planDifference(before: readonly Step[], after: readonly Step[]): StepDifference[] {
  const old = new Map(before.filter(isUnstarted).map((step) => [step.id, step]));
  const fresh = after.filter(isUnstarted);
  const ids = new Set(fresh.map(({ id }) => id));
  const places = placesOf([...old.keys()].filter((id) => ids.has(id)));
  const placesNow = placesOf([...ids].filter((id) => old.has(id)));
  const lines = fresh.map(({ id, description }): StepDifference => {
    const was = old.get(id);
    if (!was) return { kind: 'added', id, description };
    if (was.description !== description) return { kind: 'changed', id, description, was: was.description };
    return { kind: places.get(id) === placesNow.get(id) ? 'kept' : 'moved', id, description };
  });
  const droppedSteps = [...old.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, description }): StepDifference => ({ kind: 'dropped', id, description }));
  return [...lines, ...droppedSteps];
}

const placesOf = (ids: readonly string[]) => new Map(ids.map((id, at) => [id, at]));
