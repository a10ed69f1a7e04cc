import { assign, enqueueActions, not } from 'xstate';
import { needlessApprovals, recordAnswer, recordGuidance, resumeTask } from './guidance.ts';
import { reopenRunningSteps } from './person-edits.ts';
import { applyConsent } from './revising.ts';
import { reopenSkipped } from '../task/reopen.ts';
import {
  type PlanMachineContext,
  planMachineSetup,
  enqueueTaskChange,
  requireCurrentTask,
} from './plan-machine-setup.ts';

const answerTransition = {
  target: '#plan.executing',
  actions: planMachineSetup.assign(({ context, event }) =>
    event.type === 'question.answer'
      ? { run: recordAnswer(requireCurrentTask(context), event.text), at: event.at }
      : {},
  ),
} as const;

/** The transition for a message typed when nothing is left to do: a replan, in which the model reads it. */
export const replanOnLateGuidance = {
  target: '#plan.replanning',
  actions: planMachineSetup.assign(({ context, event }) =>
    event.type === 'guidance.add'
      ? {
          run: { ...recordGuidance(requireCurrentTask(context), event.text), pending_replan: 'person' as const },
          at: event.at,
        }
      : {},
  ),
} as const;

/** Waits for the person's answer; a slash command does not change this. */
export const waitingState = planMachineSetup.createStateConfig({
  entry: { type: 'enter', params: 'waiting' },
  initial: 'question',
  states: {
    question: { on: { 'question.answer': answerTransition } },
    consent: {
      always: {
        guard: ({ context }) => context.run?.proposal === null,
        target: '#plan.executing',
      },
      on: {
        'proposal.decide': {
          target: '#plan.replanned',
          actions: enqueueActions(({ context, event, enqueue }) =>
            enqueueTaskChange(enqueue, applyConsent(requireCurrentTask(context), event.accepted, event.at), event.at),
          ),
        },
        'guidance.add': {
          target: '#plan.executing',
          actions: assign(({ context, event }) => ({
            run: recordGuidance(requireCurrentTask(context), event.text),
            at: event.at,
          })),
        },
      },
    },
    approval: {
      always: {
        guard: not('allAwaitApproval'),
        target: '#plan.executing',
      },
      on: {
        'question.answer': answerTransition,
        /** After a reload no step is running that could check again whether it may go on. */
        'settings.change': {
          guard: ({ context: { run, loops }, event }) =>
            run !== null && Object.keys(loops).length === 0 && needlessApprovals(run, event.settings).length > 0,
          target: '#plan.executing',
          actions: assign(({ event }) => ({ settings: event.settings })),
        },
      },
    },
  },
  on: { 'plan.continue': {} },
});

const continued = planMachineSetup.enqueueActions(({ context, event, enqueue }) => {
  if (!('at' in event)) return;
  enqueueTaskChange(
    enqueue,
    resumeTask(requireCurrentTask(context), event.at, context.settings.spending_limit),
    event.at,
  );
});

/** The transitions of a continued task by the phase in which it resumes; a question is asked again. */
export const resumeTransitions = [
  { guard: { type: 'resumesIn', params: 'intake' }, target: '#plan.intake' },
  { guard: { type: 'resumesIn', params: 'planning' }, target: '#plan.planning' },
  { guard: { type: 'resumesIn', params: 'reviewing' }, target: '#plan.reviewing' },
  { guard: { type: 'resumesIn', params: 'replanning' }, target: '#plan.replanning' },
  { guard: { type: 'resumesIn', params: 'verifying' }, target: '#plan.verifying' },
  {
    guard: ({ context }: { context: PlanMachineContext }) => context.run?.question != null,
    target: '#plan.waiting.question',
  },
  { target: '#plan.executing' },
] as const;

/**
 * Pauses the task until it is continued; a pending question is shown again unless it has been answered. A replan may
 * also replace the running steps.
 */
export const pausedState = planMachineSetup.createStateConfig({
  entry: 'stopLoops',
  on: {
    'question.answer': {
      actions: assign(({ context, event }) => ({
        run: recordAnswer(requireCurrentTask(context), event.text),
        at: event.at,
      })),
    },
    'plan.continue': resumeTransitions.map((way) => ({ ...way, actions: continued })),
    'plan.replan': {
      guard: ({ context: { run } }: { context: PlanMachineContext }) => run !== null && run.plan.steps.length > 0,
      target: '#plan.executing',
      actions: [
        continued,
        planMachineSetup.assign(({ context }) => ({ run: reopenRunningSteps(requireCurrentTask(context)) })),
      ],
    },
  },
});

/** Blocks the task if recovery finds nothing that can run: an edit, guidance or "continue" resumes it. */
export const blockedState = planMachineSetup.createStateConfig({
  entry: { type: 'enter', params: 'blocked' },
  on: {
    'plan.continue': { target: 'replanning', actions: [continued, 'dueForPerson'] },
    'guidance.add': replanOnLateGuidance,
  },
});

/** A failed task. If the person continues it, it is replanned, with its counters of replans and mismatches reset. */
export const failedState = planMachineSetup.createStateConfig({
  on: {
    'plan.continue': {
      target: 'replanning',
      actions: [
        continued,
        enqueueActions(({ context, enqueue }) => {
          const run = requireCurrentTask(context);
          enqueue.assign({
            run: { ...run, pending_replan: 'person', mismatches: 0, plan: { ...run.plan, replan_count: 0 } },
          });
        }),
      ],
    },
  },
});

const reopened = [
  continued,
  planMachineSetup.assign(({ context }) => ({ run: reopenSkipped(requireCurrentTask(context)) })),
] as const;

const reopening = { guard: 'canReopen', target: '#plan.executing', actions: reopened } as const;

/**
 * A completed task. If the person continues it, the steps that were left undone are opened again and run. A message
 * that was sent as guidance just before the end is not lost.
 */
export const completedState = planMachineSetup.createStateConfig({
  on: { 'plan.continue': reopening, 'guidance.add': replanOnLateGuidance },
});

/**
 * The state of a cancelled task. Continuing it reopens its unfinished steps; if its plan had not been approved yet, it
 * returns to the review of the plan.
 */
export const cancelledState = planMachineSetup.createStateConfig({
  on: {
    'plan.continue': [{ ...reopening, guard: 'canReopenReview', target: '#plan.reviewing' }, reopening],
  },
});
