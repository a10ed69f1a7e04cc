import type { ToolCall } from '../../domain/model/model-reply.ts';
import type { ModelMessage, ModelRequest } from '../../ports/language-model.ts';

/** The request parts that some endpoints refuse, and what is sent to those instead. */
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

/** The signature that Gemini accepts for a call that it did not make itself (P4). */
const unsigned = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

/** The smallest chat-completions body for the request, without the parts that this endpoint refuses (P6). */
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

/**
 * The response format by the ladder of R4.4: a schema, else any JSON object, else none, with the prompt alone asking
 * for JSON. Never set together with tools (F7).
 */
function formatOf({ format, tools }: ModelRequest, refused: ReadonlySet<Refusable>): Record<string, unknown> {
  if (!format || tools.length > 0) return {};
  if (!refused.has('json_schema'))
    return { response_format: { type: 'json_schema', json_schema: { ...format, strict: false } } };
  return refused.has('json_object') ? {} : { response_format: { type: 'json_object' } };
}

/** The messages; where there is no system role, its text goes before the first user message (P1). */
function spoken(messages: readonly ModelMessage[], refused: ReadonlySet<Refusable>): readonly ModelMessage[] {
  const [system, first, ...rest] = messages;
  if (!refused.has('system_role') || system?.role !== 'system') return messages;
  return first?.role === 'user'
    ? [{ ...first, text: `${system.text}\n\n${first.text}` }, ...rest]
    : [{ role: 'user', text: system.text }, ...messages.slice(1)];
}

function written(message: ModelMessage, refused: ReadonlySet<Refusable>): Record<string, unknown> {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: contentOf(message) };
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

/** Text alone stays a string, since some endpoints refuse a list of parts. */
function contentOf({ text, images = [] }: ModelMessage & { role: 'user' }): string | Record<string, unknown>[] {
  if (images.length === 0) return text;
  return [{ type: 'text', text }, ...images.map(({ url }) => ({ type: 'image_url', image_url: { url } }))];
}

/** `first`: the first of several calls, none of which has provider data to echo. */
function extraOf(call: ToolCall, first: boolean, refused: ReadonlySet<Refusable>): Record<string, unknown> {
  if (refused.has('call_extras')) return {};
  return refused.has('missing_signature') && first ? unsigned : (call.extra ?? {});
}
