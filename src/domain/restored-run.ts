import { grantedBudgets } from './granted-budgets.ts';
import { inPhase, isWorking, type PauseReason, type Phase, type Run } from './run.ts';
import type { Limits } from './settings.ts';

/**
 * A task as it comes back from a backup, or from the past (R13.4): it has no permissions, no more budget than `limits` give
 * it to go on, counts as text from outside, and what is unfinished stands still until the person continues it. That it has
 * ended changes nothing of this, since an edit or the next goal goes on from it.
 */
export function restoredRun(run: Run, limits: Limits): Run {
  const resume = goesOnIn(run);
  const budgets = Math.min(run.budgets, grantedBudgets(run.plan, limits));
  const pause = run.pause?.code === 'spending' ? interrupted : run.pause;
  const bare: Run = { ...run, pause, approvals: [], tainted: true, budgets, allowances: 1, charged: {} };
  if (resume === null) return bare;
  return { ...inPhase(bare, 'paused', run.plan.updated_at), resume, pause: interrupted };
}

/** What a pause at the spending limit says has been spent is what "continue" allows again, so no file says that. */
const interrupted: PauseReason = { code: 'interrupted' };

/** Where a task would go on by itself when its session is opened; null when it waits for the person. */
function goesOnIn({ phase, plan, proposal, question }: Run): Phase | null {
  if (phase === 'recovering' || (phase === 'waiting' && question === null && proposal === null)) return 'executing';
  if (phase === 'answered' && plan.steps.some(({ status }) => status === 'pending')) return 'executing';
  return isWorking(phase) ? phase : null;
}
