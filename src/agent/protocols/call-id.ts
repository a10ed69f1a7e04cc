import type { ModelReply, ToolCall } from '../../domain/model-reply.ts';

/** The id under which a call's result goes back: its own where that is unique, else one made from its place. */
export function callId(reply: ModelReply, call: ToolCall): string {
  const own = call.id !== '' && reply.calls.filter((other) => other.id === call.id).length === 1;
  return own ? call.id : `call_${reply.calls.indexOf(call) + 1}`;
}
