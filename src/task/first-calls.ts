import { leafSteps } from '../plan/leaf-steps.ts';
import { planReadiness } from '../plan/plan-graph.ts';
import { effectiveThoroughness } from './reply-quality.ts';
import type { Thoroughness } from '../values/limits.ts';
import type { Run } from './run.ts';

/** True if calls are stored that an earlier reply made in advance for this step. */
export function hasFirstCallsForStep(run: Run, id: string): boolean {
  return run.first_calls.length > 0 && (run.first_calls_for ?? run.plan.steps[0]?.id) === id;
}

/**
 * Returns the id of the step whose first calls may be part of the reply that ends step `id`, or null. It must be the
 * only step that can start next, with no predefined call and no earlier attempt. Null also if another step is running,
 * if a replan, a question or a proposal is open, if anything but a resumption has happened since the last step ended,
 * or if the thoroughness in force is `careful`.
 */
export function soleNextStep(run: Run, id: string, settings: { thoroughness: Thoroughness }): string | null {
  const last = run.events.at(-1);
  if (
    (last && last.kind !== 'ended' && last.kind !== 'resumed') ||
    run.pending_replan !== null ||
    run.question ||
    run.proposal
  )
    return null;
  if (effectiveThoroughness(run.reply_stats, settings) === 'careful') return null;
  const steps = leafSteps(run.plan.steps);
  if (steps.some((step) => step.status === 'running' && step.id !== id)) return null;
  const ready = planReadiness(
    steps.map((step) => (step.id === id ? { ...step, status: 'completed' } : step)),
    2,
  );
  if (ready.kind !== 'start' || ready.ids.length !== 1) return null;
  const next = steps.find((step) => step.id === ready.ids[0]);
  const isCall = next?.tool !== undefined && next.parameters !== undefined;
  return next && next.attempts === 0 && !isCall ? next.id : null;
}

/** True if nothing but the end of a step has happened since the reply that made the next step's first calls. */
export const firstCallsStillValid = (run: Run): boolean => run.events.at(-1)?.kind === 'ended';
