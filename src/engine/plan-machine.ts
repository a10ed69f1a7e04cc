import { assign, enqueueActions } from 'xstate';
import { earlierPlanFields } from '../agent/plan-so-far.ts';
import { lastingGrant } from '../task/gate.ts';
import { budgetLimit } from '../task/budget.ts';
import { isWorking, newRun, type Phase, type Run } from '../task/run.ts';
import { hasEnded } from '../plan/step.ts';
import { withImpliedDependencies } from '../plan/references.ts';
import { journalLine } from './change.ts';
import { cancelTask, closeWithoutModel, pauseTask } from './closing.ts';
import { editTransitions } from './edit-transitions.ts';
import {
  executingState,
  recoveringState,
  replannedState,
  replanningState,
  verifyingState,
} from './execution-states.ts';
import {
  decideApproval,
  recordGuidanceAndReplan,
  needlessApprovals,
  removeApproval,
  withSpendingGrant,
} from './guidance.ts';
import { plannedState, intakeState, planningState, reviewingState } from './intake-states.ts';
import {
  type PlanMachineContext,
  planMachineSetup,
  enqueueTaskChange,
  requireCurrentTask,
} from './plan-machine-setup.ts';
import {
  blockedState,
  cancelledState,
  completedState,
  failedState,
  pausedState,
  resumeTransitions,
  waitingState,
} from './resting-states.ts';
import { undoReplan } from './revising.ts';
import { applyStepEnd, recordNeededApproval } from './stepping.ts';

const begins = planMachineSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'goal.submit') return;
  const ids = { run: event.run, session: context.session, plan: event.plan };
  const run = newRun(ids, event.goal, event.at, context.run, event.images);
  const { language } = event;
  enqueue.assign({ run: { ...run, ...(language && { language }), ...earlierPlanFields(context.run) }, at: event.at });
});

const newGoal = {
  'goal.submit': [
    {
      guard: ({ context }: { context: PlanMachineContext }) => context.settings.planning === 'always',
      target: '#plan.planning',
      actions: begins,
    },
    { target: '#plan.intake', actions: begins },
  ],
} as const;

/** True if the plan can be paused; steps may still run while it waits for the person. */
const mayPause = ({ run }: Pick<PlanMachineContext, 'run'>) =>
  run !== null && (isWorking(run.phase) || run.phase === 'waiting');
/**
 * The phase in which a paused plan continues. From `waiting` and `recovering` that is `executing`, in which a pending
 * question to the person is asked again.
 */
const resting = ({ phase }: Run): Phase => (phase === 'waiting' || phase === 'recovering' ? 'executing' : phase);
/** Pauses the task at work, or the one before an action that could not be stored. */
const pausesForStorage = planMachineSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'storage.failed') return;
  const { at, before: run = context.run, detail, program } = event;
  if (run === null || !mayPause({ run })) enqueue.assign({ run, at });
  else
    enqueueTaskChange(
      enqueue,
      pauseTask(run, { code: 'storage', detail, ...(program && { program }) }, at, resting(run)),
      at,
    );
});
const isAtWork = ({ context }: { context: PlanMachineContext }) => context.run !== null && isWorking(context.run.phase);
const isUnfinished = ({ context: { run } }: { context: PlanMachineContext }) =>
  run !== null && (isWorking(run.phase) || ['reviewing', 'waiting', 'paused', 'blocked'].includes(run.phase));
/** True if every step has ended and only the closing answer is missing. */
const awaitsOnlyClosing = ({ context }: { context: PlanMachineContext }) => {
  const steps = context.run?.plan.steps ?? [];
  return isUnfinished({ context }) && steps.length > 0 && steps.every(hasEnded);
};

/** The phases in which a stored task stands still. */
const restingPhases = ['reviewing', 'paused', 'blocked', 'completed', 'failed', 'cancelled'] as const;

/** True if the person has added steps to a task that was only answered. */
const hasOwnSteps = ({ context: { run } }: { context: PlanMachineContext }) =>
  run?.phase === 'answered' && run.plan.steps.some((step) => step.status === 'pending');

/**
 * The state machine of a session: idle → intake → planning → [reviewing] → executing ⇄ replanning → verifying →
 * completed, with waiting, paused, recovering, blocked, failed and cancelled beside it. It has no effects of its own:
 * `engine/open-session.ts` provides the actors.
 */
export const planMachine = planMachineSetup.createMachine({
  id: 'plan',
  context: ({ input }) => ({
    session: input.session,
    run: input.run && withSpendingGrant(input.run, input.settings.spending_limit),
    settings: input.settings,
    goesOn: input.goesOn ?? false,
    loops: {},
    at: input.at,
    restUntil: input.at,
  }),
  initial: 'routing',
  states: {
    /**
     * Routes a stored task to its phase. A task that was at work continues if it was handed over by another tab;
     * otherwise it is paused as interrupted.
     */
    routing: {
      always: [
        { guard: ({ context }) => context.run === null, target: 'idle' },
        {
          guard: ({ context }) => context.goesOn && isAtWork({ context }),
          target: 'handedOver',
          actions: assign(({ context }) => {
            const run = requireCurrentTask(context);
            return { goesOn: false, run: { ...run, resume: run.phase === 'recovering' ? 'executing' : run.phase } };
          }),
        },
        {
          guard: isAtWork,
          target: 'paused',
          actions: enqueueActions(({ context, enqueue }) => {
            const run = requireCurrentTask(context);
            const phase = run.phase === 'recovering' ? 'executing' : run.phase;
            enqueueTaskChange(enqueue, pauseTask(run, { code: 'interrupted' }, context.at, phase));
          }),
        },
        {
          guard: ({ context }) => context.run?.phase === 'waiting' && context.run.question !== null,
          target: 'waiting.question',
        },
        {
          guard: ({ context: { run } }) => run?.phase === 'waiting' && run.proposal !== null,
          target: 'waiting.consent',
        },
        {
          guard: ({ context: { run, settings } }) =>
            run?.phase === 'waiting' && needlessApprovals(run, settings).length > 0,
          target: 'executing',
        },
        { guard: { type: 'isPhase', params: 'waiting' }, target: 'waiting.approval' },
        ...restingPhases.map((phase) => ({ guard: { type: 'isPhase', params: phase }, target: phase }) as const),
        { target: 'idle' },
      ],
    },
    /** Continues without interruption a task that another tab was working on. */
    handedOver: { always: [...resumeTransitions] },
    idle: { always: { guard: hasOwnSteps, target: 'executing' }, on: newGoal },
    intake: intakeState,
    planning: planningState,
    planned: plannedState,
    reviewing: reviewingState,
    executing: executingState,
    replanning: replanningState,
    replanned: replannedState,
    recovering: recoveringState,
    verifying: verifyingState,
    waiting: waitingState,
    paused: pausedState,
    blocked: blockedState,
    completed: { ...completedState, on: { ...completedState.on, ...newGoal } },
    failed: { ...failedState, on: { ...failedState.on, ...newGoal } },
    cancelled: { ...cancelledState, on: { ...cancelledState.on, ...newGoal } },
  },
  on: {
    'budget.reserve': [
      {
        guard: 'isWithinBudget',
        actions: 'grantBudget',
      },
      {
        guard: ({ context, event }) => event.step in context.loops,
        target: '#plan.paused',
        actions: enqueueActions(({ context, enqueue }) => {
          const run = requireCurrentTask(context);
          enqueueTaskChange(
            enqueue,
            pauseTask(run, { code: 'limit', limit: budgetLimit(run, context.settings.limits) }, context.at),
          );
        }),
      },
    ],
    'step.ended': {
      guard: ({ context, event }) => event.step in context.loops,
      actions: [
        enqueueActions(({ context, event, enqueue }) => {
          const loops = Object.fromEntries(Object.entries(context.loops).filter(([id]) => id !== event.step));
          enqueue.assign({ loops });
          enqueueTaskChange(enqueue, applyStepEnd(requireCurrentTask(context), event, context.settings), event.at);
        }),
      ],
    },
    'step.stalled': {
      guard: ({ context, event }) => event.step in context.loops,
      target: '#plan.paused',
      actions: enqueueActions(({ context, event, enqueue }) => {
        enqueueTaskChange(enqueue, pauseTask(requireCurrentTask(context), event.reason, event.at), event.at);
      }),
    },
    'approval.needed': {
      guard: 'hasTask',
      actions: enqueueActions(({ context, event, enqueue }) => {
        const { effect, step_id } = event.approval;
        const change = recordNeededApproval(requireCurrentTask(context), event.approval);
        enqueueTaskChange(enqueue, change, event.at);
        /** The permission may have come while the call was being checked. */
        const needless = needlessApprovals({ ...change.run, tainted: true }, context.settings);
        const loop = context.loops[step_id];
        if (loop && needless.some((each) => each.effect === effect)) enqueue.sendTo(loop, { type: 'approval.settled' });
      }),
    },
    'approval.needless': {
      guard: 'hasTask',
      actions: enqueueActions(({ context, event: { effect, isAllowed, at }, enqueue }) =>
        enqueueTaskChange(
          enqueue,
          removeApproval(requireCurrentTask(context), effect, isAllowed, context.settings),
          at,
        ),
      ),
    },
    'approval.decide': {
      guard: 'hasTask',
      actions: enqueueActions(({ context, event, enqueue }) => {
        const askedApproval = requireCurrentTask(context).approvals.find((each) => each.effect === event.effect);
        enqueueTaskChange(enqueue, decideApproval(requireCurrentTask(context), event.effect, event.decision), event.at);
        const grant =
          event.decision === 'always' && askedApproval ? lastingGrant(askedApproval.tool, askedApproval.access) : null;
        if (grant) enqueue.emit({ type: 'grant.given', grant });
        for (const loop of Object.values(context.loops)) enqueue.sendTo(loop, { type: 'approval.settled' });
      }),
    },
    /** A model reads text from outside that no tool brought: the texts of MCP servers' tools, or an image. */
    'foreign.offered': {
      guard: ({ context }) => context.run?.tainted === false,
      actions: assign(({ context }) => ({ run: { ...requireCurrentTask(context), tainted: true } })),
    },
    'storage.failed': [
      {
        guard: ({ event }) => event.before !== undefined,
        target: '#plan.routing',
        actions: ['stopLoops', pausesForStorage],
      },
      { guard: ({ context }) => mayPause(context), target: '#plan.paused', actions: pausesForStorage },
    ],
    'guidance.add': {
      guard: 'hasTask',
      actions: assign(({ context, event }) => ({
        run: recordGuidanceAndReplan(requireCurrentTask(context), event.text, context.settings),
        at: event.at,
      })),
    },
    /** Passes new limits to running steps, and lets those check again that ask for what is allowed now. */
    'settings.change': {
      actions: enqueueActions(({ context: { loops, run }, event: { settings }, enqueue }) => {
        enqueue.assign({ settings });
        for (const loop of Object.values(loops))
          enqueue.sendTo(loop, { type: 'limits.change', limits: settings.limits });
        for (const { step_id } of run ? needlessApprovals(run, settings) : []) {
          const loop = loops[step_id];
          if (loop) enqueue.sendTo(loop, { type: 'approval.settled' });
        }
      }),
    },
    'plan.continue': { actions: 'endRests' },
    'plan.pause': {
      guard: ({ context }) => mayPause(context),
      target: '#plan.paused',
      actions: enqueueActions(({ context, event, enqueue }) => {
        const run = requireCurrentTask(context);
        enqueueTaskChange(enqueue, pauseTask(run, { code: 'person' }, event.at, resting(run)), event.at);
      }),
    },
    'plan.stop': [
      {
        guard: awaitsOnlyClosing,
        target: '#plan.verifying',
        actions: enqueueActions(({ context, event, enqueue }) =>
          enqueueTaskChange(enqueue, closeWithoutModel(requireCurrentTask(context), event.at), event.at),
        ),
      },
      {
        guard: isUnfinished,
        target: '#plan.cancelled',
        actions: [
          'stopLoops',
          enqueueActions(({ context, event, enqueue }) =>
            enqueueTaskChange(enqueue, cancelTask(requireCurrentTask(context), event.at), event.at),
          ),
        ],
      },
    ],
    'plan.replan': {
      guard: ({ context }) => context.run?.phase === 'executing',
      actions: assign(({ context, event }) => ({
        run: { ...requireCurrentTask(context), pending_replan: 'person' },
        at: event.at,
      })),
    },
    'replan.undo': {
      guard: 'hasTask',
      actions: enqueueActions(({ context, event, enqueue }) =>
        enqueueTaskChange(enqueue, undoReplan(requireCurrentTask(context), event.at), event.at),
      ),
    },
    ...editTransitions.on,
    'plan.import': {
      target: '#plan.routing',
      actions: [
        'stopLoops',
        enqueueActions(({ event: { run, from, at }, enqueue }) => {
          const { steps } = run.plan;
          const sound = { ...run, plan: { ...run.plan, steps: withImpliedDependencies(steps) } };
          const origin = from === 'again' ? ({ from: 'template', again: true } as const) : { from };
          const line = journalLine({ type: 'plan_generated', steps: steps.length, ...origin });
          enqueueTaskChange(enqueue, { run: sound, lines: [line] }, at);
        }),
      ],
    },
  },
});
