import type { Plan } from '../domain/plan.ts';
import { inPhase, newRun, type Phase, type Run } from '../domain/run.ts';

/** A task made of an imported plan: one that had ended stays so, any other waits for the person (R2.7). */
export function importedRun(
  plan: Plan,
  context: { run: string; session: string; at: string; before: Run | null },
): Run {
  const { at, before } = context;
  const fresh = newRun({ run: context.run, session: context.session, plan: plan.id }, plan.goal, at, before?.minted);
  const phase = phaseOf(plan);
  const run: Run = {
    ...fresh,
    resume: 'executing',
    pause: phase === 'paused' ? { code: 'imported' } : null,
    first_plan: plan.steps.map(({ id, description }) => ({ id, description })),
    plan,
  };
  return { ...inPhase(run, phase, at), plan: { ...plan, status: phase } };
}

function phaseOf({ status }: Plan): Phase & Plan['status'] {
  return status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'paused';
}
