import { type ModelReply, thinkingOnlyDetail, type ToolCall, type Usage } from '../../task/model-reply.ts';
import { estimatedTokens } from '../../values/estimated-tokens.ts';
import { isRecord } from '../../values/json.ts';
import type { StreamDelta, AssemblyResult, ReplyAssembly } from '../endpoint/api.ts';
import { nativeOrWrittenCalls, type ReplyContext } from '../endpoint/calls-in-text.ts';
import { syntheticId } from '../endpoint/chat-messages.ts';
import { isTokenCount } from '../endpoint/token-count.ts';

type Item = Record<string, unknown>;

/** One output item, as far as it has been received. */
interface OutputItem {
  /** The item as the server last sent it. */
  item: Item;
  text: string;
  refusal: string;
  arguments: string;
}

const nothing: StreamDelta = { kind: 'ignored' };

/**
 * Builds one reply from the events of a Responses stream, or from a whole response. Items are identified by their index
 * in the output, since some servers change an item's id with each event.
 */
export class ResponsesAssembly implements ReplyAssembly {
  readonly #context: ReplyContext;
  readonly #items = new Map<number, OutputItem>();
  readonly mayGoOn = false;
  #text = '';
  /** The index of the message whose text came last. */
  #speaking: number | null = null;
  #length = 0;
  #reasoned = 0;
  #seen = false;
  #status: 'completed' | 'incomplete' | 'broken' | null = null;
  #reason = '';
  #usage: Usage | null = null;

  constructor(context: ReplyContext) {
    this.#context = context;
  }

  get finished(): boolean {
    return this.#status !== null;
  }

  get length(): number {
    return this.#length;
  }

  billed(estimate: (output: number) => Usage): Usage | null {
    return this.#usage ?? (this.#seen ? estimate(this.#reasoned + Math.ceil(this.#length / 4)) : null);
  }

  isWhole(body: Item): boolean {
    return body.object === 'response' || Array.isArray(body.output);
  }

  add(event: unknown): StreamDelta {
    if (!isRecord(event)) return nothing;
    const type = typeof event.type === 'string' ? event.type : '';
    if (type === 'error' || (event.error && type === '' && !this.isWhole(event))) return { kind: 'fault', body: event };
    if (isRecord(event.response)) return this.#closing(event.response);
    if (type === '' && this.isWhole(event)) return this.#closing(event);
    if (!type.startsWith('response.')) return nothing;
    this.#seen = true;
    return this.#piece(type, event);
  }

  end(): string {
    return '';
  }

  outcome(): AssemblyResult {
    if (this.#status === null || this.#status === 'broken') return { ok: false, code: 'truncated', detail: '' };
    const places = [...this.#items.keys()].sort((one, other) => one - other);
    const items = places.flatMap((place) => this.#items.get(place) ?? []);
    const { calls: made, parts } = this.#read(items);
    const { text, calls } = nativeOrWrittenCalls(this.#text, made, this.#context);
    const saysNo = items.some(({ refusal: error }) => error !== '') || this.#reason === 'content_filter';
    const isIncomplete = this.#status === 'incomplete';
    const finish = saysNo ? 'filter' : isIncomplete ? 'length' : calls.length > 0 ? 'calls' : 'stop';
    if (text.trim() === '' && calls.length === 0)
      return {
        ok: false,
        code: 'empty',
        detail: finish !== 'stop' ? finish : this.#reasoned > 0 ? thinkingOnlyDetail : '',
      };
    const reply: ModelReply = { text, calls, finish, usage: this.#usage };
    if (!parts.some((part) => typeof part === 'object')) return { ok: true, reply };
    return { ok: true, reply, reasoning: parts };
  }

  /** Returns the calls, and all parts in order with the reasoning to send back. */
  #read(items: readonly OutputItem[]): { calls: ToolCall[]; parts: ('text' | number | Item)[] } {
    const calls: ToolCall[] = [];
    const parts: ('text' | number | Item)[] = [];
    for (const { item, arguments: written } of items) {
      if (item.type === 'message' && !parts.includes('text') && this.#text !== '') parts.push('text');
      if (item.type === 'reasoning' && goesBack(item)) parts.push(withoutNulls(item));
      if (item.type !== 'function_call' || typeof item.name !== 'string' || item.name === '') continue;
      const id = typeof item.call_id === 'string' && item.call_id !== '' ? item.call_id : '';
      parts.push(calls.length);
      const isArgumentsCutOff = this.#status === 'incomplete' && written === '' && item === items.at(-1)?.item;
      calls.push({
        id: id || syntheticId(this.#context.firstCallNumber + calls.length),
        name: item.name,
        arguments: written.trim() === '' && !isArgumentsCutOff ? '{}' : written,
      });
    }
    return { calls, parts };
  }

  #piece(type: string, event: Item): StreamDelta {
    const place = typeof event.output_index === 'number' ? event.output_index : 0;
    const delta = typeof event.delta === 'string' ? event.delta : '';
    switch (type) {
      case 'response.output_item.added':
      case 'response.output_item.done':
        return isRecord(event.item) ? this.#item(place, event.item) : nothing;
      case 'response.output_text.delta':
        return this.#say(place, delta);
      case 'response.refusal.delta':
        this.#at(place).refusal += delta;
        return this.#say(place, delta);
      case 'response.function_call_arguments.delta':
        this.#at(place).arguments += delta;
        this.#length += delta.length;
        return { kind: 'chunk', text: '', said: true };
      case 'response.function_call_arguments.done':
        if (typeof event.arguments === 'string') this.#at(place).arguments = event.arguments;
        return { kind: 'chunk', text: '', said: true };
      default: {
        const reasons = type.includes('reasoning') && delta !== '';
        if (reasons) this.#reasoned += estimatedTokens(delta);
        return { kind: 'chunk', text: '', said: reasons };
      }
    }
  }

  #item(place: number, item: Item): StreamDelta {
    const outputItem = this.#at(place);
    outputItem.item = { ...outputItem.item, ...item };
    if (typeof item.arguments === 'string' && item.arguments !== '') {
      if (outputItem.arguments === '') this.#length += item.arguments.length;
      outputItem.arguments = item.arguments;
    }
    const { text, refusal: error } = wordsOf(item);
    if (text.length <= outputItem.text.length || !text.startsWith(outputItem.text))
      return { kind: 'chunk', text: '', said: item.type !== 'message' };
    outputItem.refusal = error;
    return this.#say(place, text.slice(outputItem.text.length));
  }

  /** Adds visible text; messages after the first begin with a blank line. */
  #say(place: number, piece: string): StreamDelta {
    const item = this.#at(place);
    item.text += piece;
    if (item.item.type === undefined) item.item = { ...item.item, type: 'message' };
    const apart = this.#text !== '' && this.#speaking !== place && piece !== '' ? '\n\n' : '';
    if (piece !== '') this.#speaking = place;
    this.#text += apart + piece;
    this.#length += piece.length;
    return { kind: 'chunk', text: apart + piece, said: piece !== '' };
  }

  #at(place: number): OutputItem {
    const outputItem = this.#items.get(place) ?? { item: {}, text: '', refusal: '', arguments: '' };
    this.#items.set(place, outputItem);
    return outputItem;
  }

  /** Reads a whole response object: at the beginning of a stream, at its end, or without a stream. */
  #closing(response: Item): StreamDelta {
    this.#seen = true;
    this.#usage = usageOf(response.usage) ?? this.#usage;
    const { status, error } = response;
    if (error && (status === 'failed' || status === undefined)) return { kind: 'fault', body: { error } };
    if (status === 'queued' || status === 'in_progress') return { kind: 'chunk', text: '', said: false };
    const output = Array.isArray(response.output) ? response.output.filter(isRecord) : [];
    const isSame = output.every(({ type }, place) => [undefined, type].includes(this.#items.get(place)?.item.type));
    const itemDeltas = isSame || this.#items.size === 0 ? output.map((item, place) => this.#item(place, item)) : [];
    const text = itemDeltas.map((added) => (added.kind === 'chunk' ? added.text : '')).join('');
    const details = isRecord(response.incomplete_details) ? response.incomplete_details : {};
    this.#reason = typeof details.reason === 'string' ? details.reason : '';
    this.#status =
      status === 'incomplete' ? status : status === 'failed' || status === 'cancelled' ? 'broken' : 'completed';
    return { kind: 'chunk', text, said: text !== '', ended: true };
  }
}

/** True if an item of reasoning can be sent back: without its content, the endpoint would need to have stored it. */
function goesBack({ encrypted_content, content }: Item): boolean {
  return (
    (typeof encrypted_content === 'string' && encrypted_content !== '') ||
    (Array.isArray(content) && content.length > 0)
  );
}

function withoutNulls(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

/** Returns the text of a message; a refusal is text, too. */
function wordsOf({ type, content }: Item): { text: string; refusal: string } {
  if (type !== 'message' || !Array.isArray(content)) return { text: '', refusal: '' };
  const parts = content.filter(isRecord);
  const words = (kind: string, field: string) =>
    parts.flatMap((part) => (part.type === kind && typeof part[field] === 'string' ? [part[field]] : [])).join('');
  const error = words('refusal', 'refusal');
  return { text: words('output_text', 'text') + error, refusal: error };
}

/** Returns the reported tokens; output is never less than its reasoning, whatever the endpoint says. */
function usageOf(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const { input_tokens: input, output_tokens: output } = usage;
  if (!isTokenCount(input) || typeof output !== 'number') return null;
  const { cached_tokens: cached } = isRecord(usage.input_tokens_details) ? usage.input_tokens_details : {};
  const details = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  const reasoning = isTokenCount(details.reasoning_tokens) ? details.reasoning_tokens : 0;
  return {
    input,
    output: Math.max(output, reasoning, 0),
    estimated: false,
    ...(isTokenCount(cached) && { cached }),
    ...(reasoning > 0 && { reasoning }),
  };
}
