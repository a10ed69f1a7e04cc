import * as z from 'zod/mini';
import type { ChangedThing } from './claimed/changed-things.ts';
import type { ReplyFallbackCode } from './fallback.ts';
import { JsonObject } from '../values/json.ts';
import type { Step } from '../plan/step.ts';

const ProposedPart = z.object({
  id: z.nullable(z.string()),
  description: z.string().check(z.minLength(1)),
  tool: z.nullable(z.string()),
  parameters: z.nullable(JsonObject),
  dependencies: z.array(z.string()),
  expected_output: z.nullable(z.string()),
});

/** A step proposed by a model. `parts`: the steps that were folded into it, if they cannot be one. */
export const ProposedStep = z.extend(ProposedPart, { parts: z.optional(z.array(ProposedPart)) });
export type ProposedStep = z.infer<typeof ProposedStep>;

/** One tool call requested by the model; its result is returned under the id `call`. */
export const Action = z.object({ call: z.string(), tool: z.string(), input: z.unknown() });
export type Action = z.infer<typeof Action>;

/** The most calls of one reply that are made; the model is told that further ones were not. */
export const maxCallsOfReply = 50;

/** The first tool calls of a step, requested by the reply that ended the step before. */
export const NextStepCalls = z.object({ step: z.string(), actions: z.array(Action) });
export type NextStepCalls = z.infer<typeof NextStepCalls>;

/** A reply that broke its contract, in any protocol; `violation` is sent to the model for repair. */
export interface InvalidDecision {
  kind: 'invalid';
  violation: string;
}

/** An error in the steps of a proposal. */
export type ProposalError =
  | { code: 'same_id'; params: { id: string } }
  | { code: 'no_dependency' | 'no_reference'; params: { id: string; at: string; step: string } }
  | { code: 'no_tool'; params: { tool: string; at: string } }
  | { code: 'circle'; params: { ids: string } };

export type IntakeDecision =
  | { kind: 'answer'; text: string }
  | { kind: 'plan'; steps: ProposedStep[]; mended?: ProposalError }
  /** `words`: what the reply says beside its calls. */
  | { kind: 'act'; actions: Action[]; steps: ProposedStep[]; words?: string; mended?: ProposalError }
  | InvalidDecision;

/** The steps of a plan; `mended` is an error that the model did not repair and that was fixed by rule. */
export type PlanDecision = { kind: 'plan'; steps: ProposedStep[]; mended?: ProposalError } | InvalidDecision;

/**
 * The reply to a request for a plan; it is an answer if the model declines the work again after it was asked about
 * that.
 */
export type DraftDecision = PlanDecision | Extract<IntakeDecision, { kind: 'answer' }>;

export type ThoughtDecision = ValidThought | InvalidDecision;

/** `declared`: further steps to add to the plan when this step has ended. */
type ValidThought = { declared?: ProposedStep[] } &
  /** Calls to make in order; `finish` ends the step once all of them have succeeded. */
  (
    | { kind: 'act'; actions: Action[]; note: string; finish: Finish | null }
    | { kind: 'ask'; question: string }
    /** `next`: the first calls of the next step. */
    | ({ kind: 'done'; next?: NextStepCalls; /** True if the end was stated in prose. */ words?: true } & Finish)
    | { kind: 'blocked'; reason: string }
    /** Prose in the *markers* protocol: a round that neither acts nor ends the step. */
    | { kind: 'round'; note: string }
  );

interface Finish {
  response: string | null;
  fits: boolean;
  /** What the step changed, as the model says in a field of its own. */
  changed?: ChangedThing[];
}

/** The model's verdict on an ended step. */
export const Evaluation = z.object({
  success: z.boolean(),
  decision: z.enum(['continue', 'retry', 'skip', 'replan', 'stop']),
  reason: z.string(),
});
export type Evaluation = z.infer<typeof Evaluation>;

export type EvaluationDecision = { kind: 'judged'; evaluation: Evaluation } | InvalidDecision;

export type ReplanDecision =
  /** `planned`: the number of steps before the surplus was merged into the last one. */
  | { kind: 'replanned'; steps: ProposedStep[]; planned?: number; mended?: ProposalError }
  /** `taken`: the default that was applied because the reply was ambiguous. */
  | { kind: 'unchanged'; taken?: ReplyFallbackCode }
  | { kind: 'ask'; question: string }
  | { kind: 'done'; response: string; taken?: ReplyFallbackCode }
  | InvalidDecision;

const judging =
  /\b(?:analy[sz]e|analysis|assess|judge|compare|comparison|check|evaluate|review|verify)\b|分析|判断|比较|对比|检查|评估|核对/i;

/**
 * Returns true if a step's result should be judged by the model (which is done only if thoroughness is *careful*): the
 * step has an expected output, or its description names such work as comparing or checking.
 */
export function asksForJudgement(step: Pick<Step, 'description' | 'expected_output'>): boolean {
  return step.expected_output !== undefined || judging.test(step.description);
}
