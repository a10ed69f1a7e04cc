import type {
  EvaluationDecision,
  IntakeDecision,
  PlanDecision,
  ReplanDecision,
  ThoughtDecision,
} from '../task/decision.ts';
import type { ModelReply } from '../task/model-reply.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import type { StepRound } from '../task/transcript.ts';
import type { ModelMessage, ModelRequest, OfferedTool } from '../ports/language-model.ts';
import type { Prompts } from './prompts.ts';

/** The kind of reply that is requested; `answer` is prose. */
export type ReplyKind = 'intake' | 'plan' | 'answer' | 'thought' | 'replan' | 'evaluation';

/**
 * What a request offers to the model. The kind of reply (`ReplyKind`, the contract) determines which of the fields are
 * used.
 */
export interface ReplyRequestOptions {
  /** The available tools, if the contract uses them. */
  tools: OfferedTool[];
  /** True if a step is open or running; otherwise a replan cannot be `unchanged`. */
  open: boolean;
  /** True if only the closing answer is requested. */
  onlyClosing: boolean;
  /** True if a step that is one call with complete input needs no description. */
  terse?: boolean;
  /** True if the end of a step is to say in a field what it changed, since its words cannot be read. */
  declares?: boolean;
  /** True if the previous reply could not be used, and the model was told so. */
  asked?: boolean;
}

/** What a protocol must know to parse a reply as a thought: the rounds before it, the step, and the next step. */
export interface ThoughtContext {
  /** The turns before this one. */
  turns: readonly StepRound[];
  description: string;
  /** The step whose first calls may follow the end of this one in the same reply. */
  next?: string | null | undefined;
}

/** One encoding of decisions. Reading is pure and never throws: an unreadable reply is `invalid`. */
export interface Protocol {
  name: ProtocolName;
  /** The part of a request that determines the form of the reply. */
  requestOptions(contract: ReplyKind, offer: ReplyRequestOptions): Pick<ModelRequest, 'tools' | 'choice' | 'format'>;
  /** The instructions on tools for the system prompt, if the request itself does not carry them. */
  instructions(contract: ReplyKind, prompts: Prompts, offer: ReplyRequestOptions): string;
  /** Encodes a conversation with calls and results in this protocol's form. */
  encodeMessages(messages: readonly ModelMessage[]): ModelMessage[];
  readIntake(reply: ModelReply): IntakeDecision;
  readPlan(reply: ModelReply): PlanDecision;
  readThought(reply: ModelReply, scene: ThoughtContext): ThoughtDecision;
  /** `known` are the ids that a dependency may name. */
  readReplan(reply: ModelReply, known: readonly string[], offer: ReplyRequestOptions): ReplanDecision;
  readEvaluation(reply: ModelReply): EvaluationDecision;
}
