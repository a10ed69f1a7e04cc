import type { ToolCall } from '../../domain/model/model-reply.ts';
import { type Callable, writtenCalls } from '../../domain/text/written-calls.ts';
import { madeUpId } from './chat-messages.ts';
import { isNamed, toolName } from './tool-name.ts';

/** What a reply is read with. */
export interface Heard {
  /** Numbers the ids of calls that come without. */
  firstCallNumber: number;
  /** The tools that the model may call. */
  offered: readonly Callable[];
  /** Whether a text stands in what the model was told: a call in it is a quotation. */
  isForeign: (source: string) => boolean;
}

/**
 * The calls that a model wrote as text because its server did not parse them, and the text before them; null where the
 * text contains none, or only quotes what the model was told.
 */
export function callsInText(text: string, heard: Heard): { text: string; calls: ToolCall[] } | null {
  const { offered, isForeign, firstCallNumber } = heard;
  if (offered.length === 0) return null;
  const names = offered.map(({ name }) => name);
  const found = writtenCalls(text, (name) => offered.find((each) => isNamed(name)(each.name)) ?? null);
  if (!found || found.calls.some(({ source }) => isForeign(source))) return null;
  const calls = found.calls.map(({ name, arguments: written }, place) => ({
    id: madeUpId(firstCallNumber + place),
    name: toolName(name, names),
    arguments: written,
  }));
  return { text: found.before, calls };
}
