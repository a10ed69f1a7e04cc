import { type ModelReply, thinkingOnlyDetail, type ToolCall, type Usage } from '../../task/model-reply.ts';
import { estimatedTokens } from '../../values/estimated-tokens.ts';
import { isRecord } from '../../values/json.ts';
import type { StreamDelta, AssemblyResult, ReplyAssembly } from '../endpoint/api.ts';
import { nativeOrWrittenCalls, type ReplyContext } from '../endpoint/calls-in-text.ts';
import { syntheticId } from '../endpoint/chat-messages.ts';
import { isTokenCount } from '../endpoint/token-count.ts';

type Block = Record<string, unknown>;

const nothing: StreamDelta = { kind: 'ignored' };
const finishes: Readonly<Record<string, ModelReply['finish']>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filter',
};

/** Builds one reply from the events of a Messages stream, or from a whole message. */
export class MessagesAssembly implements ReplyAssembly {
  readonly #context: ReplyContext;
  /** The blocks by their index; the input of a call stays unparsed. */
  readonly #blocks = new Map<number, Block>();
  readonly #inputs = new Map<number, string>();
  readonly mayGoOn = false;
  #text = '';
  #length = 0;
  #reasoned = 0;
  #seen = false;
  #stop: string | null = null;
  #counts: Block = {};

  constructor(context: ReplyContext) {
    this.#context = context;
  }

  get finished(): boolean {
    return this.#stop !== null;
  }

  get length(): number {
    return this.#length;
  }

  billed(estimate: (output: number) => Usage): Usage | null {
    const estimatedOutput = this.#reasoned + Math.ceil(this.#length / 4);
    const reported = usageOf(this.#counts);
    if (reported) return this.finished ? reported : { ...reported, output: Math.max(reported.output, estimatedOutput) };
    return this.#seen ? estimate(estimatedOutput) : null;
  }

  isWhole(body: Block): boolean {
    return body.type === 'message' || Array.isArray(body.content);
  }

  add(event: unknown): StreamDelta {
    if (!isRecord(event)) return nothing;
    if (event.type === 'error' || (event.error && event.type === undefined)) return { kind: 'fault', body: event };
    switch (event.type) {
      case 'message_start':
        this.#seen = true;
        this.#blocks.clear();
        if (isRecord(event.message)) this.#count(event.message.usage);
        return { kind: 'chunk', text: '', said: false };
      case 'content_block_start':
        return isRecord(event.content_block) ? this.#begin(indexOf(event), event.content_block) : nothing;
      case 'content_block_delta':
        return isRecord(event.delta) ? this.#piece(indexOf(event), event.delta) : nothing;
      case 'message_delta':
        this.#count(event.usage);
        if (isRecord(event.delta)) this.#end(event.delta.stop_reason);
        return { kind: 'chunk', text: '', said: false };
      case 'message_stop':
        return { kind: 'chunk', text: '', said: false, ended: true };
      default:
        return this.isWhole(event) ? this.#whole(event) : nothing;
    }
  }

  end(): string {
    return '';
  }

  outcome(done: boolean): AssemblyResult {
    if (this.#stop === null && !(done && this.#seen && this.#blocks.size > 0))
      return { ok: false, code: done && !this.#seen ? 'empty' : 'truncated', detail: '' };
    const { calls: made, parts } = this.#read();
    const { text, calls } = nativeOrWrittenCalls(this.#text, made, this.#context);
    const finish = finishes[this.#stop ?? ''] ?? (calls.length > 0 ? 'calls' : 'stop');
    if (text.trim() === '' && calls.length === 0)
      return {
        ok: false,
        code: 'empty',
        detail: finish !== 'stop' ? finish : this.#reasoned > 0 ? thinkingOnlyDetail : '',
      };
    const reply: ModelReply = { text, calls, finish, usage: usageOf(this.#counts) };
    if (!parts.some((part) => typeof part === 'object')) return { ok: true, reply };
    return { ok: true, reply, reasoning: parts };
  }

  /** Returns the calls, and all parts in order with the thinking to send back. */
  #read(): { calls: ToolCall[]; parts: ('text' | number | Block)[] } {
    const calls: ToolCall[] = [];
    const parts: ('text' | number | Block)[] = [];
    const indexes = [...this.#blocks.keys()].sort((one, other) => one - other);
    for (const index of indexes) {
      const block = this.#blocks.get(index) ?? {};
      if (block.type === 'text' && !parts.includes('text') && this.#text !== '') parts.push('text');
      if (block.type === 'thinking' || block.type === 'redacted_thinking') parts.push(block);
      if (block.type !== 'tool_use' || typeof block.name !== 'string' || block.name === '') continue;
      const inputJson = this.#inputs.get(index) ?? '';
      const isInputCutOff = this.#stop === 'max_tokens' && index === indexes.at(-1);
      const whole = isRecord(block.input) && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : '{}';
      parts.push(calls.length);
      calls.push({
        id:
          typeof block.id === 'string' && block.id !== ''
            ? block.id
            : syntheticId(this.#context.firstCallNumber + calls.length),
        name: block.name,
        arguments: inputJson.trim() !== '' || isInputCutOff ? inputJson : whole,
      });
    }
    return { calls, parts };
  }

  #begin(index: number, block: Block): StreamDelta {
    this.#seen = true;
    const { text, ...rest } = block;
    this.#blocks.set(index, block.type === 'text' ? rest : { ...block });
    this.#inputs.delete(index);
    if (block.type === 'text' && typeof text === 'string') return this.#say(text);
    if (isRecord(block.input)) this.#length += JSON.stringify(block.input).length;
    return { kind: 'chunk', text: '', said: true };
  }

  #piece(index: number, delta: Block): StreamDelta {
    const block = this.#blocks.get(index) ?? {};
    this.#blocks.set(index, block);
    switch (delta.type) {
      case 'text_delta':
        block.type ??= 'text';
        return this.#say(wordsOf(delta.text));
      case 'input_json_delta': {
        const piece = wordsOf(delta.partial_json);
        this.#inputs.set(index, (this.#inputs.get(index) ?? '') + piece);
        this.#length += piece.length;
        return { kind: 'chunk', text: '', said: true };
      }
      case 'thinking_delta':
        block.thinking = wordsOf(block.thinking) + wordsOf(delta.thinking);
        this.#reasoned += estimatedTokens(wordsOf(delta.thinking));
        return { kind: 'chunk', text: '', said: true };
      case 'signature_delta':
        block.signature = wordsOf(block.signature) + wordsOf(delta.signature);
        return { kind: 'chunk', text: '', said: true };
      default:
        return nothing;
    }
  }

  #whole(message: Block): StreamDelta {
    this.#seen = true;
    this.#count(message.usage);
    const blocks = Array.isArray(message.content) ? message.content.filter(isRecord) : [];
    const blockDeltas = blocks.map((block, index) => this.#begin(index, block));
    this.#end(message.stop_reason);
    const text = blockDeltas.map((added) => (added.kind === 'chunk' ? added.text : '')).join('');
    return { kind: 'chunk', text, said: true, ended: true };
  }

  #end(reason: unknown): void {
    if (typeof reason === 'string') this.#stop = reason;
  }

  /** Later counts replace earlier ones. */
  #count(usage: unknown): void {
    if (!isRecord(usage)) return;
    const tokenCounts = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
    this.#counts = { ...this.#counts, ...Object.fromEntries(tokenCounts) };
  }

  #say(piece: string): StreamDelta {
    this.#text += piece;
    this.#length += piece.length;
    return { kind: 'chunk', text: piece, said: piece !== '' };
  }
}

const indexOf = ({ index }: Block) => (typeof index === 'number' ? index : 0);
const wordsOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Returns the reported tokens: `input_tokens` excludes those read from the cache and written into it. */
function usageOf(counts: Block): Usage | null {
  const { input_tokens: plain, output_tokens: output } = counts;
  if (!isTokenCount(plain) || !isTokenCount(output)) return null;
  const cached = isTokenCount(counts.cache_read_input_tokens) ? counts.cache_read_input_tokens : 0;
  const cacheWriteTokens = isTokenCount(counts.cache_creation_input_tokens) ? counts.cache_creation_input_tokens : 0;
  const details = isRecord(counts.output_tokens_details) ? counts.output_tokens_details : {};
  return {
    input: plain + cached + cacheWriteTokens,
    output,
    estimated: false,
    ...(cached > 0 && { cached }),
    ...(cacheWriteTokens > 0 && { cache_written: cacheWriteTokens }),
    ...(isTokenCount(details.thinking_tokens) && details.thinking_tokens > 0 && { reasoning: details.thinking_tokens }),
  };
}
