import { isRecord, parseJson } from '../../domain/json.ts';
import type { ToolCall } from '../../domain/model-reply.ts';
import type { ModelMessage } from '../../ports/language-model.ts';
import { argumentsOf } from './arguments-of.ts';

/**
 * A message as it goes back to a model: endpoints refuse arguments that are no JSON object, so a call that was written
 * otherwise goes back as it was read.
 */
export function withReadableCalls(message: ModelMessage): ModelMessage {
  return message.role === 'assistant' ? { ...message, calls: message.calls.map(readable) } : message;
}

function readable(call: ToolCall): ToolCall {
  if (isRecord(parseJson(call.arguments))) return call;
  return { ...call, arguments: JSON.stringify(argumentsOf(call) ?? { unreadable: call.arguments }) };
}
