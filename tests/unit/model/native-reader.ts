/*
 * A second reader of Responses and Messages, written apart from the app: it sees the whole body at once and shares no
 * code with it, so that both agree only where both are right.
 */
import type { NativeRecording } from './native-recordings.ts';

export interface NativeReading {
  error: string | null;
  text: string;
  calls: { id: string; name: string; input: unknown }[];
  finish: string;
  usage: Record<string, number> | null;
  /** What must go back unchanged, in order. */
  back: unknown[];
}

interface Fault {
  code?: string;
  type?: string;
  message?: string;
  error?: Fault | string;
}
interface Part {
  type: string;
  text?: string;
  refusal?: string;
}
interface Item {
  type: string;
  content?: Part[] | null;
  call_id?: string;
  name?: string;
  arguments?: string;
  encrypted_content?: string | null;
}
interface Tokens {
  input_tokens?: number;
  output_tokens?: number;
  input_tokens_details?: { cached_tokens?: number };
  output_tokens_details?: { reasoning_tokens?: number; thinking_tokens?: number };
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
}
interface Whole {
  status?: string;
  output?: Item[];
  usage?: Tokens | null;
  error?: Fault;
  incomplete_details?: { reason?: string } | null;
}
interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  thinking?: string;
  signature?: string;
  json?: string;
}
interface Event extends Fault {
  response?: Whole;
  item?: Item;
  index?: number;
  message?: string & { usage?: Tokens };
  content_block?: Block;
  delta?: Block & { partial_json?: string; stop_reason?: string | null };
  usage?: Tokens;
}

const failed = (error: string): NativeReading => ({ error, text: '', calls: [], finish: '', usage: null, back: [] });

export function nativeReading(recording: NativeRecording): NativeReading {
  const body = recording.body ?? JSON.stringify(recording.json);
  if (recording.status >= 400) return failed(kindOf(recording.status, JSON.parse(body) as Fault));
  const events = recording.stream ? eventsOf(body) : null;
  const fault = events?.find((event) => event.type === 'error');
  if (fault) return failed(kindOf(NaN, fault));
  return recording.api === 'responses' ? responses(events, body) : messages(events, body);
}

function eventsOf(body: string): Event[] {
  return body
    .replace(/\r\n|\r/g, '\n')
    .split('\n')
    .filter((line) => line.startsWith('data:') && !line.includes('[DONE]'))
    .map((line) => parsed(line.slice(5)))
    .filter((event): event is Event => typeof event === 'object' && event !== null);
}

function responses(events: Event[] | null, body: string): NativeReading {
  const isClosing = ({ type = '' }: Event) => /^response\.(?:completed|incomplete|failed)$/.test(type);
  const closing = events ? events.findLast(isClosing)?.response : (JSON.parse(body) as Whole);
  if (!closing) return failed('truncated');
  const { status = '', usage, error, incomplete_details: details } = closing;
  if (status === 'queued' || status === 'in_progress') return failed('truncated');
  if (status === 'failed') return failed(kindOf(NaN, error ?? {}));
  const done = events?.flatMap(({ type, item }) => (type === 'response.output_item.done' && item ? [item] : [])) ?? [];
  const items = closing.output && closing.output.length > 0 ? closing.output : done;
  const said = items.flatMap(({ type, content }) => (type === 'message' ? [content ?? []] : []));
  const words = said.map((parts) => parts.map(({ text, refusal }) => text ?? refusal ?? '').join(''));
  const calls = items
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id: id = '', name = '', arguments: json = '' }) => ({ id, name, input: parsed(json) }));
  const refused = said.flat().some(({ type }) => type === 'refusal') || details?.reason === 'content_filter';
  const text = words.filter((each) => each !== '').join('\n\n');
  if (text.trim() === '' && calls.length === 0) return failed('empty');
  const reasoning = usage?.output_tokens_details?.reasoning_tokens ?? 0;
  return {
    ...{ error: null, text, calls },
    finish: refused ? 'filter' : status === 'incomplete' ? 'length' : calls.length > 0 ? 'calls' : 'stop',
    usage: usage
      ? {
          input: usage.input_tokens ?? 0,
          output: Math.max(usage.output_tokens ?? 0, reasoning),
          cached: usage.input_tokens_details?.cached_tokens ?? 0,
          ...{ written: 0, reasoning },
        }
      : null,
    back: items
      .filter((item) => item.type === 'reasoning' && (item.encrypted_content || (item.content ?? []).length > 0))
      .map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))),
  };
}

function messages(events: Event[] | null, body: string): NativeReading {
  let blocks: Block[] = [];
  let tokens: Tokens = {};
  let stop: string | null = null;
  for (const { type, index = 0, content_block: block, delta, message, usage } of events ?? []) {
    if (type === 'message_start') tokens = { ...tokens, ...message?.usage };
    if (block) blocks[index] = { ...block, ...(block.type === 'tool_use' && { json: '' }) };
    if (type === 'content_block_delta' && delta) grow(blocks[index]!, delta);
    if (type !== 'message_delta') continue;
    stop = delta?.stop_reason ?? stop;
    tokens = { ...tokens, ...usage };
  }
  if (!events) {
    const whole = JSON.parse(body) as { content: Block[]; usage: Tokens; stop_reason: string };
    [blocks, tokens, stop] = [whole.content, whole.usage, whole.stop_reason];
  }
  if (stop === null) return failed('truncated');
  const text = blocks.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('');
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map((block) => {
      const lost = stop === 'max_tokens' && block === blocks.at(-1) && events !== null;
      const input = block.json ? parsed(block.json) : lost ? '' : block.input;
      return { id: block.id ?? '', name: block.name ?? '', input };
    });
  if (text.trim() === '' && calls.length === 0) return failed('empty');
  const [cached, written] = [tokens.cache_read_input_tokens ?? 0, tokens.cache_creation_input_tokens ?? 0];
  return {
    ...{ error: null, text, calls },
    finish: named[stop] ?? (calls.length > 0 ? 'calls' : 'stop'),
    usage: {
      input: (tokens.input_tokens ?? 0) + cached + written,
      output: tokens.output_tokens ?? 0,
      ...{ cached, written },
      reasoning: tokens.output_tokens_details?.thinking_tokens ?? 0,
    },
    back: blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking'),
  };
}

const named: Record<string, string> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filter',
};

function grow(block: Block, delta: NonNullable<Event['delta']>): void {
  if (delta.text !== undefined) block.text = (block.text ?? '') + delta.text;
  if (delta.thinking !== undefined) block.thinking = (block.thinking ?? '') + delta.thinking;
  if (delta.signature !== undefined) block.signature = (block.signature ?? '') + delta.signature;
  if (delta.partial_json !== undefined) block.json = (block.json ?? '') + delta.partial_json;
}

function parsed(json: string): unknown {
  if (json === '') return {};
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** `status` is NaN where HTTP has none to give. */
function kindOf(status: number, body: Fault): string {
  const error = typeof body.error === 'object' ? body.error : body;
  const words = typeof body.error === 'string' ? body.error : (error.message ?? '');
  const said = `${error.code ?? ''} ${error.type ?? ''} ${words}`;
  if (status === 401 || /incorrect api key/i.test(said)) return 'auth';
  if (/insufficient_quota|credit balance/.test(said)) return 'quota';
  if (/model_not_found|not_found_error model: |model .*(?:does not exist|not found)/i.test(said))
    return 'unknown_model';
  if (status === 413 || /too long|too large|context (?:length|window)/.test(said)) return 'context_length';
  if (status === 429 || /rate.?limit/i.test(said)) return 'rate_limit';
  if (status === 403) return /not supported/.test(said) ? 'bad_request' : 'auth';
  if (Number.isNaN(status)) return 'server';
  return status >= 500 ? 'server' : 'bad_request';
}
