import type {
  EvaluationDecision,
  IntakeDecision,
  PlanDecision,
  ReplanDecision,
  ThoughtDecision,
} from '../../domain/task/decision.ts';
import type { ModelReply } from '../../domain/model/model-reply.ts';
import type { ProtocolName } from '../../domain/model/protocol-name.ts';
import type { Turn } from '../../domain/task/transcript.ts';
import type { ModelMessage, ModelRequest, OfferedTool } from '../../ports/language-model.ts';
import type { Prompts } from '../prompts/prompts.ts';

/** What is asked of a model; `answer` wants prose. */
export type Contract = 'intake' | 'plan' | 'answer' | 'thought' | 'replan' | 'evaluation';

/** What a call offers, by contract. */
export interface Offer {
  /** The registry's tools, where the contract has use for them. */
  tools: OfferedTool[];
  /** A step remains or runs: without one a replan cannot be `unchanged`. */
  open: boolean;
  /** Nothing but the closing answer is wanted (R3.10). */
  onlyClosing: boolean;
  /** A step that is one call with all of its input need not be put into words (R3.10). */
  terse?: boolean;
  /** The reply before could not be used, and the model was told so. */
  asked?: boolean;
}

/** What a thought is read against. */
export interface ThoughtContext {
  /** The turns before this one. */
  turns: readonly Turn[];
  description: string;
  tool?: string | undefined;
}

/** One way for decisions to travel (R4.3–R4.5). Reading is pure and never throws: what cannot be read is `invalid`. */
export interface Protocol {
  name: ProtocolName;
  /** The part of a request that shapes the reply. */
  shape(contract: Contract, offer: Offer): Pick<ModelRequest, 'tools' | 'choice' | 'format'>;
  /** What the system prompt must say of the tools, which the request itself does not carry. */
  teach(contract: Contract, prompts: Prompts, offer: Offer): string;
  /** A conversation with calls and results, in the form this protocol has for them. */
  speak(messages: readonly ModelMessage[]): ModelMessage[];
  readIntake(reply: ModelReply): IntakeDecision;
  readPlan(reply: ModelReply): PlanDecision;
  readThought(reply: ModelReply, scene: ThoughtContext): ThoughtDecision;
  /** `known` are the ids that a dependency may name. */
  readReplan(reply: ModelReply, known: readonly string[], offer: Offer): ReplanDecision;
  readEvaluation(reply: ModelReply): EvaluationDecision;
}
