import { assign, enqueueActions } from 'xstate';
import { withNextCallNumber, requestRepair } from './asking.ts';
import { asksForOutsideAct } from '../task/outside-act.ts';
import { asksForDataChange } from '../plan/plan-from-text.ts';
import { recordGuidance, hasGuidanceSince } from './guidance.ts';
import { type TaskChange, journalLine } from './change.ts';
import { reopenRunningSteps } from './person-edits.ts';
import { taskChangeForModelPlan, planFromCalls, mustShortenPlan } from './planning.ts';
import { planMachineSetup, enqueueTaskChange, requireCurrentTask, retryOrPause } from './plan-machine-setup.ts';
import { type Run, withPhase } from '../task/run.ts';

/**
 * The violation stored in `repair` once no plan could be obtained, so that a reload continues with the plain answer.
 */
const withoutPlan = 'without_plan';

/**
 * Ends the task with a plain answer; marked as `unwritten` if the goal asked for a change or an act outside, since
 * nothing was written.
 */
function answerWith(run: Run, text: string, at: string): TaskChange {
  const { goal } = run.plan;
  const unwritten = (asksForDataChange(goal) || asksForOutsideAct(goal)) && { unwritten: true as const };
  return {
    run: withPhase({ ...run, repair: null }, 'answered', at),
    lines: [journalLine({ type: 'message', kind: 'reply', text, ...unwritten })],
  };
}

/** Makes the first call of a task: it returns a plain answer, a plan, or calls that make a plan. */
export const intakeState = planMachineSetup.createStateConfig({
  entry: { type: 'enter', params: 'intake' },
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'intake',
        src: 'intake',
        input: ({ context }) => ({ run: requireCurrentTask(context) }),
        onDone: [
          {
            guard: ({ context, event: { output } }) =>
              output.kind === 'decided' &&
              output.decision.kind !== 'invalid' &&
              hasGuidanceSince(requireCurrentTask(context), output.events),
            target: 'asking',
            reenter: true,
            actions: { type: 'askWithGuidance', params: 'intake' },
          },
          {
            guard: ({ event }) => event.output.kind === 'decided' && event.output.decision.kind === 'answer',
            target: '#plan.idle',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided' || output.decision.kind !== 'answer') return;
              enqueueTaskChange(
                enqueue,
                answerWith(requireCurrentTask(context), output.decision.text, output.at),
                output.at,
              );
            }),
          },
          {
            guard: ({ context, event: { output } }) =>
              output.kind === 'decided' &&
              (output.decision.kind === 'plan' || output.decision.kind === 'act') &&
              !mustShortenPlan(requireCurrentTask(context), output.decision.steps, context.settings.limits),
            target: '#plan.planned',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided') return;
              const { decision, at } = output;
              const { limits } = context.settings;
              if (decision.kind === 'plan')
                enqueueTaskChange(
                  enqueue,
                  taskChangeForModelPlan(requireCurrentTask(context), decision.steps, limits, at, decision.mended),
                  at,
                );
              if (decision.kind === 'act')
                enqueueTaskChange(enqueue, planFromCalls(requireCurrentTask(context), decision, limits, at), at);
            }),
          },
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: '#plan.planning',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided') return;
              const violation = output.decision.kind === 'invalid' ? output.decision.violation : 'too_long';
              enqueueTaskChange(enqueue, requestRepair(requireCurrentTask(context), 'intake', violation), output.at);
            }),
          },
          ...retryOrPause('intake'),
        ],
      },
    },
    resting: { after: { rest: 'asking' }, on: { 'plan.continue': 'asking' } },
  },
});

/**
 * The state in which the model is asked for a plan; after an invalid reply, it is asked again and told what was wrong.
 * If no plan can be obtained, or it declines the work, it gives a plain answer instead.
 */
export const planningState = planMachineSetup.createStateConfig({
  entry: { type: 'enter', params: 'planning' },
  initial: 'routing',
  states: {
    routing: {
      always: [
        { guard: ({ context }) => requireCurrentTask(context).repair?.violation === withoutPlan, target: 'answering' },
        { target: 'asking' },
      ],
    },
    asking: {
      invoke: {
        id: 'draft',
        src: 'draft',
        input: ({ context }) => ({ run: requireCurrentTask(context) }),
        onDone: [
          {
            guard: ({ context, event: { output } }) =>
              output.kind === 'decided' &&
              output.decision.kind !== 'invalid' &&
              hasGuidanceSince(requireCurrentTask(context), output.events),
            target: 'asking',
            reenter: true,
            actions: { type: 'askWithGuidance', params: 'planning' },
          },
          {
            guard: ({ event }) => event.output.kind === 'decided' && event.output.decision.kind === 'answer',
            target: '#plan.idle',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided' || output.decision.kind !== 'answer') return;
              enqueueTaskChange(
                enqueue,
                answerWith(requireCurrentTask(context), output.decision.text, output.at),
                output.at,
              );
            }),
          },
          {
            guard: ({ context, event: { output } }) =>
              output.kind === 'decided' &&
              output.decision.kind === 'plan' &&
              !mustShortenPlan(requireCurrentTask(context), output.decision.steps, context.settings.limits),
            target: '#plan.planned',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided' || output.decision.kind !== 'plan') return;
              enqueueTaskChange(
                enqueue,
                taskChangeForModelPlan(
                  requireCurrentTask(context),
                  output.decision.steps,
                  context.settings.limits,
                  output.at,
                  output.decision.mended,
                ),
                output.at,
              );
            }),
          },
          {
            guard: ({ context, event }) =>
              event.output.kind === 'decided' &&
              (requireCurrentTask(context).repair?.tries ?? 0) < context.settings.limits.planning_retries,
            target: 'asking',
            reenter: true,
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided') return;
              const violation = output.decision.kind === 'invalid' ? output.decision.violation : 'too_long';
              enqueueTaskChange(enqueue, requestRepair(requireCurrentTask(context), 'planning', violation), output.at);
            }),
          },
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: 'answering',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              enqueueTaskChange(
                enqueue,
                {
                  run: {
                    ...withNextCallNumber(requireCurrentTask(context), 'planning'),
                    repair: { violation: withoutPlan, tries: 0 },
                  },
                  lines: [journalLine({ type: 'notice', code: 'planned_without_plan', params: {} })],
                },
                output.at,
              );
            }),
          },
          ...retryOrPause('planning'),
        ],
      },
    },
    resting: { after: { rest: 'routing' }, on: { 'plan.continue': 'routing' } },
    answering: {
      invoke: {
        id: 'answer',
        src: 'answer',
        input: ({ context }) => ({ run: requireCurrentTask(context) }),
        onDone: [
          {
            guard: ({ context, event: { output } }) =>
              output.kind === 'decided' && hasGuidanceSince(requireCurrentTask(context), output.events),
            target: 'answering',
            reenter: true,
            actions: { type: 'askWithGuidance', params: 'planning' },
          },
          {
            guard: ({ event }) => event.output.kind === 'decided',
            target: '#plan.idle',
            actions: enqueueActions(({ context, event: { output }, enqueue }) => {
              if (output.kind !== 'decided') return;
              enqueueTaskChange(
                enqueue,
                answerWith(requireCurrentTask(context), output.decision, output.at),
                output.at,
              );
            }),
          },
          ...retryOrPause('planning'),
        ],
      },
    },
  },
});

/**
 * The state after planning, left at once: goes on to the person's review if they asked for it or the plan was repaired,
 * otherwise to the steps.
 */
export const plannedState = planMachineSetup.createStateConfig({
  always: [
    {
      guard: ({ context }) => context.settings.review || requireCurrentTask(context).review,
      target: '#plan.reviewing',
    },
    { target: '#plan.executing' },
  ],
});

/**
 * The plan waits for the person's approval. A message by the person revises it, with the step that the first reply
 * began, and it is then reviewed again.
 */
export const reviewingState = planMachineSetup.createStateConfig({
  entry: [
    { type: 'enter', params: 'reviewing' },
    assign(({ context }) => {
      const { in_review: _, ...run } = requireCurrentTask(context);
      return { run };
    }),
  ],
  on: {
    'guidance.add': {
      target: '#plan.replanning',
      actions: assign(({ context, event }) => ({
        run: { ...reopenRunningSteps(recordGuidance(requireCurrentTask(context), event.text)), in_review: true },
        at: event.at,
      })),
    },
    'plan.approve': {
      target: '#plan.executing',
      actions: enqueueActions(({ context, event, enqueue }) =>
        enqueueTaskChange(
          enqueue,
          {
            run: requireCurrentTask(context),
            lines: [journalLine({ type: 'edit', what: 'approve', description: '' })],
          },
          event.at,
        ),
      ),
    },
  },
});
