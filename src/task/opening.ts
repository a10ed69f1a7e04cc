import { leafSteps } from '../plan/leaf-steps.ts';
import { readiness } from '../plan/plan-graph.ts';
import { thoroughnessOf } from './model-form.ts';
import type { Thoroughness } from '../values/limits.ts';
import type { Run } from './run.ts';

/** Whether the first calls that are kept belong to this step. */
export function opensWith(run: Run, id: string): boolean {
  return run.opening.length > 0 && (run.opened ?? run.plan.steps[0]?.id) === id;
}

/**
 * The step whose first calls may stand in the reply that ends `id`: the only one that can follow, thought about, not
 * begun before, with nothing between that the model has not seen; else null.
 */
export function followsAlone(run: Run, id: string, settings: { thoroughness: Thoroughness }): string | null {
  const last = run.happenings.at(-1);
  if ((last && last.kind !== 'ended') || run.due !== null || run.question || run.proposal) return null;
  if (thoroughnessOf(run.form, settings) === 'careful') return null;
  const steps = leafSteps(run.plan.steps);
  if (steps.some((step) => step.status === 'running' && step.id !== id)) return null;
  const ready = readiness(
    steps.map((step) => (step.id === id ? { ...step, status: 'completed' } : step)),
    2,
  );
  if (ready.kind !== 'start' || ready.ids.length !== 1) return null;
  const next = steps.find((step) => step.id === ready.ids[0]);
  const isCall = next?.tool !== undefined && next.parameters !== undefined;
  return next && next.attempts === 0 && !isCall ? next.id : null;
}

/** Whether nothing has happened since the reply that made the first calls of the coming step, but the end of its own. */
export const isStillFit = (run: Run): boolean => run.happenings.at(-1)?.kind === 'ended';
