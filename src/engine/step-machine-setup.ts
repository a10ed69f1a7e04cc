import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import type { ApprovalRequest } from '../task/approval.ts';
import { retryWait } from '../task/retry-delay.ts';
import { nextMove } from '../task/next-move.ts';
import type {
  ActInput,
  ActResult,
  StepEvaluationInput,
  RoundInput,
  ThoughtOutcome,
  ThoughtInput,
} from '../task/round.ts';
import { type PauseReason, answeredEffects, type Run } from '../task/run.ts';
import type { StepMove, MoveContext, StepOutcome, StepRound } from '../task/transcript.ts';
import type { RecordedAttempt } from '../agent/recorded-attempt.ts';
import { writeCounts } from '../task/writes.ts';
import type { Settings } from '../records/settings.ts';
import type { Limits } from '../values/limits.ts';
import type { StepEvent } from './stepping.ts';
import { findStep } from '../plan/leaf-steps.ts';
import { hasFirstCallsForStep } from '../task/first-calls.ts';
import { effectiveThoroughness } from '../task/reply-quality.ts';
import { asksForJudgement } from '../task/decision.ts';

interface StepInput {
  step: string;
  attempt: number;
  description: string;
  tool: string | undefined;
  rules: Omit<
    MoveContext,
    'markedStep' | 'owes' | 'outside' | 'file' | 'unreadTarget' | 'callOfUnknownOutcome' | 'now'
  >;
}

interface StepContext extends StepInput, RecordedAttempt {
  move: StepMove | null;
  /** True if the delay before the next turn is over. */
  rested: boolean;
}

type StepMachineEvent =
  | { type: 'budget.granted' }
  | { type: 'budget.refused' }
  | { type: 'approval.settled' }
  | { type: 'rest.end' }
  | { type: 'limits.change'; limits: Limits };

const isMove =
  (kind: StepMove['kind']) =>
  ({ context }: { context: StepContext }) =>
    context.move?.kind === kind;
const ends =
  (...statuses: StepOutcome['status'][]) =>
  ({ context }: { context: StepContext }) =>
    context.move?.kind === 'end' && statuses.includes(context.move.outcome.status);
const nothing = async (): Promise<never> => {
  throw new Error('provided by openSession');
};

/** Returns the step's current move; throws if it is not of this kind, which the state of the machine guarantees. */
export function currentMove<Kind extends StepMove['kind']>(
  context: StepContext,
  kind: Kind,
): Extract<StepMove, { kind: Kind }> {
  if (context.move?.kind !== kind) throw new Error(`not about to ${kind}`);
  return context.move as Extract<StepMove, { kind: Kind }>;
}

/** True if any of these rounds read text from outside. */
export function hasReadUntrustedText(turns: readonly StepRound[]): boolean {
  return turns.some((turn) => turn.kind === 'tool' && turn.result.foreign);
}

/** The words of the model that end the step as completed; empty if its result is the text of a tool. */
function textOfEnd(context: StepContext): { text?: string } {
  const { outcome } = currentMove(context, 'end');
  const text = (outcome.status === 'completed' && outcome.response?.trim()) || '';
  const isOfTool = context.turns.some((turn) => turn.kind === 'tool' && turn.result.text.trim() === text);
  return text === '' || isOfTool ? {} : { text };
}

/** The input of every model call within a step. */
export function roundInput(context: StepContext, n: number): RoundInput {
  const { step, attempt, turns, earlierWrites, rules, owes, file, unreadTarget } = context;
  const firstCalls = rules.firstCalls.length > 0 || !rules.direct ? rules.firstCalls : [rules.direct.action];
  return { step, attempt, n, turns, earlierWrites, firstCalls, owes, file, unreadTarget };
}

export const stepMachineSetup = setup({
  types: {
    input: {} as StepInput,
    context: {} as StepContext,
    events: {} as StepMachineEvent,
  },
  actors: {
    recall: fromPromise<RecordedAttempt, { step: string; attempt: number }>(nothing),
    think: fromPromise<ThoughtOutcome, ThoughtInput>(nothing),
    judge: fromPromise<ThoughtOutcome, StepEvaluationInput>(nothing),
    act: fromPromise<ActResult, ActInput>(nothing),
  },
  guards: {
    mayThink: isMove('think'),
    mayAct: isMove('act'),
    mayJudge: isMove('judge'),
    mustRest: isMove('rest'),
    hasStalled: isMove('stall'),
    isDone: ends('completed', 'skipped'),
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
    stall: sendParent(({ context }, reason: PauseReason): StepEvent => ({
      type: 'step.stalled',
      step: context.step,
      reason,
      at: context.at,
    })),
    askPerson: enqueueActions(({ context, enqueue }, approval: ApprovalRequest) => {
      enqueue.sendParent({ type: 'approval.needed', approval, at: context.at } satisfies StepEvent);
    }),
    observe: assign(({ context }, observation: { turn: StepRound; at: string }) => ({
      turns: [...context.turns, observation.turn],
      at: observation.at,
      rested: false,
    })),
    decide: assign(
      ({
        context: {
          turns,
          rules,
          markers,
          description,
          tool,
          rested,
          owes,
          outside,
          file,
          unreadTarget,
          callOfUnknownOutcome: unknown,
          at,
        },
      }) => ({
        move: nextMove(
          turns,
          {
            ...{ ...rules, owes, outside, file, unreadTarget, callOfUnknownOutcome: unknown, now: at },
            markedStep: markers ? { description, tool } : null,
          },
          rested,
        ),
      }),
    ),
    report: sendParent(({ context }): StepEvent => {
      const last = context.turns.findLast((turn) => turn.kind === 'tool' && turn.result.ok);
      const output = last?.kind === 'tool' ? last.result.output : undefined;
      return {
        type: 'step.ended',
        step: context.step,
        outcome: currentMove(context, 'end').outcome,
        output,
        ...textOfEnd(context),
        wrote: writeCounts(context.turns),
        owed: context.requiredWork,
        foreign: hasReadUntrustedText(context.turns),
        at: context.at,
      };
    }),
  },
  delays: {
    rest: ({ context }) => (context.move?.kind === 'rest' ? retryWait(context.at, context.move.until) : 0),
  },
});

/** The input of a step machine at its start or restart; everything else is in the journal. */
export function stepInput(run: Run, id: string, settings: Settings): StepInput {
  const step = findStep(run.plan.steps, id);
  if (!step) throw new Error(`no step ${id}`);
  const { limits } = settings;
  const thoroughness = effectiveThoroughness(run.reply_stats, settings);
  const direct =
    thoroughness !== 'careful' && step.tool !== undefined && step.parameters !== undefined
      ? {
          action: { call: 'direct', tool: step.tool, input: step.parameters },
          mends: thoroughness === 'balanced',
        }
      : null;
  return {
    step: id,
    attempt: step.attempts,
    description: step.description,
    tool: step.tool,
    rules: {
      limits,
      firstCalls: hasFirstCallsForStep(run, id) && step.attempts === 1 ? run.first_calls : [],
      answered: answeredEffects(run),
      resumedAt: run.resumed_at,
      direct,
      judges: thoroughness === 'careful' && asksForJudgement(step),
    },
  };
}
