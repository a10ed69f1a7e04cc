import type { SentMessage } from './quirk-bench.ts';

interface Call {
  id: string;
  extra_content?: { google?: { thought_signature?: string } };
  function: { name: string; arguments: string };
}

type Message = SentMessage & { tool_calls?: Call[] };

/** Why a strict server refuses these messages of a request, or null. */
export type Rule = (messages: readonly Message[]) => string | null;

const callsIn = (messages: readonly Message[]) => messages.flatMap(({ tool_calls = [] }) => tool_calls);

/** Each call has its one result before anybody says something else; arguments are objects. */
const pairs: Rule = (messages) => {
  let open: string[] = [];
  for (const [at, { role, tool_calls, tool_call_id }] of messages.entries()) {
    if (role === 'tool' ? open.shift() !== tool_call_id : open.length > 0)
      return `messages.${at}: each tool_call must be followed by its result`;
    if (tool_calls?.some((call) => !call.function.arguments.startsWith('{'))) return 'arguments must be JSON';
    if (role === 'assistant') open = (tool_calls ?? []).map(({ id }) => id);
  }
  return open.length > 0 ? 'tool_calls must be followed by their results' : null;
};

/** User and assistant in turns after the system's message; the model has the last word to say. */
const turns: Rule = (messages) => {
  const [, ...rest] = messages;
  if (messages[0]?.role !== 'system' || rest[0]?.role !== 'user') return 'Expected a user message first';
  if (rest.at(-1)?.role === 'assistant') return 'Expected last role User or Tool but got assistant';
  const twice = rest.findIndex(({ role }, at) => role !== 'tool' && role === rest[at - 1]?.role);
  if (twice >= 0) return 'Conversation roles must alternate user/assistant';
  const empty = rest.findIndex(({ content, tool_calls }) => !tool_calls && !content?.trim());
  return empty < 0 ? null : `messages.${empty + 1}: must not be empty`;
};

const rules: Record<string, readonly Rule[]> = {
  mistral: [
    (messages) =>
      messages.some(({ role }, at) => role === 'user' && messages[at - 1]?.role === 'tool')
        ? "Unexpected role 'user' after role 'tool'"
        : null,
    (messages) => {
      const wrong = callsIn(messages).find(({ id }) => !/^[A-Za-z0-9]{9}$/.test(id));
      return wrong ? `Tool call id was ${wrong.id} but must be a-z, A-Z, 0-9, with a length of 9.` : null;
    },
    (messages) =>
      callsIn(messages).some((call) => call.extra_content)
        ? 'messages.tool_calls.0.extra_content: Extra inputs are not permitted'
        : null,
  ],
  moonshot: [
    (messages) =>
      messages.some((message) => message.role === 'assistant' && !message.reasoning_content?.trim())
        ? 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2'
        : null,
  ],
  deepseek: [
    (messages) =>
      messages.some((message) => message.role === 'assistant' && !message.reasoning_content)
        ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
        : null,
  ],
  anthropic: [
    (messages) => {
      const ids = callsIn(messages).map(({ id }) => id);
      if (new Set(ids).size < ids.length) return 'messages: `tool_use` ids must be unique';
      return ids.every((id) => /^[\w-]+$/.test(id)) ? null : 'tool_use.id: String should match pattern';
    },
  ],
  gemini: [
    (messages) =>
      messages.some(({ tool_calls: [first] = [] }) => first && !first.extra_content?.google?.thought_signature)
        ? 'Function call is missing a thought_signature in functionCall parts.'
        : null,
  ],
};

/** The providers whose strictness is known, by the id of their presets. */
export const strictProviders = Object.keys(rules);

/** Why a strict server of this provider refuses the request; null where it takes it. */
export function strictly(provider: string, body: { messages?: unknown }): string | null {
  const messages = body.messages as readonly Message[];
  for (const rule of [...(rules[provider] ?? []), pairs, turns]) {
    const reason = rule(messages);
    if (reason !== null) return reason;
  }
  return null;
}
