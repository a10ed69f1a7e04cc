import { leafSteps } from '../plan/leaf-steps.ts';
import { planReadiness, waitsOnlyForDoubtful } from '../plan/plan-graph.ts';
import type { Limits } from '../values/limits.ts';
import { pendingApprovals, runningSteps } from './run-steps.ts';
import type { Run } from './run.ts';

/** The next move of a task. */
export type NextPlanMove =
  /** Starts these steps, or carries on those that were running when the tab ended. */
  | { kind: 'start'; ids: string[] }
  /** Asks the model to revise the plan. */
  | { kind: 'replan' }
  /** A step has failed, or no open step can run. */
  | { kind: 'recover' }
  /** Waits until the person has answered a question, has accepted a revision, or has allowed a call. */
  | { kind: 'ask'; what: 'question' | 'consent' | 'approval' }
  /** Shows the revised plan for approval, since the person had not approved it before it was revised. */
  | { kind: 'review' }
  /** Waits until a running step ends. */
  | { kind: 'wait' };

/** The context of a task: the ids of the steps whose step machines run in this tab, and the limits in force. */
interface PlanScene {
  loops: readonly string[];
  limits: Limits;
}

/** Returns what a task does next while it carries out its steps. The cases are checked in order of priority. */
export function nextPlanMove(run: Run, { loops, limits }: PlanScene): NextPlanMove {
  const isFree = run.question === null && run.proposal === null;
  if (isFree && run.pending_replan === 'recovery') return { kind: 'recover' };
  if (isFree && isReplanDue(run)) return { kind: 'replan' };
  if (run.proposal) return { kind: 'ask', what: 'consent' };
  if (run.question !== null && loops.length === 0) return { kind: 'ask', what: 'question' };
  if (run.in_review) return { kind: 'review' };
  const ids = isFree ? startable(run, loops, limits.max_parallel_steps) : [];
  if (ids.length > 0) return { kind: 'start', ids };
  if (allAwaitApproval(run, loops)) return { kind: 'ask', what: 'approval' };
  return isDeadlocked(run) ? { kind: 'recover' } : { kind: 'wait' };
}

/**
 * Returns the response to a failed step or a deadlock: the person checks steps, the model revises the plan, or the task
 * fails.
 */
export function nextRecoveryMove(run: Run, limits: Limits): 'check' | 'replan' | 'fail' {
  if (run.pending_replan !== 'recovery' && waitsOnlyForDoubtful(leafSteps(run.plan.steps))) return 'check';
  return run.plan.replan_count < limits.max_replans ? 'replan' : 'fail';
}

/** Returns the move after a revision: the task closes, asks the person, is blocked, or goes on with its steps. */
export function moveAfterReplan(
  run: Run,
  loops: readonly string[],
): 'close' | 'consent' | 'question' | 'block' | 'go_on' {
  if (run.closing !== null) return 'close';
  if (run.proposal) return 'consent';
  if (run.question !== null) return 'question';
  const mayBlock = isReplanAfterFailure(run.replan_cause) && run.pending_replan === null;
  return mayBlock && loops.length === 0 && isDeadlocked(run) ? 'block' : 'go_on';
}

/**
 * True if a replan is about a failed step or a deadlock, so that the plan is blocked if it finds nothing that can run.
 */
export function isReplanAfterFailure(cause: Run['replan_cause']): boolean {
  return cause === 'deadlock' || cause === 'recovery';
}

/** True if each running step waits for an approval, so that nothing can continue before the person decides. */
export function allAwaitApproval(run: Run, loops: readonly string[]): boolean {
  const pending = new Set(pendingApprovals(run).map(({ step_id }) => step_id));
  const ids = loops.length > 0 ? loops : runningSteps(run).map(({ id }) => id);
  return ids.length > 0 && ids.every((id) => pending.has(id));
}

/**
 * True if the plan is to be revised now: because a replan is pending, or because no step is left. A replan that is
 * `held` waits until no step is running.
 */
function isReplanDue(run: Run): boolean {
  if (run.pending_replan === 'held') return runningSteps(run).length === 0;
  return run.pending_replan !== null || planReadiness(leafSteps(run.plan.steps), 1).kind === 'finished';
}

function isDeadlocked(run: Run): boolean {
  return planReadiness(leafSteps(run.plan.steps), 1).kind === 'deadlock';
}

function startable(run: Run, loops: readonly string[], slots: number): string[] {
  if (run.pending_replan !== null && run.pending_replan !== 'held') return [];
  const stepsWithoutLoop = runningSteps(run).filter(({ id }) => !loops.includes(id));
  if (stepsWithoutLoop.length > 0) return stepsWithoutLoop.map(({ id }) => id);
  const ready = run.pending_replan === null ? planReadiness(leafSteps(run.plan.steps), slots) : null;
  return ready?.kind === 'start' ? ready.ids : [];
}
