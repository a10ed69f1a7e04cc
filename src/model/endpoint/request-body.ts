import type { ModelRequest } from '../../ports/language-model.ts';
import { chatMessages } from './chat-messages.ts';
import type { RefusablePart } from './refusable.ts';
import { reasoningEffortNames } from './efforts.ts';
import type { ReasoningEffort } from '../../records/profile.ts';
import { simplifyToolSchema } from './tool-schemas.ts';

/** Returns the smallest chat-completions body for the request, without the parts that this endpoint refuses. */
export function chatCompletionsBody(
  request: ModelRequest,
  { model, effort, refused }: { model: string; effort: ReasoningEffort; refused: ReadonlySet<RefusablePart> },
): Record<string, unknown> {
  const unforced = refused.has('tool_choice');
  const tools = request.choice === 'none' && unforced ? [] : request.tools;
  return {
    model,
    messages: chatMessages(request.messages, refused),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: refused.has('tool_schemas') ? simplifyToolSchema(schema) : schema },
      })),
    }),
    ...(tools.length > 0 && request.choice !== 'auto' && !unforced && { tool_choice: request.choice }),
    ...effortOf(effort, tools.length > 0, refused),
    ...formatOf(request, refused),
    ...(!refused.has('streaming') && {
      stream: true,
      ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
    }),
  };
}

/**
 * Returns the reasoning effort if it is not the endpoint's default. If the endpoint accepts tools only without
 * reasoning, returns `none` for a request with tools.
 */
function effortOf(
  effort: ReasoningEffort,
  withTools: boolean,
  refusedParts: ReadonlySet<RefusablePart>,
): Record<string, unknown> {
  if (withTools && refusedParts.has('reasoning')) return { reasoning_effort: 'none' };
  return effort === 'normal' || refusedParts.has('effort') ? {} : { reasoning_effort: reasoningEffortNames[effort] };
}

/**
 * Returns the response format: a schema, else any JSON object, else none, so that the prompt alone asks for JSON. Never
 * set together with tools.
 */
function formatOf({ format, tools }: ModelRequest, refusedParts: ReadonlySet<RefusablePart>): Record<string, unknown> {
  if (!format || tools.length > 0) return {};
  if (!refusedParts.has('json_schema'))
    return { response_format: { type: 'json_schema', json_schema: { ...format, strict: false } } };
  return refusedParts.has('json_object') ? {} : { response_format: { type: 'json_object' } };
}
