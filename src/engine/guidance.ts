import type { ApprovalDecision, ApprovalRequest } from '../task/approval.ts';
import { stepsAddedByModel } from '../task/budget.ts';
import { approvalCovers, decideByRule, toolRuleKey } from '../task/gate.ts';
import type { Run } from '../task/run.ts';
import { pendingApprovals } from '../task/run-steps.ts';
import { effectiveThoroughness } from '../task/reply-quality.ts';
import { lastingGrants } from '../records/lasting-grants.ts';
import type { Settings } from '../records/settings.ts';
import { type TaskChange, journalLine } from './change.ts';

/**
 * Returns the task without the record of the request that the endpoint rejected, so that the same request may be sent
 * again; called once the person has changed something.
 */
export function clearRefusedRequest(run: Run): Run {
  const { pause } = run;
  const forgiven = pause?.code === 'endpoint' ? { ...pause, error: { ...pause.error, request: undefined } } : pause;
  return { ...run, refused: undefined, pause: forgiven };
}

/** True if the person has sent guidance after the first `seen` events, those that a request to the model showed. */
export function hasGuidanceSince({ events }: Run, seen = events.length): boolean {
  return events.slice(seen).some(({ kind }) => kind === 'guidance');
}

/**
 * Returns the task with a replan scheduled, in which the model reads the person's latest message before another step
 * begins: a step with a complete call runs without a thought. With the thoroughness *careful*, every step has a thought
 * that reads it, so that only a plan which is not approved yet is revised. A replan that is `held` reads the message.
 */
export function scheduleReplanForMessage(run: Run, settings: Settings): Run {
  if (run.pending_replan === 'held') return { ...run, replan_cause: 'person' };
  return effectiveThoroughness(run.reply_stats, settings) === 'careful' && !run.in_review
    ? run
    : { ...run, pending_replan: run.pending_replan ?? 'person' };
}

/**
 * Records a message typed while a plan runs, and has the model read it before another step begins. A request that is
 * under way shows its own count of events, so that nothing is scheduled here.
 */
export function recordGuidanceAndReplan(before: Run, text: string, settings: Settings): Run {
  const run = recordGuidance(before, text);
  return run.phase === 'replanning' || run.plan.steps.length === 0 ? run : scheduleReplanForMessage(run, settings);
}

/**
 * Records a message typed while a plan runs, for the next thought and the next replan. A closing answer that is already
 * made, and a proposal that waits for consent, are dropped: a replan that sees the message follows.
 */
export function recordGuidance(run: Run, text: string): Run {
  return {
    ...resetModelStepCount(clearRefusedRequest(run)),
    ...((run.closing !== null || run.proposal !== null) && {
      closing: null,
      proposal: null,
      pending_replan: run.pending_replan === 'recovery' ? 'recovery' : 'person',
      resume: run.resume === 'verifying' ? 'executing' : run.resume,
    }),
    events: [...run.events, { kind: 'guidance', text }],
  };
}

/**
 * Returns the task with the count of steps added by the model set back to zero, since the person has let the plan
 * continue.
 */
export function resetModelStepCount(run: Run): Run {
  const addedStepCount = stepsAddedByModel(run);
  return addedStepCount > 0 || run.growth_seen !== undefined ? { ...run, growth_seen: addedStepCount } : run;
}

/** Records the answer to the current question; a replan follows. */
export function recordAnswer(run: Run, text: string): Run {
  const { question } = run;
  if (!question) return recordGuidance(run, text);
  return {
    ...resetModelStepCount(run),
    question: null,
    pending_replan: 'clarified',
    events: [...run.events, { kind: 'clarified', effect: question.effect, question: question.text, answer: text }],
  };
}

/**
 * Continues the task. After a pause at the call budget it grants one more budget; after a pause at the spending limit
 * it allows `limit` more than was spent, unless the person has raised the limit above that.
 */
export function resumeTask(run: Run, at: string, limit: number | null): TaskChange {
  return {
    run: {
      ...resetModelStepCount(run),
      pause: null,
      ...(run.pause?.code === 'endpoint' && run.pause.error.request !== undefined && { refused: run.pause.error }),
      retries: 0,
      resumed_at: at,
      budget_grants: run.pause?.code === 'limit' ? run.budget_grants + 1 : run.budget_grants,
      ...(run.pause?.code === 'spending' &&
        limit !== null &&
        run.pause.spent >= limit && { spending_grant: { limit, up_to: run.pause.spent + limit } }),
      events: [...run.events, { kind: 'resumed' }],
    },
    lines: [journalLine({ type: 'resume' })],
  };
}

/**
 * Returns a stored task with the sum that its session may spend. Older versions stored how many times the spending
 * limit was granted, which is read as a multiple of the present one.
 */
export function withSpendingGrant({ spending_grants: times = 1, ...run }: Run, limit: number | null): Run {
  return times > 1 && limit !== null ? { ...run, spending_grant: { limit, up_to: times * limit } } : run;
}

/**
 * Returns the pending approvals that the settings, or a permission for this plan, seem to make needless; the call
 * itself decides when it is checked again.
 */
export function needlessApprovals(run: Run, settings: Settings): ApprovalRequest[] {
  const grants = { plan: run.approvals, ...lastingGrants(settings) };
  return pendingApprovals(run).filter(
    ({ effect, tool, access }) => decideByRule(effect, tool, access, grants, run.tainted) === 'allow',
  );
}

/**
 * Removes the pending approval of a call that is made, or refused, without the person's decision on it, so that the
 * rules of the time decide on each of its tries. The journal tells of the permission that covers it, if `isAllowed`.
 */
export function removeApproval(run: Run, effect: string, isAllowed: boolean, settings: Settings): TaskChange {
  const askedApproval = pendingApprovals(run).find((approval) => approval.effect === effect);
  if (!askedApproval) return { run, lines: [] };
  const { tool, access, step_id } = askedApproval;
  const { tools, origins, private_origins } = lastingGrants(settings);
  const isPlanned = run.approvals.some((other) => other.decision === 'plan' && approvalCovers(other, tool, access));
  const isLasting =
    tools[toolRuleKey(tool, access.server)] === 'allow' ||
    (access.origin !== null && [...origins, ...private_origins].includes(access.origin));
  const decision = isPlanned ? 'plan' : isLasting ? 'always' : null;
  return {
    run: { ...run, approvals: run.approvals.filter((each) => each !== askedApproval) },
    lines: isAllowed && decision ? [journalLine({ type: 'approval', tool, access, decision }, step_id)] : [],
  };
}

/** Decides a pending approval, and with "this plan" or "always" all others that it covers. */
export function decideApproval(run: Run, effect: string, decision: ApprovalDecision): TaskChange {
  const askedApproval = pendingApprovals(run).find((approval) => approval.effect === effect);
  if (!askedApproval) return { run, lines: [] };
  const approvals = run.approvals.map((approval) => {
    const isCovered =
      (decision === 'plan' || decision === 'always') &&
      approval.decision === null &&
      approvalCovers(askedApproval, approval.tool, approval.access);
    return approval === askedApproval || isCovered ? { ...approval, decision } : approval;
  });
  return {
    run: { ...run, approvals },
    lines: [
      journalLine(
        { type: 'approval', tool: askedApproval.tool, access: askedApproval.access, decision },
        askedApproval.step_id,
      ),
    ],
  };
}
