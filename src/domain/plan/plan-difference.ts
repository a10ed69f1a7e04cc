import * as z from 'zod';
import { isOpen, type Step } from './step.ts';

/** One line of the difference that a replan made (R3.9). */
export const StepDifference = z.object({
  kind: z.enum(['kept', 'added', 'dropped', 'changed', 'moved']),
  id: z.string(),
  description: z.string(),
  /** The description of a changed step before the change. */
  was: z.string().optional(),
});
export type StepDifference = z.infer<typeof StepDifference>;

/** The difference between the open steps of two plans, in the order of the new one; dropped steps come last. */
export function planDifference(before: readonly Step[], after: readonly Step[]): StepDifference[] {
  const old = before.filter(isOpen);
  const fresh = after.filter(isOpen);
  const shared = old.filter((step) => fresh.some((other) => other.id === step.id)).map((step) => step.id);
  const sharedNow = fresh.filter((step) => shared.includes(step.id)).map((step) => step.id);
  const lines = fresh.map((step): StepDifference => {
    const was = old.find((other) => other.id === step.id);
    const { id, description } = step;
    if (!was) return { kind: 'added', id, description };
    if (was.description !== description) return { kind: 'changed', id, description, was: was.description };
    return { kind: shared.indexOf(id) === sharedNow.indexOf(id) ? 'kept' : 'moved', id, description };
  });
  const dropped = old
    .filter((step) => !fresh.some((other) => other.id === step.id))
    .map(({ id, description }): StepDifference => ({ kind: 'dropped', id, description }));
  return [...lines, ...dropped];
}
