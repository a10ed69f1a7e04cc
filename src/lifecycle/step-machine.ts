import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import type { Approval } from '../domain/approval.ts';
import type { Action } from '../domain/decision.ts';
import type { ModelError } from '../domain/model-reply.ts';
import type { Limits } from '../domain/settings.ts';
import { nextMove, type Move, type StepOutcome, type Turn } from '../domain/transcript.ts';
import type { StepEvent } from './stepping.ts';

export interface StepInput {
  step: string;
  attempt: number;
  limits: Limits;
  /** The calls of the reply that made the plan, for its first step (R3.5). */
  opening: Action[];
  /** Effects whose question has been answered. */
  answered: string[];
  resumedAt: string;
}

interface StepContext extends StepInput {
  turns: Turn[];
  move: Move | null;
  /** The rest before the coming turn is over. */
  rested: boolean;
  /** The latest time known. */
  at: string;
}

type StepMachineEvent = { type: 'budget.granted' } | { type: 'budget.refused' } | { type: 'approval.settled' };

export type Recalled = { turns: Turn[]; at: string };
export type Thought = { kind: 'turn'; turn: Turn; at: string } | { kind: 'stalled'; error: ModelError; at: string };
export type Acted = { kind: 'turn'; turn: Turn; at: string } | { kind: 'ask'; approval: Approval; at: string };

export interface ThoughtInput {
  step: string;
  attempt: number;
  n: number;
  turns: Turn[];
  repair: string | null;
  closing: boolean;
  opening: Action[];
}
export interface ActInput {
  step: string;
  attempt: number;
  n: number;
  action: Action;
}

const isMove =
  (kind: Move['kind']) =>
  ({ context }: { context: StepContext }) =>
    context.move?.kind === kind;
const ends =
  (status: StepOutcome['status']) =>
  ({ context }: { context: StepContext }) =>
    context.move?.kind === 'end' && context.move.outcome.status === status;
const unknownFault: ModelError = { code: 'server', detail: '', status: null, retry_after_ms: null };
const nothing = async (): Promise<never> => {
  throw new Error('provided in main');
};

/**
 * One attempt at one step (R3.1): thinking → acting → observing → thinking … → done | asking | failed.
 * It starts by recalling what the journal holds of this attempt and goes on from there.
 */
export const stepMachine = setup({
  types: {
    input: {} as StepInput,
    context: {} as StepContext,
    events: {} as StepMachineEvent,
  },
  actors: {
    recall: fromPromise<Recalled, { step: string; attempt: number }>(nothing),
    think: fromPromise<Thought, ThoughtInput>(nothing),
    act: fromPromise<Acted, ActInput>(nothing),
  },
  guards: {
    mayThink: isMove('think'),
    mayAct: isMove('act'),
    mustRest: isMove('rest'),
    hasStalled: isMove('stall'),
    isDone: ends('completed'),
    isAsking: ends('asking'),
    hasFailed: ends('failed'),
  },
  actions: {
    reserve: sendParent(({ context }): StepEvent => ({
      type: 'budget.reserve',
      step: context.step,
      n: context.move && 'n' in context.move ? context.move.n : 0,
      thought: context.move?.kind === 'think',
    })),
    stall: sendParent(({ context }, error: ModelError): StepEvent => ({
      type: 'step.stalled',
      step: context.step,
      error,
      at: context.at,
    })),
    askPerson: enqueueActions(({ context, enqueue }, approval: Approval | null) => {
      if (approval) enqueue.sendParent({ type: 'approval.needed', approval, at: context.at } satisfies StepEvent);
    }),
    decide: assign(({ context }) => ({
      move: nextMove(
        context.turns,
        {
          limits: context.limits,
          opening: context.opening,
          answered: new Set(context.answered),
          resumedAt: context.resumedAt,
        },
        context.rested,
      ),
    })),
    report: sendParent(({ context }): StepEvent => {
      const outcome: StepOutcome =
        context.move?.kind === 'end' ? context.move.outcome : { status: 'failed', code: 'contract', reason: '' };
      const last = context.turns.findLast((turn) => turn.kind === 'tool' && turn.result.ok);
      const output = last?.kind === 'tool' ? last.result.output : undefined;
      return { type: 'step.ended', step: context.step, outcome, output, at: context.at };
    }),
  },
  delays: {
    rest: ({ context }) =>
      context.move?.kind === 'rest' ? Math.max(0, Date.parse(context.move.until) - Date.parse(context.at)) : 0,
  },
}).createMachine({
  id: 'step',
  context: ({ input }) => ({ ...input, turns: [], move: null, rested: false, at: input.resumedAt }),
  initial: 'recalling',
  states: {
    recalling: {
      invoke: {
        id: 'recall',
        src: 'recall',
        input: ({ context }) => ({ step: context.step, attempt: context.attempt }),
        onDone: {
          target: 'observing',
          actions: assign(({ event }) => ({ turns: event.output.turns, at: event.output.at })),
        },
      },
    },
    observing: {
      entry: 'decide',
      always: [
        { guard: 'mayThink', target: 'thinking' },
        { guard: 'mayAct', target: 'acting' },
        { guard: 'mustRest', target: 'resting' },
        {
          guard: 'hasStalled',
          target: 'halted',
          actions: {
            type: 'stall',
            params: ({ context }) => (context.move?.kind === 'stall' ? context.move.error : unknownFault),
          },
        },
        { guard: 'isDone', target: 'done' },
        { guard: 'isAsking', target: 'asking' },
        { guard: 'hasFailed', target: 'failed' },
      ],
    },
    thinking: {
      initial: 'reserving',
      states: {
        reserving: { entry: 'reserve', on: { 'budget.granted': 'calling' } },
        calling: {
          invoke: {
            id: 'think',
            src: 'think',
            input: ({ context }) => ({
              step: context.step,
              attempt: context.attempt,
              turns: context.turns,
              opening: context.opening,
              n: context.move?.kind === 'think' ? context.move.n : 0,
              repair: context.move?.kind === 'think' ? context.move.repair : null,
              closing: context.move?.kind === 'think' && context.move.closing,
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.kind === 'stalled',
                target: '#step.halted',
                actions: {
                  type: 'stall',
                  params: ({ event }) => (event.output.kind === 'stalled' ? event.output.error : unknownFault),
                },
              },
              {
                target: '#step.observing',
                actions: assign(({ context, event }) => ({
                  turns: event.output.kind === 'turn' ? [...context.turns, event.output.turn] : context.turns,
                  at: event.output.at,
                  rested: false,
                })),
              },
            ],
          },
        },
      },
      on: { 'budget.refused': 'halted' },
    },
    acting: {
      initial: 'reserving',
      states: {
        reserving: { entry: 'reserve', on: { 'budget.granted': 'calling' } },
        calling: {
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context }) => ({
              step: context.step,
              attempt: context.attempt,
              n: context.move?.kind === 'act' ? context.move.n : 0,
              action: context.move?.kind === 'act' ? context.move.action : { call: '', tool: '', input: null },
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.kind === 'ask',
                target: 'approving',
                actions: {
                  type: 'askPerson',
                  params: ({ event }) => (event.output.kind === 'ask' ? event.output.approval : null),
                },
              },
              {
                target: '#step.observing',
                actions: assign(({ context, event }) => ({
                  turns: event.output.kind === 'turn' ? [...context.turns, event.output.turn] : context.turns,
                  at: event.output.at,
                  rested: false,
                })),
              },
            ],
          },
        },
        approving: { on: { 'approval.settled': 'calling' } },
      },
      on: { 'budget.refused': 'halted' },
    },
    resting: {
      after: { rest: { target: 'observing', actions: assign({ rested: true }) } },
    },
    /** Stands still until the plan stops it: a limit or an endpoint error pauses the whole plan. */
    halted: {},
    done: { type: 'final', entry: 'report' },
    asking: { type: 'final', entry: 'report' },
    failed: { type: 'final', entry: 'report' },
  },
});
