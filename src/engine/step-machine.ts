import { assign } from 'xstate';
import type { ActResult, ThoughtOutcome } from '../task/round.ts';
import type { PauseReason } from '../task/run.ts';
import { hasReadUntrustedText, currentMove, roundInput, stepMachineSetup } from './step-machine-setup.ts';

const endpointLostReason: PauseReason = {
  code: 'endpoint',
  error: { code: 'server', detail: '', status: null, retry_after_ms: null },
};

/** The transitions after a model call within a step: an error pauses the plan, a turn leads to the next move. */
const replyTransitions = [
  {
    guard: ({ event }: { event: { output: ThoughtOutcome } }) => event.output.kind === 'stalled',
    target: '#step.halted',
    actions: {
      type: 'stall',
      params: ({ event }: { event: { output: ThoughtOutcome } }) =>
        event.output.kind === 'stalled' ? event.output.reason : endpointLostReason,
    },
  },
  {
    target: '#step.observing',
    actions: {
      type: 'observe',
      params: ({ event }: { event: { output: ThoughtOutcome } }) => turnOf(event.output),
    },
  },
] as const;

function turnOf(output: ThoughtOutcome | ActResult) {
  if (output.kind !== 'turn') throw new Error('guarded');
  return output;
}

/**
 * The state machine of one attempt at one step: thinking → acting → observing → thinking … → [judging] → done |
 * asking | failed. It starts by reading the attempt's rounds from the journal and continues from there.
 */
export const stepMachine = stepMachineSetup.createMachine({
  id: 'step',
  context: ({ input }) => ({
    ...input,
    turns: [],
    earlierWrites: [],
    move: null,
    markers: false,
    requiredWork: { kind: 'nothing' },
    owes: 'nothing',
    outside: false,
    file: null,
    unreadTarget: null,
    callOfUnknownOutcome: null,
    rested: false,
    at: input.rules.resumedAt,
  }),
  initial: 'recalling',
  on: {
    'limits.change': {
      actions: assign(({ context: { rules }, event }) => ({ rules: { ...rules, limits: event.limits } })),
    },
  },
  states: {
    recalling: {
      invoke: {
        id: 'recall',
        src: 'recall',
        input: ({ context }) => ({ step: context.step, attempt: context.attempt }),
        onDone: { target: 'observing', actions: assign(({ event }) => event.output) },
      },
    },
    observing: {
      entry: 'decide',
      always: [
        { guard: 'mayThink', target: 'thinking' },
        { guard: 'mayAct', target: 'acting' },
        { guard: 'mayJudge', target: 'judging' },
        { guard: 'mustRest', target: 'resting' },
        {
          guard: 'hasStalled',
          target: 'halted',
          actions: {
            type: 'stall',
            params: ({ context }) => ({ code: 'endpoint', error: currentMove(context, 'stall').error }),
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
            input: ({ context }) => {
              const { n, closing } = currentMove(context, 'think');
              return { ...roundInput(context, n), closing };
            },
            onDone: replyTransitions,
          },
        },
      },
      on: { 'budget.refused': 'halted' },
    },
    /** Asks the model to judge a step that reports that it is done; this costs no budget. */
    judging: {
      invoke: {
        id: 'judge',
        src: 'judge',
        input: ({ context }) => {
          const { n, response, violation } = currentMove(context, 'judge');
          return { ...roundInput(context, n), response, violation };
        },
        onDone: replyTransitions,
      },
    },
    acting: {
      initial: 'reserving',
      states: {
        reserving: { entry: 'reserve', on: { 'budget.granted': 'calling' } },
        calling: {
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context }) => {
              const { n, action } = currentMove(context, 'act');
              const { step, attempt, turns } = context;
              return { step, attempt, n, action, foreign: hasReadUntrustedText(turns) };
            },
            onDone: [
              {
                guard: ({ event }) => event.output.kind === 'ask',
                target: 'approving',
                actions: {
                  type: 'askPerson',
                  params: ({ event }) => {
                    if (event.output.kind !== 'ask') throw new Error('guarded');
                    return event.output.approval;
                  },
                },
              },
              {
                target: '#step.observing',
                actions: { type: 'observe', params: ({ event }) => turnOf(event.output) },
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
      on: { 'rest.end': { target: 'observing', actions: assign({ rested: true }) } },
    },
    /** Waits until the plan stops it: a limit or an endpoint error pauses the whole plan. */
    halted: {},
    done: { type: 'final', entry: 'report' },
    asking: { type: 'final', entry: 'report' },
    failed: { type: 'final', entry: 'report' },
  },
});
