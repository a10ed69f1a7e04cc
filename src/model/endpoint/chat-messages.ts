import type { ToolCall } from '../../task/model-reply.ts';
import { isRecord } from '../../values/json.ts';
import type { ModelMessage } from '../../ports/language-model.ts';
import type { RefusablePart } from './refusable.ts';

type Wire = Record<string, unknown>;
type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

/** The signature that Gemini accepts for a call that it did not make itself. */
const unsigned = { google: { thought_signature: 'skip_thought_signature_validator' } };
/** Texts for messages that the format demands although nobody wrote them. */
export const requiredMessageTexts = { unanswered: 'Not carried out.', seen: 'I look at it.', goOn: 'Go on.' };

/**
 * Returns a history in the form of chat completions, as this endpoint accepts it: roles in the order that the strictest
 * servers demand, each call followed by its one result, refused parts left out or replaced.
 */
export function chatMessages(messages: readonly ModelMessage[], refusedParts: ReadonlySet<RefusablePart>): Wire[] {
  const number = createCallIdMapper(() => !refusedParts.has('call_ids'));
  return inOrder(withoutSystem(messages, refusedParts)).map((message) => written(number(message), refusedParts));
}

/** Returns the messages; without a system role, its text goes before the first user message. */
function withoutSystem(
  messages: readonly ModelMessage[],
  refusedParts: ReadonlySet<RefusablePart>,
): readonly ModelMessage[] {
  const [system, first, ...rest] = messages;
  if (!refusedParts.has('system_role') || system?.role !== 'system') return messages;
  return first?.role === 'user'
    ? [{ ...first, text: `${system.text}\n\n${first.text}` }, ...rest]
    : [{ role: 'user', text: system.text }, ...messages.slice(1)];
}

/**
 * Returns the messages with user and assistant alternating, each call followed by its one result, in the order of the
 * calls, and no assistant message at the end. User text right after a result becomes part of the result: some servers
 * refuse a separate message there.
 */
function inOrder(messages: readonly ModelMessage[]): ModelMessage[] {
  const ordered: ModelMessage[] = [];
  for (const message of withOneResultPerCall(messages)) {
    if (message.role === 'user') add(ordered, message);
    else ordered.push(message);
  }
  if (ordered.at(-1)?.role === 'assistant') ordered.push({ role: 'user', text: requiredMessageTexts.goOn });
  return ordered;
}

/**
 * Returns the messages with one result right after each call, in the order of the calls. A result without a call
 * becomes a user message.
 */
export function withOneResultPerCall(messages: readonly ModelMessage[]): ModelMessage[] {
  const ordered: ModelMessage[] = [];
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (!message) continue;
    if (message.role === 'assistant' && message.calls.length > 0) {
      let end = at + 1;
      while (messages[end]?.role === 'tool') end += 1;
      ordered.push(message, ...answered(message.calls, messages.slice(at + 1, end)));
      at = end - 1;
    } else ordered.push(message.role === 'tool' ? { role: 'user', text: message.text } : message);
  }
  return ordered;
}

/** Returns one result for each call; results that belong to no call are added to the last one. */
function answered(calls: readonly ToolCall[], results: readonly ModelMessage[]): ModelMessage[] {
  const unmatchedResults = results.filter((message) => message.role === 'tool');
  const own = calls.map(({ id }): ModelMessage => {
    const resultIndex = unmatchedResults.findIndex(({ call }) => call === id);
    const [result] = resultIndex < 0 ? [] : unmatchedResults.splice(resultIndex, 1);
    return { role: 'tool', call: id, text: result?.text ?? requiredMessageTexts.unanswered };
  });
  for (const { text } of unmatchedResults) add(own, { role: 'user', text });
  return own;
}

/** Adds a message for the model; its text joins the message before it if that one is for the model, too. */
function add(ordered: ModelMessage[], { text, ...more }: Extract<ModelMessage, { role: 'user' | 'tool' }>): void {
  const last = ordered.at(-1);
  const images = 'images' in more ? (more.images ?? []) : [];
  const mergedText = `${last?.text}\n\n${text}`;
  if (last?.role === 'user')
    ordered[ordered.length - 1] = { ...last, text: mergedText, images: [...(last.images ?? []), ...images] };
  else if (last?.role === 'tool' && images.length === 0) ordered[ordered.length - 1] = { ...last, text: mergedText };
  else {
    if (last?.role === 'tool') ordered.push({ role: 'assistant', text: requiredMessageTexts.seen, calls: [] });
    ordered.push({ role: 'user', text, images });
  }
}

/**
 * Returns a function that gives each call and its result a unique id: ids may repeat from reply to reply. An id that
 * the endpoint does not accept is replaced by nine letters and digits, which the strictest servers demand.
 */
export function createCallIdMapper(takes: (id: string) => boolean): (message: ModelMessage) => ModelMessage {
  const usedCallIds = new Set<string>();
  let count = 0;
  let ids: string[] = [];
  const fresh = (id: string) => {
    count += 1;
    let own = takes(id) ? id : '';
    for (let number = count; own === '' || usedCallIds.has(own); number += 1) own = syntheticId(number);
    usedCallIds.add(own);
    return own;
  };
  return (message) => {
    if (message.role === 'assistant') {
      ids = message.calls.map(({ id }) => fresh(id));
      return { ...message, calls: message.calls.map((call, place) => ({ ...call, id: ids[place] ?? call.id })) };
    }
    return message.role === 'tool' ? { ...message, call: ids.shift() ?? message.call } : message;
  };
}

/** Returns an id of nine letters and digits: the strictest servers accept no other form. */
export function syntheticId(number: number): string {
  return `call${String(number).padStart(5, '0')}`;
}

function written(message: ModelMessage, refusedParts: ReadonlySet<RefusablePart>): Wire {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: contentOf(message) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.call, content: message.text };
    case 'assistant':
      return {
        role: 'assistant',
        content:
          message.text === '' && message.calls.length > 0 && !refusedParts.has('null_content') ? null : message.text,
        ...(refusedParts.has('missing_reasoning') &&
          !refusedParts.has('sent_reasoning') && { reasoning_content: reasoningOf(message) }),
        ...(message.calls.length > 0 && { tool_calls: callsOf(message.calls, refusedParts) }),
      };
  }
}

/** Text alone stays a string, since some endpoints refuse a list of parts. */
function contentOf({ text, images = [] }: Extract<ModelMessage, { role: 'user' }>): string | Wire[] {
  if (images.length === 0) return text;
  return [{ type: 'text', text }, ...images.map(({ url }) => ({ type: 'image_url', image_url: { url } }))];
}

/** A stand-in for the reasoning of a turn, which is not stored; never empty, since some endpoints refuse that. */
function reasoningOf({ text, calls }: AssistantMessage): string {
  return text.trim() || calls.map(({ name }) => name).join(', ') || '…';
}

function callsOf(calls: readonly ToolCall[], refusedParts: ReadonlySet<RefusablePart>): Wire[] {
  const unmarked = refusedParts.has('missing_signature') && !calls.some(isSigned);
  return calls.map((call, place) => ({
    ...(!refusedParts.has('call_extras') && (unmarked && place === 0 ? withMark(call) : call.extra)),
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
}

function isSigned({ extra }: ToolCall): boolean {
  const { google } = isRecord(extra?.extra_content) ? extra.extra_content : {};
  return isRecord(google) && typeof google.thought_signature === 'string' && google.thought_signature !== '';
}

const withMark = ({ extra }: ToolCall): Wire => ({
  ...extra,
  extra_content: { ...(isRecord(extra?.extra_content) && extra.extra_content), ...unsigned },
});
