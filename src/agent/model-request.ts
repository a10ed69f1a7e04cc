import type { CallPurpose } from '../task/journal.ts';
import { isAboutContent, type ModelError, type ModelReply } from '../task/model-reply.ts';
import { contentHash } from '../values/content-hash.ts';
import { valueWithoutHiddenSigns } from '../values/hidden-signs.ts';
import type { LanguageModel, ModelForPurpose, ModelMessage, ModelRequest } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import { cutInSilence, fitToRoom, sizeOf } from './fitting.ts';
import { alternating, messageAsSent } from './messages.ts';
import type { Contract, Offer, Protocol } from '../protocols/protocol.ts';
import { promptsFor } from '../protocols/system-prompt.ts';
import { withoutImages } from './shown-images.ts';

/** One question to the model, in whichever protocol applies. */
export interface Question<Decision> {
  effect: string;
  step: string | null;
  /** The place where its text is shown as it streams. */
  place: string;
  purpose: CallPurpose;
  contract: Contract;
  offer: Offer;
  /** How often this failed just before: the delay grows with it. */
  tries: number;
  /**
   * Whether an empty reply has a harmless meaning here: it is then read like any other, not retried as a fault.
   */
  allowEmpty: boolean;
  /** The step whose first calls the reply may make after the end of its own. */
  next?: string;
  messages: (protocol: Protocol) => ModelMessage[];
  read: (protocol: Protocol, reply: ModelReply) => Decision;
}

/** The request of a question to this model, as far as it has room for it. */
export function requestOf<Decision>(
  context: AgentContext,
  question: Question<Decision>,
  protocol: Protocol,
  sees: boolean,
  room: number | null,
): ModelRequest {
  const { goal } = context.run().plan;
  const prompts = promptsFor(goal);
  const messages = question.messages(protocol);
  const shown = sees ? messages : withoutImages(prompts, messages);
  return {
    purpose: question.purpose,
    messages: alternating(protocol.encodeMessages(fitToRoom(prompts, shown, goal, room))).map(messageAsSent),
    ...valueWithoutHiddenSigns(protocol.requestOptions(question.contract, question.offer)),
  };
}

/** Remembers that the model takes no more than this; false where the request cannot be made shorter. */
export function isNarrowed<Decision>(
  context: AgentContext,
  question: Question<Decision>,
  protocol: Protocol,
  inUse: ModelForPurpose,
  request: ModelRequest,
  room: number,
): boolean {
  const sees = request.messages.some((message) => message.role === 'user' && message.images?.length);
  const shorter = requestOf(context, question, protocol, sees, room);
  if (sizeOf(shorter.messages) >= sizeOf(request.messages)) return false;
  inUse.narrow(room);
  return true;
}

/** What the model reports to have read where that is far less than was sent, twice in a row; null where it read the whole. */
export function readOfIt(
  { cut }: AgentContext,
  model: LanguageModel,
  request: ModelRequest,
  { usage }: ModelReply,
): number | null {
  const read = cutInSilence(request, usage);
  const before = cut.get(model);
  if (read === null) {
    cut.delete(model);
    return null;
  }
  cut.set(model, read);
  /** A window is the same each time; what a cache leaves to be read hardly ever is. */
  const alike = before !== undefined && read < before * 1.1 && before < read * 1.1;
  return alike ? Math.max(before, read) : null;
}

/** Whether a request that was refused for its content may be taken with its calls and tools as text. */
export function mayDoWithoutCalls(error: ModelError, { messages }: ModelRequest): boolean {
  if (error.code !== 'bad_request' || !isAboutContent(error)) return false;
  return messages.some(({ role }) => role === 'tool') || /\b(?:tools?|functions?|schema)\b/i.test(error.detail);
}

/** The refusal of this question in this form, for which the plan was paused; null where there is none. */
export function refusedBefore({ run }: AgentContext, form: string): ModelError | null {
  const { refused } = run();
  if (!refused?.request?.split(' ').includes(form)) return null;
  return refused.code === 'bad_request' ? { ...refused, code: 'refused' } : refused;
}

/**
 * A hash of a question and the form in which it is put: the endpoint, the protocol, the room and the tools. What the
 * person says or changes forgets the refusal; that time has passed and the work goes on makes it no other question.
 */
export function formOf<Decision>(
  { effect, offer: { tools } }: Question<Decision>,
  { name, room }: ModelForPurpose,
  protocol: Protocol,
): string {
  return contentHash({ effect, name, room, protocol: protocol.name, tools });
}
