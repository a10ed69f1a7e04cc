import type { CallPurpose } from '../task/journal.ts';
import { isContentRejection, type ModelError, type ModelReply } from '../task/model-reply.ts';
import { contentHash } from '../values/content-hash.ts';
import { valueWithoutHiddenCharacters } from '../values/hidden-characters.ts';
import type { LanguageModel, ModelForPurpose, ModelMessage, ModelRequest } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import { truncatedInputTokens, shortenMessages, estimateMessageTokens } from './fit-context.ts';
import { mergeMessagesOfSameRole, messageWithoutHiddenCharacters } from './messages.ts';
import type { ReplyKind, ReplyRequestOptions, Protocol } from '../protocols/protocol.ts';
import { callableTools } from '../protocols/tools-protocol.ts';
import { promptsFor } from '../protocols/system-prompt.ts';
import { haveImages, withoutImages } from './shown-images.ts';

/** One question to the model, independent of the protocol. */
export interface ModelQuestion<Decision> {
  effect: string;
  step: string | null;
  /** The place at which the reply is shown while it streams. */
  place: string;
  purpose: CallPurpose;
  contract: ReplyKind;
  offer: ReplyRequestOptions;
  /** The number of failures in a row before this call, on which the retry delay depends. */
  tries: number;
  /** True if an empty reply has a harmless meaning here: it is then read like any other instead of being retried. */
  allowEmpty: boolean;
  /**
   * The id of the next step, if the reply may end its own step and in addition make the first calls of that next one.
   */
  next?: string;
  /** Outside steps: the number of the task's events that the request shows. */
  events?: number;
  messages: (protocol: Protocol) => ModelMessage[];
  read: (protocol: Protocol, reply: ModelReply) => Decision;
}

/** The request of a question to this model, shortened to the room it has. */
export function buildModelRequest<Decision>(
  context: AgentContext,
  question: ModelQuestion<Decision>,
  protocol: Protocol,
  sees: boolean,
  room: number | null,
): ModelRequest {
  const run = context.run();
  const prompts = promptsFor(run.plan.goal, undefined, run.language);
  const messages = question.messages(protocol);
  const visibleMessages = sees ? messages : withoutImages(prompts, messages);
  const options = protocol.requestOptions(question.contract, question.offer);
  const described = options.tools.length > 0 ? [] : callableTools(question.contract, question.offer);
  return {
    purpose: question.purpose,
    messages: mergeMessagesOfSameRole(
      protocol.encodeMessages(shortenMessages(prompts, visibleMessages, run.plan.goal, room)),
    ).map(messageWithoutHiddenCharacters),
    ...valueWithoutHiddenCharacters(options),
    ...(described.length > 0 && { described }),
  };
}

/**
 * Stores that the model accepts at most `room` tokens, if the request can be made shorter for it, and returns true;
 * otherwise changes nothing and returns false.
 */
export function adoptSmallerContextWindow<Decision>(
  context: AgentContext,
  question: ModelQuestion<Decision>,
  protocol: Protocol,
  inUse: ModelForPurpose,
  request: ModelRequest,
  room: number,
): boolean {
  const shorter = buildModelRequest(context, question, protocol, haveImages(request.messages), room);
  if (estimateMessageTokens(shorter.messages) >= estimateMessageTokens(request.messages)) return false;
  inUse.narrow(room);
  return true;
}

/**
 * Returns the tokens that the model reports to have read if they were far fewer than sent, twice in a row; otherwise
 * null.
 */
export function tokensReadWhenTruncated(
  { readTokens: cut }: AgentContext,
  model: LanguageModel,
  request: ModelRequest,
  { usage }: ModelReply,
): number | null {
  const inputTokensRead = truncatedInputTokens(request, usage);
  const before = cut.get(model);
  if (inputTokensRead === null) {
    cut.delete(model);
    return null;
  }
  cut.set(model, inputTokensRead);
  /**
   * Two reports must be nearly equal to prove a truncation: the context window is the same each time, while the part of
   * a prompt that was not read from a cache hardly ever is.
   */
  const alike = before !== undefined && inputTokensRead < before * 1.1 && before < inputTokensRead * 1.1;
  return alike ? Math.max(before, inputTokensRead) : null;
}

/** True if a request whose content was refused may be accepted with its calls and tools as text. */
export function mayAcceptCallsAsText(error: ModelError, { messages }: ModelRequest): boolean {
  if (error.code !== 'bad_request' || error.moderated || !isContentRejection(error)) return false;
  return messages.some(({ role }) => role === 'tool') || /\b(?:tools?|functions?|schema)\b/i.test(error.detail);
}

/**
 * Returns the error with which the endpoint refused this request before, if nothing about the request has changed
 * since; otherwise null. `form` returns the hash from `questionHash`.
 */
export function errorOfSameRequest({ run }: AgentContext, form: () => string): ModelError | null {
  const { refused } = run();
  if (!refused?.request?.split(' ').includes(form())) return null;
  return refused.code === 'bad_request' ? { ...refused, code: 'refused' } : refused;
}

/**
 * A hash of a question together with endpoint, protocol, context size and tools. A request with the same hash as a
 * refused one is not sent again until the person sends a message or edits the plan.
 */
export function questionHash<Decision>(
  { effect, offer: { tools } }: ModelQuestion<Decision>,
  { name, room }: ModelForPurpose,
  protocol: Protocol,
): string {
  return contentHash({ effect, name, room, protocol: protocol.name, tools });
}
