import type { ReasoningItems } from '../../../src/task/model-reply.ts';

type Part = Record<string, unknown>;

/** What a server has said itself, by the id of the calls that it led to: it must come back before them, unchanged. */
export type OwnReasoning = ReadonlyMap<string, Part>;

/** The reasoning of a reply by this server, and the reply's own parts in order. */
export const reasoningOf = (from: string, item: Part, places: number): ReasoningItems => ({
  from,
  parts: [item, ...Array.from({ length: places }, (_, place) => place)],
});

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Why a strict Responses server refuses the body; null where it takes it. */
export function strictResponses(body: { input?: unknown }, own: OwnReasoning): string | null {
  const items = body.input as Part[];
  if (items[0]?.role !== 'user') return 'the first item must be of the user';
  const open = new Set<unknown>();
  const used = new Set<unknown>();
  for (const [at, { type, role, content, call_id: id }] of items.entries()) {
    if (role !== undefined && (content as string | Part[]).length === 0) return `input[${at}].content: empty`;
    if (type === 'function_call_output' && !open.delete(id)) return `No tool call found for output ${String(id)}`;
    if (type !== 'function_call') continue;
    if (used.has(id)) return `Duplicate call id ${String(id)}`;
    used.add(id);
    open.add(id);
    const needed = own.get(id as string);
    const before = items
      .slice(0, at)
      .findLastIndex((item) => item.type !== 'function_call' && item.role !== 'assistant');
    if (needed && !same(items[before], needed)) return `'function_call' without its required 'reasoning' item`;
  }
  if (open.size > 0) return 'No tool output found for function call';
  const known = new Set([...own.values()].map((item) => JSON.stringify(item)));
  const strange = items.find((item) => item.type === 'reasoning' && !known.has(JSON.stringify(item)));
  return strange ? 'reasoning item that was not made here, or was changed' : null;
}

interface Turn {
  role: string;
  content: Part[];
}

/** Why a strict Messages server refuses the body; null where it takes it. */
export function strictMessages(body: { messages?: unknown; max_tokens?: unknown }, own: OwnReasoning): string | null {
  if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required';
  const turns = body.messages as Turn[];
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  if (turns.at(-1)?.role !== 'user') return 'This model does not support assistant message prefill';
  const used = new Set<unknown>();
  const known = new Set([...own.values()].map((item) => JSON.stringify(item)));
  for (const [at, { role, content }] of turns.entries()) {
    if (role === turns[at - 1]?.role) return `messages.${at}: roles must alternate`;
    if (content.length === 0) return `messages.${at}: must have non-empty content`;
    if (content.some(({ type, text }) => type === 'text' && String(text).trim() === ''))
      return `messages.${at}: text content blocks must contain non-whitespace text`;
    const calls = content.filter(({ type }) => type === 'tool_use');
    for (const { id, input } of calls) {
      if (used.has(id)) return 'messages: `tool_use` ids must be unique';
      used.add(id);
      if (!/^[\w-]+$/.test(String(id))) return 'tool_use.id: String should match pattern';
      if (typeof input !== 'object') return 'tool_use.input: Input should be a valid dictionary';
      const needed = own.get(id as string);
      if (needed && !same(content[0], needed)) return 'thinking blocks cannot be modified or moved';
    }
    const results = (turns[at + 1]?.content ?? []).slice(0, calls.length);
    if (calls.some(({ id }) => !results.some((part) => part.tool_use_id === id)))
      return `messages.${at}: tool_use ids were found without tool_result blocks immediately after`;
    const answers = content.filter(({ type }) => type === 'tool_result');
    const asked = (turns[at - 1]?.content ?? []).filter(({ type }) => type === 'tool_use');
    if (answers.length > asked.length) return `messages.${at}: unexpected tool_use_id`;
    const strange = content.find(
      ({ type, ...part }) => type === 'thinking' && !known.has(JSON.stringify({ type, ...part })),
    );
    if (strange) return 'Invalid signature in thinking block';
  }
  return null;
}
