import type { StepDifference } from '../domain/plan-difference.ts';

/** A line of a difference that is worth reading. */
export type PlanChange = Omit<StepDifference, 'kind'> & { kind: Exclude<StepDifference['kind'], 'kept'> };

/** What a difference changed, without what it kept. */
export function planChanges(difference: readonly StepDifference[] = []): PlanChange[] {
  return difference.flatMap(({ kind, ...rest }) => (kind === 'kept' ? [] : [{ kind, ...rest }]));
}
