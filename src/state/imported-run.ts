import { grantedBudgets } from '../domain/granted-budgets.ts';
import type { Plan } from '../domain/plan.ts';
import { inPhase, newRun, type Phase, type Run } from '../domain/run.ts';
import type { Limits } from '../domain/settings.ts';

/**
 * A task made of a plan that comes from outside: one that had ended stays so, any other waits for the person (R2.7), with
 * one whole budget ahead of it, whatever was used before (R5.3).
 */
export function importedRun(
  plan: Plan,
  context: { run: string; session: string; at: string; before: Run | null; limits: Limits },
): Run {
  const { at, before } = context;
  const fresh = newRun({ run: context.run, session: context.session, plan: plan.id }, plan.goal, at, before);
  const phase = phaseOf(plan);
  const run: Run = {
    ...fresh,
    resume: 'executing',
    pause: phase === 'paused' ? { code: 'imported' } : null,
    first_plan: plan.steps.map(({ id, description }) => ({ id, description })),
    plan,
    budgets: grantedBudgets(plan, context.limits),
  };
  return { ...inPhase(run, phase, at), plan: { ...plan, status: phase } };
}

function phaseOf({ status }: Plan): Phase & Plan['status'] {
  return status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'paused';
}
