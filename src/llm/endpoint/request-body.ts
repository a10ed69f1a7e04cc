import type { ToolCall } from '../../domain/model/model-reply.ts';
import type { ModelMessage, ModelRequest } from '../../ports/language-model.ts';

/** Parts of a request that some endpoints refuse, and what is sent to those instead. */
export type Refusable =
  | 'stream_options'
  | 'tool_choice'
  | 'null_content'
  | 'missing_reasoning'
  | 'reasoning'
  | 'missing_signature'
  | 'call_extras'
  | 'system_role'
  | 'json_schema'
  | 'json_object';

/** What Gemini takes for the signature of a call that it did not make itself (P4). */
const unsigned = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

/** The smallest chat-completions body that says what the request says, without the parts this endpoint refuses (P6). */
export function requestBody(
  model: string,
  request: ModelRequest,
  refused: ReadonlySet<Refusable>,
): Record<string, unknown> {
  const unforced = refused.has('tool_choice');
  const tools = request.choice === 'none' && unforced ? [] : request.tools;
  return {
    model,
    messages: spoken(request.messages, refused).map((message) => written(message, refused)),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
    }),
    ...(tools.length > 0 && request.choice !== 'auto' && !unforced && { tool_choice: request.choice }),
    ...(tools.length > 0 && refused.has('reasoning') && { reasoning_effort: 'none' }),
    ...formatOf(request, refused),
    stream: true,
    ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
  };
}

/** The ladder of R4.4: a schema, else any JSON object, else only the prompt asks for JSON. Never beside tools (F7). */
function formatOf({ format, tools }: ModelRequest, refused: ReadonlySet<Refusable>): Record<string, unknown> {
  if (!format || tools.length > 0) return {};
  if (!refused.has('json_schema'))
    return { response_format: { type: 'json_schema', json_schema: { ...format, strict: false } } };
  return refused.has('json_object') ? {} : { response_format: { type: 'json_object' } };
}

/** Where there is no role for the system its text goes before the first thing the person says (P1). */
function spoken(messages: readonly ModelMessage[], refused: ReadonlySet<Refusable>): readonly ModelMessage[] {
  const [system, first, ...rest] = messages;
  if (!refused.has('system_role') || system?.role !== 'system') return messages;
  return first?.role === 'user'
    ? [{ role: 'user', text: `${system.text}\n\n${first.text}` }, ...rest]
    : [{ role: 'user', text: system.text }, ...messages.slice(1)];
}

function written(message: ModelMessage, refused: ReadonlySet<Refusable>): Record<string, unknown> {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.call, content: message.text };
    case 'assistant':
      if (message.calls.length === 0) return { role: 'assistant', content: message.text };
      return {
        role: 'assistant',
        content: message.text === '' && !refused.has('null_content') ? null : message.text,
        ...(refused.has('missing_reasoning') && { reasoning_content: '' }),
        tool_calls: message.calls.map((call, place) => ({
          ...extraOf(call, place === 0 && message.calls.every(({ extra }) => !extra), refused),
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: call.arguments },
        })),
      };
  }
}

/** `first`: the first of several calls, none of which came with anything to be echoed. */
function extraOf(call: ToolCall, first: boolean, refused: ReadonlySet<Refusable>): Record<string, unknown> {
  if (refused.has('call_extras')) return {};
  return refused.has('missing_signature') && first ? unsigned : (call.extra ?? {});
}
