import type { ToolCall } from '../../task/model-reply.ts';
import type { CallableTool } from '../../values/call-notations.ts';
import { callsAmidWords, callsWrittenAsText } from '../../values/written-calls.ts';
import { toolWithAction } from '../../values/tool-with-action.ts';
import { syntheticId } from './chat-messages.ts';
import { toolNameMatcher, cleanToolName } from './tool-name.ts';

/**
 * What must be known to find the tool calls in a reply: the tools on offer, and which texts were already in the
 * request.
 */
export interface ReplyContext {
  /** The number from which calls without an id are numbered. */
  firstCallNumber: number;
  /** The tools that the model may call. */
  offered: readonly CallableTool[];
  /** True if the reply is a thought about a step, in which a call may stand amid words. */
  isStep?: boolean;
  /** True if the text occurs in the messages sent to the model: a call in it is a quotation. */
  isForeign: (source: string) => boolean;
}

/**
 * Returns the text and the calls of a reply: the native calls, else the calls that the model wrote as text because its
 * server did not parse them, with the text before them. In a thought about a step, words may surround the calls.
 * Quotations of the messages sent to the model stay text.
 */
export function nativeOrWrittenCalls(
  text: string,
  nativeCalls: ToolCall[],
  context: ReplyContext,
): { text: string; calls: ToolCall[] } {
  const { offered, isForeign, firstCallNumber } = context;
  if (nativeCalls.length > 0 || offered.length === 0) return { text, calls: nativeCalls };
  const names = offered.map(({ name }) => name);
  const offeredToolName = (writtenToolName: string) => {
    const isIt = toolNameMatcher(writtenToolName);
    return (
      offered.find(({ name }) => isIt(name)) ??
      offered.find(({ aliases }) => aliases?.some(isIt)) ??
      toolWithAction(writtenToolName, offered)?.tool ??
      null
    );
  };
  const callsInReplyText =
    callsWrittenAsText(text, offeredToolName) ??
    (context.isStep === true ? callsAmidWords(text, offeredToolName) : null);
  if (!callsInReplyText || callsInReplyText.calls.some(({ source }) => isForeign(source)))
    return { text, calls: nativeCalls };
  const calls = callsInReplyText.calls.map(({ name, arguments: written }, place) => ({
    id: syntheticId(firstCallNumber + place),
    name: cleanToolName(name, names),
    arguments: written,
  }));
  return { text: callsInReplyText.before, calls };
}
