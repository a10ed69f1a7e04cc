import type { ReasoningEffort } from '../../records/profile.ts';
import { reasoningEffortNames } from '../endpoint/efforts.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import type { ModelImage, ModelMessage, ModelRequest } from '../../ports/language-model.ts';
import { withOneResultPerCall, requiredMessageTexts, createCallIdMapper } from '../endpoint/chat-messages.ts';
import { replyPartsWithReasoning } from '../endpoint/reasoning-in-place.ts';
import { simplifyToolSchema } from '../endpoint/tool-schemas.ts';
import type { RefusablePart } from '../endpoint/refusable.ts';

type Block = Record<string, unknown>;
interface Turn {
  role: 'user' | 'assistant';
  content: Block[];
}

/** The maximum length of a reply, its thinking included, in tokens; older models accept less. */
const longest = { usual: 32_000, older: 8192, oldest: 4096 };
/** The tokens for thinking, if the model takes a number and not an effort; always fewer than a reply may have. */
const budgets: Readonly<Record<ReasoningEffort, number>> = { quick: 1024, normal: 4096, thorough: 16_000 };
const cached = { cache_control: { type: 'ephemeral' } };
/**
 * The characters from which a text of the user is split into blocks, at the end of a line: the vendor caches whole
 * blocks, so that prompts that begin alike are read from the cache up to the last block that they share.
 */
const blockLength = 256;
/** The characters at the end of a prompt that the next one is not expected to repeat. */
const newLength = 256;

/**
 * Returns the smallest body of a Messages request, without the parts that this endpoint refuses. The vendor caches the
 * tools and the system text, the beginning of the user's first text, and the history up to each of its last two turns.
 */
export function messagesBody(
  { messages, tools, choice, format }: ModelRequest,
  {
    model,
    source,
    effort,
    refused,
  }: { model: string; source: string; effort: ReasoningEffort; refused: ReadonlySet<RefusablePart> },
): Block {
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first.text : '';
  const turns = turnsOf(first?.role === 'system' ? rest : messages, source);
  const thinking = thinkingOf(turns, effort, refused);
  const forced = choice === 'required' && !('thinking' in thinking) && !refused.has('tool_choice');
  const max = refused.has('max_tokens_again') ? 'oldest' : refused.has('max_tokens') ? 'older' : 'usual';
  return {
    model,
    max_tokens: longest[max],
    ...(system !== '' && { system: [{ type: 'text', text: system, ...(!refused.has('cache_control') && cached) }] }),
    messages: refused.has('cache_control') ? turns : withBreakpoints(turns),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        ...{ name, description, input_schema: refused.has('tool_schemas') ? simplifyToolSchema(schema) : schema },
      })),
    }),
    ...(tools.length > 0 && choice === 'none' && { tool_choice: { type: 'none' } }),
    ...(tools.length > 0 && forced && { tool_choice: { type: 'any' } }),
    ...thinking,
    ...(format && tools.length === 0 && !refused.has('json_schema') && outputFormat(format.schema, thinking)),
    ...(!refused.has('streaming') && { stream: true }),
  };
}

/**
 * Returns the request fields that ask for thinking: adaptive thinking with a summary, else a number of tokens, else
 * none. A model that takes a number requires that the turn whose calls were just answered begins with thinking; if that
 * turn does not, no thinking is requested.
 */
function thinkingOf(turns: readonly Turn[], effort: ReasoningEffort, refusedParts: ReadonlySet<RefusablePart>): Block {
  if (!refusedParts.has('adaptive_thinking'))
    return {
      thinking: { type: 'adaptive', ...(!refusedParts.has('thinking_display') && { display: 'summarized' }) },
      ...(!refusedParts.has('output_effort') && { output_config: { effort: reasoningEffortNames[effort] } }),
    };
  const latest = turns.at(-2)?.content ?? [];
  const isBare = latest.some(({ type }) => type === 'tool_use') && !/thinking/.test(String(latest[0]?.type));
  if (refusedParts.has('thinking') || refusedParts.has('max_tokens_again') || isBare) return {};
  return {
    thinking: {
      type: 'enabled',
      budget_tokens: refusedParts.has('max_tokens') ? Math.min(budgets[effort], budgets.normal) : budgets[effort],
    },
  };
}

function outputFormat(schema: Block, thinking: Block): Block {
  const config = isRecord(thinking.output_config) ? thinking.output_config : {};
  return { output_config: { ...config, format: { type: 'json_schema', schema } } };
}

/** A history with user and assistant alternating; the results of a reply's calls come first in the turn after it. */
function turnsOf(messages: readonly ModelMessage[], source: string): Turn[] {
  const number = createCallIdMapper((id) => /^[\w-]{1,64}$/.test(id));
  const turns: Turn[] = [];
  for (const message of withOneResultPerCall(messages)) {
    const { role, content } = turnOf(number(message), source);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) turns.push({ role, content });
  }
  if (turns[0]?.role !== 'user')
    turns.unshift({ role: 'user', content: [{ type: 'text', text: requiredMessageTexts.goOn }] });
  if (turns.at(-1)?.role === 'assistant')
    turns.push({ role: 'user', content: [{ type: 'text', text: requiredMessageTexts.goOn }] });
  return turns;
}

function turnOf(message: ModelMessage, source: string): Turn {
  switch (message.role) {
    case 'system':
      return { role: 'user', content: textBlocks(message.text) };
    case 'user':
      return {
        role: 'user',
        content: [...splitText(message.text).flatMap(textBlocks), ...(message.images ?? []).flatMap(imageBlock)],
      };
    case 'tool': {
      const content = message.text.trim() === '' ? {} : { content: message.text };
      return { role: 'user', content: [{ type: 'tool_result', tool_use_id: message.call, ...content }] };
    }
    case 'assistant': {
      const { text, calls, reasoning } = message;
      const content = replyPartsWithReasoning(reasoning, source, {
        text: textBlocks(text),
        calls: calls.map(({ id, name, arguments: written }) => ({
          type: 'tool_use',
          id,
          name,
          input: inputOf(written),
        })),
      });
      return { role: 'assistant', content };
    }
  }
}

/** Splits a text at line ends into pieces of at least `blockLength`; texts that begin alike are split alike. */
function splitText(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const end = text.indexOf('\n', from + blockLength);
    if (end < 0 || end + 1 === text.length) return [...pieces, text.slice(from)];
    pieces.push(text.slice(from, end + 1));
    from = end + 1;
  }
}

/** Returns no block for blank text, which the API refuses. */
function textBlocks(text: string): Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function imageBlock({ url }: ModelImage): Block[] {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return type === undefined ? [] : [{ type: 'image', source: { type: 'base64', media_type: type, data } }];
}

/** Returns the arguments of a call; arguments that are no object are wrapped in one, still readable. */
function inputOf(argumentsJson: string): Block {
  const input = parseJson(argumentsJson.trim() === '' ? '{}' : argumentsJson);
  return isRecord(input) ? input : { arguments: argumentsJson };
}

/**
 * Returns the turns with three cache breakpoints: at the ends of the last two user turns, and at the last block of the
 * first turn that other prompts may share.
 */
function withBreakpoints(turns: readonly Turn[]): Turn[] {
  const cachedBlocks = new Set([turns.length - 1, turns.length - 3].map((place) => turns[place]?.content.at(-1)));
  cachedBlocks.add(lastShared(turns[0]?.content ?? []));
  return turns.map(({ role, content }) => ({
    role,
    content: content.map((block) => (cachedBlocks.has(block) ? { ...block, ...cached } : block)),
  }));
}

/** Returns the last text block that ends at least `newLength` characters before the end of the text; else undefined. */
function lastShared(content: readonly Block[]): Block | undefined {
  let after = 0;
  return content.findLast(({ text }) => {
    if (typeof text !== 'string') return false;
    const isShared = after >= newLength;
    after += text.length;
    return isShared;
  });
}
