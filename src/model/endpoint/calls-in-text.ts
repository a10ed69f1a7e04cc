import type { ToolCall } from '../../task/model-reply.ts';
import { type Callable, writtenCalls } from '../../values/written-calls.ts';
import { syntheticId } from './chat-messages.ts';
import { isNamed, toolName } from './tool-name.ts';

/** What a reply is read with. */
export interface ReplyContext {
  /** Numbers the ids of calls that come without. */
  firstCallNumber: number;
  /** The tools that the model may call. */
  offered: readonly Callable[];
  /** Whether a text stands in what the model was told: a call in it is a quotation. */
  isForeign: (source: string) => boolean;
}

/**
 * The text and the calls of a reply: the calls that were made, else those that the model wrote as text because its
 * server did not parse them, with the text before them. What only quotes what the model was told stays text.
 */
export function callsOrWritten(
  text: string,
  made: ToolCall[],
  heard: ReplyContext,
): { text: string; calls: ToolCall[] } {
  const { offered, isForeign, firstCallNumber } = heard;
  if (made.length > 0 || offered.length === 0) return { text, calls: made };
  const names = offered.map(({ name }) => name);
  const named = (said: string) => {
    const isIt = isNamed(said);
    return offered.find(({ name }) => isIt(name)) ?? offered.find(({ aliases }) => aliases?.some(isIt)) ?? null;
  };
  const found = writtenCalls(text, named);
  if (!found || found.calls.some(({ source }) => isForeign(source))) return { text, calls: made };
  const calls = found.calls.map(({ name, arguments: written }, place) => ({
    id: syntheticId(firstCallNumber + place),
    name: toolName(name, names),
    arguments: written,
  }));
  return { text: found.before, calls };
}
