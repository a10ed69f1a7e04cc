import { assign, enqueueActions } from 'xstate';
import { joinStepDescriptions } from '../plan/descriptions-of.ts';
import { waitsOnlyForSkipped } from '../plan/plan-graph.ts';
import { reserveBudget, budgetLimit } from '../task/budget.ts';
import { runningSteps } from '../task/run-steps.ts';
import { maxRepairs } from '../task/next-move.ts';
import { requestRepair } from './asking.ts';
import { journalLine } from './change.ts';
import { completeTask, failTask, pauseTask } from './closing.ts';
import { planMachineSetup, enqueueTaskChange, requireCurrentTask, retryOrPause } from './plan-machine-setup.ts';
import { hasGuidanceSince, scheduleReplanForMessage } from './guidance.ts';
import { replanOnLateGuidance } from './resting-states.ts';
import { fallbackDecision, applyReplanDecision } from './revising.ts';

/** Runs the steps; after each event `nextPlanMove` decides what is done. A `held` replan keeps its cause. */
export const executingState = planMachineSetup.createStateConfig({
  entry: [
    { type: 'enter', params: 'executing' },
    assign(({ context }) => {
      const run = requireCurrentTask(context);
      return { run: { ...run, replan_cause: run.pending_replan === 'held' ? run.replan_cause : null } };
    }),
  ],
  always: [
    { guard: { type: 'moves', params: 'start' }, actions: 'start' },
    { guard: { type: 'moves', params: 'replan' }, target: 'replanning' },
    { guard: { type: 'moves', params: 'recover' }, target: 'recovering' },
    { guard: { type: 'moves', params: 'consent' }, target: '#plan.waiting.consent' },
    { guard: { type: 'moves', params: 'question' }, target: '#plan.waiting.question' },
    { guard: { type: 'moves', params: 'approval' }, target: '#plan.waiting.approval' },
    { guard: { type: 'moves', params: 'review' }, target: '#plan.reviewing' },
  ],
});

/**
 * Revises the plan after a failed step or a deadlock, a limited number of times; a replan does not count if only
 * doubtful steps, which the person has to check, block the plan.
 */
export const recoveringState = planMachineSetup.createStateConfig({
  entry: { type: 'enter', params: 'recovering' },
  always: [
    {
      guard: { type: 'recovers', params: 'check' },
      target: 'replanning',
      actions: assign(({ context }) => ({ run: { ...requireCurrentTask(context), pending_replan: 'deadlock' } })),
    },
    {
      guard: { type: 'recovers', params: 'replan' },
      target: 'replanning',
      actions: enqueueActions(({ context, enqueue }) => {
        const run = requireCurrentTask(context);
        const count = run.plan.replan_count + 1;
        const cause = run.pending_replan === 'recovery' ? 'recovery' : 'deadlock';
        const stepsInTrouble = run.plan.steps.filter(
          (step) => step.status === (cause === 'recovery' ? 'failed' : 'blocked'),
        );
        enqueueTaskChange(enqueue, {
          run: { ...run, pending_replan: cause, plan: { ...run.plan, replan_count: count } },
          lines: [
            journalLine({
              type: 'recovery',
              count,
              reason: joinStepDescriptions(stepsInTrouble),
              ...(cause === 'deadlock' && waitsOnlyForSkipped(run.plan.steps) && { skipped: true as const }),
            }),
          ],
        });
      }),
    },
    {
      target: '#plan.failed',
      actions: [
        'stopLoops',
        enqueueActions(({ context, enqueue }) => {
          const run = requireCurrentTask(context);
          const last = run.plan.steps.findLast((step) => step.status === 'failed');
          enqueueTaskChange(enqueue, failTask(run, 'replans_used_up', last?.error ?? '', context.at, last?.reason));
        }),
      ],
    },
  ],
});

/** Runs one replan at a time; running steps continue meanwhile. */
export const replanningState = planMachineSetup.createStateConfig({
  entry: [
    { type: 'enter', params: 'replanning' },
    enqueueActions(({ context, enqueue }) => {
      const run = requireCurrentTask(context);
      const dueReplan = run.pending_replan === 'held' ? null : run.pending_replan;
      enqueue.assign({
        run: { ...run, replan_cause: dueReplan ?? run.replan_cause ?? 'step_ended', pending_replan: null },
      });
    }),
  ],
  initial: 'reserving',
  states: {
    reserving: {
      always: [
        {
          guard: 'isSpent',
          target: '#plan.paused',
          actions: enqueueActions(({ context, enqueue }) => {
            const run = requireCurrentTask(context);
            enqueueTaskChange(
              enqueue,
              pauseTask(run, { code: 'limit', limit: budgetLimit(run, context.settings.limits) }, context.at),
            );
          }),
        },
        {
          target: 'asking',
          actions: enqueueActions(({ context, enqueue }) => {
            const run = requireCurrentTask(context);
            enqueue.assign({ run: reserveBudget(run, '~replan', run.calls.replan, context.settings.limits) });
          }),
        },
      ],
    },
    asking: {
      invoke: {
        id: 'replan',
        src: 'replan',
        input: ({ context }) => ({ run: requireCurrentTask(context) }),
        onDone: [
          {
            guard: ({ context, event: { output } }) =>
              output.kind === 'decided' &&
              output.decision.kind === 'invalid' &&
              (requireCurrentTask(context).repair?.tries ?? 0) < maxRepairs,
            target: 'reserving',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided' || output.decision.kind !== 'invalid') return;
              enqueueTaskChange(
                enqueue,
                requestRepair(requireCurrentTask(context), 'replan', output.decision.violation),
                output.at,
              );
            }),
          },
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: '#plan.replanned',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided') return;
              const run = requireCurrentTask(context);
              const decision = output.decision.kind === 'invalid' ? fallbackDecision(run) : output.decision;
              const loops = Object.keys(context.loops).length;
              const busy = loops > 0 || (run.replan_cause !== 'clarified' && runningSteps(run).length > 0);
              const change = applyReplanDecision(run, decision, output, { busy, limits: context.settings.limits });
              const next = hasGuidanceSince(run, output.events)
                ? scheduleReplanForMessage(change.run, context.settings)
                : change.run;
              enqueueTaskChange(enqueue, { ...change, run: next }, output.at);
            }),
          },
          ...retryOrPause('replan'),
        ],
      },
    },
    resting: { after: { rest: 'reserving' }, on: { 'plan.continue': { target: 'reserving', actions: 'endRests' } } },
  },
});

/** Routes the outcome of a replan: the task pauses, closes, asks, or continues with its steps. */
export const replannedState = planMachineSetup.createStateConfig({
  always: [
    { guard: { type: 'isPhase', params: 'paused' }, target: '#plan.paused' },
    { guard: { type: 'leadsTo', params: 'close' }, target: '#plan.verifying' },
    { guard: { type: 'leadsTo', params: 'consent' }, target: '#plan.waiting.consent' },
    { guard: { type: 'leadsTo', params: 'question' }, target: '#plan.waiting.question' },
    { guard: { type: 'leadsTo', params: 'block' }, target: '#plan.blocked' },
    { target: '#plan.executing' },
  ],
});

/** Verifies in the stores the rows that the tools claim to have written, before the closing answer is given. */
export const verifyingState = planMachineSetup.createStateConfig({
  entry: { type: 'enter', params: 'verifying' },
  on: { 'guidance.add': replanOnLateGuidance },
  invoke: {
    id: 'verify',
    src: 'verify',
    input: ({ context }) => ({ run: requireCurrentTask(context) }),
    onDone: [
      {
        guard: ({ event }) => event.output.mismatches.length === 0,
        target: '#plan.completed',
        actions: enqueueActions(({ context, event: { output }, enqueue }) => {
          const run = { ...requireCurrentTask(context), checked: output.checked };
          const { run: closed, lines } = completeTask(run, output.written, output.at);
          const proof = journalLine({ type: 'final_verify', ok: true, checked: output.count, mismatch: '' });
          enqueueTaskChange(enqueue, { run: closed, lines: output.count > 0 ? [proof, ...lines] : lines }, output.at);
        }),
      },
      {
        guard: ({ context }) => requireCurrentTask(context).mismatches === 0,
        target: '#plan.replanning',
        actions: enqueueActions(({ context, event: { output }, enqueue }) => {
          const run = requireCurrentTask(context);
          const mismatch = output.mismatches.join('; ');
          enqueueTaskChange(
            enqueue,
            {
              run: {
                ...run,
                closing: null,
                mismatches: 1,
                pending_replan: 'mismatch',
                checked: output.checked,
                events: [...run.events, { kind: 'mismatch', text: mismatch }],
              },
              lines: [journalLine({ type: 'final_verify', ok: false, checked: output.count, mismatch })],
            },
            output.at,
          );
        }),
      },
      {
        target: '#plan.failed',
        actions: enqueueActions(({ context, event: { output }, enqueue }) => {
          const mismatch = output.mismatches.join('; ');
          enqueueTaskChange(
            enqueue,
            failTask(requireCurrentTask(context), 'not_verified', mismatch, output.at),
            output.at,
          );
        }),
      },
    ],
  },
});
