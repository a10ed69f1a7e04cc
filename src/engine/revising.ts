import { joinStepDescriptions } from '../plan/descriptions-of.ts';
import type { InvalidDecision, ProposedStep, ReplanDecision } from '../task/decision.ts';
import { planDifference } from '../plan/plan-difference.ts';
import { applyProposal, personStepsAtRisk, revertReplan } from '../task/proposal.ts';
import { exceedsModelStepLimit, stepsAddedByModel } from '../task/budget.ts';
import { isOver, type Run, type TaskEvent } from '../task/run.ts';
import { composeClosingAnswer, stepDescriptionParams, pauseTask } from './closing.ts';
import { isReplanAfterFailure } from '../task/next-plan-move.ts';
import { stepsRemovedByPerson, matchRevision } from '../task/revision.ts';
import { isUnstarted } from '../plan/step.ts';
import type { Limits } from '../values/limits.ts';
import { taskLanguage } from '../task/task-language.ts';
import { withUpdatedFixes } from '../task/fixes.ts';
import { withNextCallNumber } from './asking.ts';
import { type TaskChange, type NewJournalLine, journalLine, mergedStepsNotice, planRepairNotice } from './change.ts';
import { hasGuidanceSince, resetModelStepCount } from './guidance.ts';
import { recordFallback } from './stepping.ts';

const mostStepsListed = 50;

/**
 * Applies the decision of a replan. While other steps run, `done` and `ask` are postponed to a replan after they have
 * ended. A proposal that changes the person's own steps, closes without them, or brings back steps that they deleted or
 * skipped waits for their consent. Such a proposal, or a closing answer, whose request did not show what the person has
 * said since gives way to another replan. One by which the model has added too many steps pauses the plan, and is asked
 * for again once the person continues. `seen`: the number of events that the request showed.
 */
export function applyReplanDecision(
  before: Run,
  decision: Exclude<ReplanDecision, InvalidDecision>,
  { effect, events: seen, at }: { effect: string; events?: number; at: string },
  { busy, limits }: { busy: boolean; limits: Limits },
): TaskChange {
  const ends = decision.kind === 'done' || isReplanAfterFailure(before.replan_cause);
  const isOvertaken = ends && hasGuidanceSince(before, seen);
  const pending_replan = isOvertaken ? 'person' : before.pending_replan;
  const run = withNextCallNumber({ ...before, repair: null, retries: 0, pending_replan }, 'replan');
  switch (decision.kind) {
    case 'unchanged': {
      const change = { run: withUpdatedFixes(run, run.plan.steps), lines: [replanned(run, 'unchanged')] };
      return decision.taken ? recordFallback(change, decision.taken) : change;
    }
    case 'replanned': {
      const revision = matchRevision(run, decision.steps);
      const again = revision.signature === run.reply_stats.revision && !isCalledFor(run.replan_cause);
      const runWithRevision = { ...run, reply_stats: { ...run.reply_stats, revision: revision.signature } };
      if (again) return settle(withUpdatedFixes(runWithRevision, runWithRevision.plan.steps));
      if (revision.unchanged)
        return {
          run: withUpdatedFixes(runWithRevision, runWithRevision.plan.steps),
          lines: [replanned(runWithRevision, 'unchanged')],
        };
      const mergeNotices =
        decision.planned === undefined ? [] : mergedStepsNotice(decision.planned, decision.steps.length);
      const planNotices = [...mergeNotices, ...(decision.mended ? [planRepairNotice(decision.mended)] : [])];
      const atStake = personStepsAtRisk(runWithRevision, revision.steps);
      const { revivedSteps: back } = revision;
      if (atStake.length === 0 && back.length === 0) {
        const change = swap(runWithRevision, revision.steps, at, []);
        if (exceedsModelStepLimit(run, change.run, limits))
          return pauseTask(run, { code: 'growth', added: stepsAddedByModel(run) }, at, 'replanning');
        return { ...change, lines: [...planNotices, ...change.lines] };
      }
      if (hasGuidanceSince(run, seen))
        return { run: { ...run, pending_replan: run.pending_replan ?? 'person' }, lines: [] };
      const at_stake = atStake.map((step) => step.id);
      const proposal = { steps: revision.steps, at_stake, closing: null, ...(back.length > 0 && { back }) };
      return { run: { ...runWithRevision, proposal }, lines: planNotices };
    }
    case 'ask':
      if (busy) return { run: postponeReplan(run), lines: [] };
      return {
        run: { ...run, question: { effect, step_id: null, text: decision.question } },
        lines: [replanned(run, 'ask'), journalLine({ type: 'message', kind: 'question', text: decision.question })],
      };
    case 'done': {
      if (busy) return { run: postponeReplan(run), lines: [] };
      const isEdited = run.events.slice(seen ?? run.events.length).some(({ kind }) => kind === 'edited');
      const isReopened = isEdited && run.plan.steps.some(({ status }) => status === 'pending');
      if (isOvertaken || isReopened) return { run, lines: [] };
      const at_stake = personStepsAtRisk(run, []).map((step) => step.id);
      if (at_stake.length > 0)
        return { run: { ...run, proposal: { steps: [], at_stake, closing: decision.response } }, lines: [] };
      const unfinishedSteps = run.plan.steps.filter((step) => isUnstarted(step) || step.status === 'running');
      const rest = unfinishedSteps.map((step) => step.id);
      const change = {
        run: { ...run, closing: decision.response, reply_stats: { ...run.reply_stats, rest } },
        lines: [replanned(run, 'done')],
      };
      if (decision.taken) return recordFallback(change, decision.taken);
      return rest.length > 0
        ? recordFallback(change, 'closed_early', stepDescriptionParams('names', unfinishedSteps))
        : change;
    }
  }
}

/** True if a replan has a cause outside the model: its decision then counts even if it repeats an earlier one. */
function isCalledFor(cause: Run['replan_cause']): boolean {
  return cause !== null && cause !== 'step_ended' && cause !== 'unfit';
}

/**
 * Handles a revision that the model has repeated: the plan continues unchanged, and is from then on no longer checked
 * after each step, only for another cause, such as a failed step.
 */
function settle(run: Run): TaskChange {
  const settled = { ...run, reply_stats: { ...run.reply_stats, settled: true } };
  return recordFallback({ run: settled, lines: [replanned(settled, 'unchanged')] }, 'revision_repeated');
}

/**
 * The harmless default for a reply that stayed unreadable after its repairs: the plan stays, or is closed with its
 * results.
 */
export function fallbackDecision(run: Run): Exclude<ReplanDecision, InvalidDecision> {
  const hasUnfinishedSteps = run.plan.steps.some((step) => isUnstarted(step) || step.status === 'running');
  return hasUnfinishedSteps
    ? { kind: 'unchanged', taken: 'plan_kept' }
    : { kind: 'done', response: composeClosingAnswer(run.plan, taskLanguage(run)), taken: 'closing_composed' };
}

/**
 * Applies the person's decision on a proposal that changes their own steps or brings back steps that they deleted or
 * skipped: as proposed, or without those changes.
 */
export function applyConsent(run: Run, isAccepted: boolean, at: string): TaskChange {
  const { proposal } = run;
  if (!proposal) return { run, lines: [] };
  const { steps, at_stake, closing, back = [] } = proposal;
  const free = { ...run, proposal: null };
  const hasNewStepsAtRisk = personStepsAtRisk(run, []).some((step) => !at_stake.includes(step.id));
  if (isAccepted && closing !== null && !hasNewStepsAtRisk)
    return { run: { ...free, closing }, lines: [replanned(run, 'done')] };
  if (isAccepted && closing === null) {
    const change = swap(free, steps, at, at_stake);
    return { ...change, run: resetModelStepCount(change.run) };
  }
  if (isAccepted) return { run: free, lines: [replanned(run, 'unchanged')] };
  const names = joinStepDescriptions(run.plan.steps.filter((step) => at_stake.includes(step.id)));
  const declined = new Map(stepsRemovedByPerson(run).map(({ id, description }) => [id, { id, description }]));
  const out = [...declined.values()].filter(({ id }) => back.includes(id));
  const keptStepsEvent: TaskEvent = { kind: 'kept', names, ...(out.length > 0 && { out }) };
  const rest = matchRevision({ ...free, events: [...free.events, keptStepsEvent] }, steps);
  const isUnchanged = closing !== null || (out.length > 0 && (rest.unchanged || rest.steps.length === 0));
  const change = isUnchanged
    ? { run: free, lines: [replanned(run, 'unchanged')] }
    : swap(free, out.length > 0 ? rest.steps : steps, at, []);
  return { ...change, run: { ...change.run, events: [...change.run.events, keptStepsEvent] } };
}

/**
 * True if there is nothing left in the proposal to ask the person about, since their edits have settled it: they have
 * the steps back that it would bring back, and it would change none of their own steps.
 */
export function isProposalSettled(run: Run): boolean {
  const { steps = [], back = [] } = run.proposal ?? {};
  return personStepsAtRisk(run, steps).length === 0 && !stepsRemovedByPerson(run).some(({ id }) => back.includes(id));
}

/** Undoes the latest replan: restores the open steps to their state before it. */
export function undoReplan(run: Run, at: string): TaskChange {
  if (!run.undo || isOver(run.phase)) return { run, lines: [] };
  const back = revertReplan(run, run.undo, at);
  return {
    run: { ...back, undo: null, events: [...run.events, { kind: 'edited' }] },
    lines: [journalLine({ type: 'edit', what: 'undo_replan', description: '' })],
  };
}

function swap(run: Run, steps: readonly ProposedStep[], at: string, yielded: readonly string[]): TaskChange {
  const next = withUpdatedFixes(applyProposal(run, steps, at, yielded), run.plan.steps);
  const difference = planDifference(run.plan.steps, next.plan.steps).slice(0, mostStepsListed);
  return {
    run: { ...next, undo: run.plan.steps, events: [...next.events, { kind: 'replanned' }] },
    lines: [{ ...replanned(next, 'replanned', difference) }],
  };
}

function postponeReplan(run: Run): Run {
  return { ...run, pending_replan: run.pending_replan ?? 'held' };
}

function replanned(
  run: Run,
  outcome: 'replanned' | 'unchanged' | 'ask' | 'done',
  difference?: ReturnType<typeof planDifference>,
): NewJournalLine {
  const steps = run.plan.steps.filter(isUnstarted).length;
  return journalLine({
    type: 'replanned',
    cause: run.replan_cause ?? 'step_ended',
    outcome,
    steps,
    ...(difference ? { difference } : {}),
  });
}
