import type { ModelReply, ToolCall } from '../../domain/model-reply.ts';

/** The id under which a call's result goes back: its own where that is unique, else one made from its place. */
export function callId(reply: ModelReply, call: ToolCall): string {
  const sameId = (id: string) => reply.calls.filter((other) => other.id === id).length;
  if (call.id !== '' && sameId(call.id) === 1) return call.id;
  let made = `call_${reply.calls.indexOf(call) + 1}`;
  while (sameId(made) > 0) made += '_';
  return made;
}
