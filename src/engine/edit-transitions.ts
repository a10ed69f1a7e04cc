import { assign, enqueueActions } from 'xstate';
import { effectiveThoroughness } from '../task/reply-quality.ts';
import type { Phase, Run } from '../task/run.ts';
import type { Settings } from '../records/settings.ts';
import { hasEnded, isUnstarted } from '../plan/step.ts';
import { applyPlanEdit, redoEdit, undoEdit } from './person-edits.ts';
import { isProposalSettled } from './revising.ts';
import {
  type PlanMachineContext,
  planMachineSetup,
  enqueueTaskChange,
  requireCurrentTask,
} from './plan-machine-setup.ts';

/** The phases in which nothing runs any more, so that an edit restarts the work. */
const stopped: ReadonlySet<Phase> = new Set<Phase>(['blocked', 'failed', 'completed', 'cancelled']);

/**
 * Schedules a replan after an edit of a running plan if the thoroughness is *balanced*, and after one that settled what
 * a proposal asks about, which is then withdrawn.
 */
function edited(run: Run, settings: Settings): Run {
  const isSettled = run.proposal !== null && isProposalSettled(run);
  const isChecked = effectiveThoroughness(run.reply_stats, settings) === 'balanced' && run.phase === 'executing';
  const next = isSettled ? { ...run, proposal: null } : run;
  return isSettled || isChecked ? { ...next, pending_replan: run.pending_replan ?? 'edited' } : next;
}

/** Lets a stopped task, or one about to close, continue with the work that an edit added. */
function revive(enqueue: { raise: (event: { type: 'plan.revive' }) => void }, run: Run): void {
  if (stopped.has(run.phase) || (run.phase === 'verifying' && run.closing === null))
    enqueue.raise({ type: 'plan.revive' });
}

/**
 * True if a task goes on after an edit: its closing answer was dropped while it was verified, or it had stopped and has
 * work again: a step is pending, a completed task has a step that has not started, or all steps of a blocked or failed
 * plan have ended.
 */
const revives = ({ context: { run } }: { context: PlanMachineContext }) =>
  run !== null &&
  (run.phase === 'verifying' ||
    (stopped.has(run.phase) &&
      (run.plan.steps.some((step) => step.status === 'pending' || (run.phase === 'completed' && isUnstarted(step))) ||
        ((run.phase === 'blocked' || run.phase === 'failed') && run.plan.steps.every(hasEnded)))));

/** Undoes an edit, or redoes an undone one. */
const takenBack = planMachineSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'edit.undo' && event.type !== 'edit.redo') return;
  const before = requireCurrentTask(context);
  const { run, line, error } = event.type === 'edit.redo' ? redoEdit(before) : undoEdit(before, event.id);
  if (error) enqueue.emit({ type: 'edit.refused', error });
  enqueueTaskChange(enqueue, { run: line ? edited(run, context.settings) : run, lines: line ? [line] : [] }, event.at);
  if (line) revive(enqueue, run);
});

/** The person's edits of the plan and their undo, in any phase. */
export const editTransitions = planMachineSetup.createStateConfig({
  on: {
    'plan.edit': {
      guard: 'hasTask',
      actions: enqueueActions(({ context, event, enqueue }) => {
        const result = applyPlanEdit(requireCurrentTask(context), event.edit, event.at);
        if (!result.ok) {
          enqueue.emit({ type: 'edit.refused', error: result.error });
          return;
        }
        const { run, lines } = result.value;
        enqueueTaskChange(enqueue, { run: edited(run, context.settings), lines }, event.at);
        revive(enqueue, run);
      }),
    },
    'edit.undo': { guard: 'hasTask', actions: takenBack },
    'edit.redo': { guard: 'hasTask', actions: takenBack },
    'plan.revive': {
      guard: revives,
      target: '#plan.executing',
      actions: assign(({ context }) => {
        const run = requireCurrentTask(context);
        const pending_replan = run.pending_replan === 'person' ? 'person' : null;
        return { run: { ...run, pending_replan, pause: null, plan: { ...run.plan, replan_count: 0 } } };
      }),
    },
  },
});
