import { retryWait } from '../task/retry-delay.ts';
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom } from 'xstate';
import type { AskResult } from '../task/round.ts';
import type { Grant } from '../values/tool-rule.ts';
import type { ApprovalDecision } from '../task/approval.ts';
import { reserveBudget } from '../task/budget.ts';
import type { DraftDecision, IntakeDecision, ReplanDecision } from '../task/decision.ts';
import type { EditError, PlanEdit } from '../plan/plan-edits.ts';
import {
  moveAfterReplan,
  allAwaitApproval,
  nextPlanMove,
  type NextPlanMove,
  nextRecoveryMove,
} from '../task/next-plan-move.ts';
import { canReopen } from '../task/reopen.ts';
import { withPhase, type PauseReason, type Phase, type Run } from '../task/run.ts';
import type { WrittenCount } from '../task/task-end.ts';
import type { Settings } from '../records/settings.ts';
import type { AdoptedPlanOrigin } from './adopt-plan.ts';
import { type TaskCallKind, mayRetryTaskCall, pauseAfterFailedCall, countRetry, withNextCallNumber } from './asking.ts';
import type { TaskChange, NewJournalLine } from './change.ts';
import { stepMachine } from './step-machine.ts';
import { stepInput } from './step-machine-setup.ts';
import { beginStep, type StepEvent } from './stepping.ts';

export interface PlanMachineContext {
  session: string;
  /** The current task; null before the first goal. */
  run: Run | null;
  settings: Settings;
  /** True if the task comes from another tab and continues without the person. */
  goesOn: boolean;
  /** The running step machines by step id. */
  loops: Record<string, ActorRefFrom<typeof stepMachine>>;
  /** The latest time that the machine has received with a result, ISO 8601; it reads no clock. */
  at: string;
  /** The end of the delay after a transient error outside steps. */
  restUntil: string;
}

type PlanEvent =
  | PersonEvent
  | StepEvent
  | { type: 'plan.revive' }
  | { type: 'foreign.offered' }
  /** A call whose approval is pending is made, or refused, without it. */
  | { type: 'approval.needless'; effect: string; isAllowed: boolean; at: string }
  /** `before`: the task to which the machine returns, since a later action of the person could not be stored. */
  | { type: 'storage.failed'; detail: string; program: boolean; before?: Run | null; at: string };

type PlanEmitted = NewJournalLine | { type: 'edit.refused'; error: EditError } | { type: 'grant.given'; grant: Grant };

interface Verified {
  mismatches: string[];
  checked: Record<string, string>;
  count: number;
  written: WrittenCount[];
  at: string;
}

const nothing = async (): Promise<never> => {
  throw new Error('provided by openSession');
};

/** The current task; every state but `idle` has one. */
export function requireCurrentTask(context: PlanMachineContext): Run {
  if (!context.run) throw new Error('no task');
  return context.run;
}

const moves = new WeakMap<PlanMachineContext, NextPlanMove>();

/** The next move in this context; computed once, since each guard of a state asks for it. */
function moveIn(context: PlanMachineContext): NextPlanMove {
  let move = moves.get(context);
  if (!move) {
    const { loops, settings } = context;
    move = nextPlanMove(requireCurrentTask(context), { loops: Object.keys(loops), limits: settings.limits });
    moves.set(context, move);
  }
  return move;
}

/** The outcome of a model call outside steps. */
interface Asked {
  place: TaskCallKind;
  output: AskResult<unknown>;
}

interface Enqueue {
  assign: (change: Partial<PlanMachineContext>) => void;
  emit: (line: NewJournalLine) => void;
}

/** Applies a change: sets the task's new state and emits its journal lines. */
export function enqueueTaskChange(enqueue: Enqueue, change: TaskChange, at?: string): void {
  enqueue.assign(at === undefined ? { run: change.run } : { run: change.run, at });
  for (const each of change.lines) enqueue.emit(each);
}

/** The types, actors, guards and actions that the states of the plan machine share. */
export const planMachineSetup = setup({
  types: {
    input: {} as { session: string; run: Run | null; settings: Settings; at: string; goesOn?: boolean },
    context: {} as PlanMachineContext,
    events: {} as PlanEvent,
    emitted: {} as PlanEmitted,
  },
  actors: {
    step: stepMachine,
    intake: fromPromise<AskResult<IntakeDecision>, { run: Run }>(nothing),
    draft: fromPromise<AskResult<DraftDecision>, { run: Run }>(nothing),
    answer: fromPromise<AskResult<string>, { run: Run }>(nothing),
    replan: fromPromise<AskResult<ReplanDecision>, { run: Run }>(nothing),
    verify: fromPromise<Verified, { run: Run }>(nothing),
  },
  guards: {
    hasTask: ({ context }) => context.run !== null,
    isPhase: ({ context }, phase: Phase) => context.run?.phase === phase,
    resumesIn: ({ context }, phase: Phase) => context.run?.resume === phase,
    /**
     * True if `wantedMove` is the plan's next move. If that move is to ask the person, `wantedMove` has to be what the
     * person is asked.
     */
    moves: (
      { context },
      wantedMove: Exclude<NextPlanMove['kind'], 'ask'> | Extract<NextPlanMove, { kind: 'ask' }>['what'],
    ) => {
      const move = moveIn(context);
      return (move.kind === 'ask' ? move.what : move.kind) === wantedMove;
    },
    recovers: ({ context }, by: ReturnType<typeof nextRecoveryMove>) =>
      nextRecoveryMove(requireCurrentTask(context), context.settings.limits) === by,
    leadsTo: ({ context }, next: ReturnType<typeof moveAfterReplan>) =>
      moveAfterReplan(requireCurrentTask(context), Object.keys(context.loops)) === next,
    canReopen: ({ context: { run } }) => run !== null && canReopen(run),
    canReopenReview: ({ context: { run } }) => run?.resume === 'reviewing' && canReopen(run),
    isSpent: ({ context: { run, settings } }) =>
      run !== null && reserveBudget(run, '~replan', run.calls.replan, settings.limits) === null,
    allAwaitApproval: ({ context: { run, loops } }) => run !== null && allAwaitApproval(run, Object.keys(loops)),
    isWithinBudget: ({ context: { run, settings }, event }) =>
      event.type === 'budget.reserve' &&
      run !== null &&
      reserveBudget(run, event.step, event.n, settings.limits) !== null,
  },
  actions: {
    tick: assign(({ context, event }) => ({ at: 'at' in event ? event.at : context.at })),
    enter: assign(({ context }, phase: Phase) => ({
      run: context.run && withPhase(context.run, phase, context.at),
    })),
    /** Retries a call outside steps after a transient error, under its next number, once the delay is over. */
    tryAgainLater: enqueueActions(({ context, enqueue }, { place, output }: Asked) => {
      if (output.kind !== 'unanswered') return;
      enqueue.assign({
        run: countRetry(requireCurrentTask(context), place),
        at: output.at,
        restUntil: output.retry_at,
      });
    }),
    /** Prepares another request for an answer or a plan whose request did not show the person's latest message. */
    askWithGuidance: assign(({ context }, place: TaskCallKind) => ({
      run: withNextCallNumber(requireCurrentTask(context), place),
    })),
    /** Pauses after an error outside steps that needs the person. */
    pauseForUser: enqueueActions(({ context, enqueue }, { place, output }: Asked) => {
      if (output.kind === 'decided') return;
      const recorded = output.kind === 'unanswered';
      const reason: PauseReason = recorded ? { code: 'endpoint', error: output.error } : output.reason;
      enqueueTaskChange(
        enqueue,
        pauseAfterFailedCall(requireCurrentTask(context), place, reason, recorded, output.at),
        output.at,
      );
    }),
    dueForPerson: assign(({ context }) => ({
      run: context.run && { ...context.run, pending_replan: 'person' as const },
    })),
    /** Starts steps that are ready, and restarts the step machines of steps that were running when the tab closed. */
    start: enqueueActions(({ context, enqueue }) => {
      const run = requireCurrentTask(context);
      const move = moveIn(context);
      const ids = move.kind === 'start' ? move.ids : [];
      let next = run;
      for (const id of ids) {
        const change = beginStep(next, id, context.at);
        next = change.run;
        for (const each of change.lines) enqueue.emit(each);
      }
      enqueue.assign(({ spawn, context: { loops, settings } }) => ({
        run: next,
        loops: {
          ...loops,
          ...Object.fromEntries(
            ids.map((id) => {
              const input = stepInput(next, id, settings);
              return [id, spawn('step', { id: `step:${id}`, input })];
            }),
          ),
        },
      }));
    }),
    stopLoops: enqueueActions(({ context, enqueue }) => {
      for (const loop of Object.values(context.loops)) enqueue.stopChild(loop);
      enqueue.assign({ loops: {} });
    }),
    /** Grants a step's request for one unit of the budget that all parallel steps share. */
    grantBudget: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'budget.reserve') return;
      const loop = context.loops[event.step];
      const run = requireCurrentTask(context);
      const charged = reserveBudget(run, event.step, event.n, context.settings.limits);
      if (!loop || !charged) return;
      const fresh = charged !== run && event.thought;
      const plan = fresh ? { ...charged.plan, iteration_count: charged.plan.iteration_count + 1 } : charged.plan;
      enqueue.assign({ run: { ...charged, plan } });
      enqueue.sendTo(loop, { type: 'budget.granted' });
    }),
    /** Lets steps that wait for their next try make it at once. */
    endRests: enqueueActions(({ context, enqueue }) => {
      for (const loop of Object.values(context.loops)) enqueue.sendTo(loop, { type: 'rest.end' });
    }),
  },
  delays: {
    rest: ({ context }) => retryWait(context.at, context.restUntil),
  },
});

/**
 * Returns the transitions for a model call outside steps that brought no decision: repeat it after a rest if that may
 * help, otherwise pause the plan.
 */
export const retryOrPause = (place: TaskCallKind) =>
  [
    {
      guard: ({ context, event }: { context: PlanMachineContext; event: { output: AskResult<unknown> } }) =>
        mayRetryTaskCall(requireCurrentTask(context), event.output),
      target: 'resting',
      actions: { type: 'tryAgainLater', params: askedIn(place) },
    },
    { target: '#plan.paused', actions: { type: 'pauseForUser', params: askedIn(place) } },
  ] as const;

const askedIn =
  (place: TaskCallKind) =>
  ({ event }: { event: { output: AskResult<unknown> } }): Asked => ({ place, output: event.output });

/** An action by the person on a session; `at` is the time, ISO. */
export type PersonEvent =
  /** `language`: the code of the goal's language, if it is another than English or Chinese and known. */
  | {
      type: 'goal.submit';
      goal: string;
      images?: readonly string[];
      language?: string | null;
      run: string;
      plan: string;
      at: string;
    }
  | { type: 'guidance.add'; text: string; at: string }
  | { type: 'question.answer'; text: string; at: string }
  | { type: 'plan.approve'; at: string }
  | { type: 'plan.pause'; at: string }
  | { type: 'plan.continue'; at: string }
  | { type: 'plan.stop'; at: string }
  | { type: 'plan.replan'; at: string }
  | { type: 'plan.edit'; edit: PlanEdit; at: string }
  /** Replaces the task by one with a plan that was not made here. */
  | { type: 'plan.import'; run: Run; from: AdoptedPlanOrigin; at: string }
  | { type: 'approval.decide'; effect: string; decision: ApprovalDecision; at: string }
  /** Decides whether a replan may change or drop the person's own steps. */
  | { type: 'proposal.decide'; accepted: boolean; at: string }
  /** Undoes the latest replan. */
  | { type: 'replan.undo'; at: string }
  /** Undoes one edit of the plan, the latest if no id is given. */
  | { type: 'edit.undo'; id?: string; at: string }
  | { type: 'edit.redo'; at: string }
  | { type: 'settings.change'; settings: Settings; at: string };
