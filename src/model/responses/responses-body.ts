import type { ReasoningEffort } from '../../records/profile.ts';
import { reasoningEffortNames } from '../endpoint/efforts.ts';
import type { ModelMessage, ModelRequest } from '../../ports/language-model.ts';
import { withOneResultPerCall, createCallIdMapper } from '../endpoint/chat-messages.ts';
import { replyPartsWithReasoning } from '../endpoint/reasoning-in-place.ts';
import { simplifyToolSchema } from '../endpoint/tool-schemas.ts';
import type { RefusablePart } from '../endpoint/refusable.ts';

type Item = Record<string, unknown>;

/**
 * Returns the body of a Responses request with only the fields that are needed and that this endpoint accepts. Except
 * in background mode, the provider is told to store nothing; reasoning therefore comes encrypted, with a summary, and
 * later requests return it at its original position.
 */
export function responsesBody(
  { messages, tools, choice, format }: ModelRequest,
  {
    model,
    source,
    effort,
    refused,
    background = false,
  }: {
    model: string;
    source: string;
    effort: ReasoningEffort;
    refused: ReadonlySet<RefusablePart>;
    background?: boolean;
  },
): Item {
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first.text : null;
  const unforced = refused.has('tool_choice');
  const offeredTools = choice === 'none' && unforced ? [] : tools;
  return {
    model,
    ...(system !== null && { instructions: system }),
    input: inputItems(system === null ? messages : rest, source),
    ...(offeredTools.length > 0 && {
      tools: offeredTools.map(({ name, description, schema }) => ({
        ...{
          type: 'function',
          name,
          description,
          parameters: refused.has('tool_schemas') ? simplifyToolSchema(schema) : schema,
          strict: false,
        },
      })),
    }),
    ...(offeredTools.length > 0 && choice !== 'auto' && !unforced && { tool_choice: choice }),
    ...(format && offeredTools.length === 0 && textFormat(format, refused)),
    ...reasoningOf(effort, refused),
    ...(background ? { background: true, store: true } : !refused.has('store') && { store: false }),
    ...(!refused.has('streaming') && { stream: true }),
  };
}

function textFormat(format: NonNullable<ModelRequest['format']>, refusedParts: ReadonlySet<RefusablePart>): Item {
  if (!refusedParts.has('json_schema')) return { text: { format: { type: 'json_schema', ...format, strict: false } } };
  return refusedParts.has('json_object') ? {} : { text: { format: { type: 'json_object' } } };
}

function reasoningOf(effort: ReasoningEffort, refusedParts: ReadonlySet<RefusablePart>): Item {
  return {
    ...(!refusedParts.has('reasoning_effort') && {
      reasoning: {
        effort: reasoningEffortNames[effort],
        ...(!refusedParts.has('reasoning_summary') && { summary: 'auto' }),
      },
    }),
    ...(!refusedParts.has('encrypted_reasoning') && { include: ['reasoning.encrypted_content'] }),
  };
}

/** Returns a history as items: each call followed by its result, the reasoning of a reply before its text and calls. */
function inputItems(messages: readonly ModelMessage[], source: string): Item[] {
  const number = createCallIdMapper((id) => id.length > 0 && id.length <= 64);
  return withOneResultPerCall(messages).flatMap((message) => itemsOf(number(message), source));
}

function itemsOf(message: ModelMessage, source: string): Item[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.text }];
    case 'user':
      return [{ role: 'user', content: contentOf(message) }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.call, output: message.text }];
    case 'assistant': {
      const { text, calls, reasoning } = message;
      return replyPartsWithReasoning(reasoning, source, {
        text: text === '' ? [] : [{ role: 'assistant', content: text }],
        calls: calls.map((call) => ({
          ...{ type: 'function_call', call_id: call.id, name: call.name, arguments: call.arguments },
        })),
      });
    }
  }
}

function contentOf({ text, images = [] }: Extract<ModelMessage, { role: 'user' }>): string | Item[] {
  if (images.length === 0) return text;
  return [{ type: 'input_text', text }, ...images.map(({ url }) => ({ type: 'input_image', image_url: url }))];
}
