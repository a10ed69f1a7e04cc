import { estimatedTokens } from '../../domain/text/estimated-tokens.ts';
import { isRecord } from '../../domain/text/json.ts';
import type { ModelReply, Usage } from '../../domain/model/model-reply.ts';
import type { Added, Assembled, ReplyAssembly } from './api.ts';
import { printedCalls } from './printed-calls.ts';
import { ThinkFilter } from './think-filter.ts';
import { isCount } from './token-count.ts';
import { ToolCallAssembly } from './tool-call-assembly.ts';

const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking'];

/**
 * Builds one reply from raw chat-completion chunks; a whole completion counts as one chunk. Reasoning is dropped
 * (R4.11).
 */
export class ChunkAssembly implements ReplyAssembly {
  readonly #calls = new ToolCallAssembly();
  readonly #filter = new ThinkFilter();
  readonly #firstCallNumber: number;
  readonly #offered: readonly string[];
  #text = '';
  #length = 0;
  #reasoned = 0;
  #choice: unknown = undefined;
  #seen = false;
  #finish: FinishReason | null = null;
  #usage: ModelReply['usage'] = null;

  /** `offered`: the names of the tools that the model may call. */
  constructor(firstCallNumber = 1, offered: readonly string[] = []) {
    this.#firstCallNumber = firstCallNumber;
    this.#offered = offered;
  }

  /** Whether a finish reason has come: the reply is complete, whatever follows. */
  get finished(): boolean {
    return this.#finish !== null;
  }

  /** The number of characters received, in text and in calls. */
  get length(): number {
    return this.#length + this.#calls.length;
  }

  /** The usage billed so far: as reported, else by `estimate` from the tokens received; null before any chunk. */
  billed(estimate: (output: number) => Usage): Usage | null {
    return this.#usage ?? (this.#seen ? estimate(this.#reasoned + Math.ceil(this.length / 4)) : null);
  }

  isWhole(body: Record<string, unknown>): boolean {
    return Array.isArray(body.choices);
  }

  add(chunk: unknown): Added {
    if (!isRecord(chunk)) return { kind: 'ignored' };
    this.#usage = reportedUsage(chunk) ?? this.#usage;
    if (isFault(chunk)) return { kind: 'fault', body: chunk };
    if (!Array.isArray(chunk.choices)) return { kind: 'ignored' };
    this.#seen = true;
    const choice = chunk.choices.filter(isRecord).find((each) => this.#isOurs(each));
    return choice ? this.#take(choice) : { kind: 'ignored' };
  }

  /** Returns the last visible text, which was held back until the stream ended. */
  end(): string {
    const tail = this.#filter.end();
    this.#text += tail;
    return tail;
  }

  /**
   * The reply, to be read after `end`. `done`: the endpoint marked the end, by `[DONE]` or by sending a whole
   * completion.
   */
  outcome(done: boolean): Assembled {
    if (!this.#seen && done) return { ok: false, code: 'empty', detail: '' };
    if (this.#finish === 'cut' || (!this.finished && !done)) return { ok: false, code: 'truncated', detail: '' };
    const ended = this.#finish === null || this.#finish === 'broken' ? 'stop' : this.#finish;
    const { text, calls } = this.#said(ended === 'length');
    if (text.trim() === '' && calls.length === 0)
      return { ok: false, code: 'empty', detail: ended === 'stop' ? '' : ended };
    const finish = ended === 'stop' && calls.length > 0 ? 'calls' : ended;
    return { ok: true, reply: { text, calls, finish, usage: this.#usage } };
  }

  /** Text and calls. Calls that a model wrote as text count as calls; they were shown as text while they streamed. */
  #said(cut: boolean): Pick<ModelReply, 'text' | 'calls'> {
    const text = ThinkFilter.unopened(this.#text);
    const calls = this.#calls.calls(this.#firstCallNumber, cut);
    const printed = calls.length > 0 ? null : printedCalls(text, this.#offered);
    if (!printed) return { text, calls };
    for (const call of printed.calls) this.#calls.add([call]);
    return { text: printed.before, calls: this.#calls.calls(this.#firstCallNumber, cut) };
  }

  #isOurs(choice: Record<string, unknown>): boolean {
    const index = choice.index ?? 0;
    this.#choice ??= index;
    return index === this.#choice;
  }

  #take(choice: Record<string, unknown>): Added {
    const finish = finishReason(choice.finish_reason);
    if (finish === 'broken') return { kind: 'fault', body: choice.error ? choice : { message: choice.finish_reason } };
    this.#finish = finish ?? this.#finish;
    const message = [choice.delta, choice.message].find(isRecord) ?? { content: choice.text };
    const calls = callsOf(message);
    this.#calls.add(calls);
    const raw = contentText(message.content) || contentText(message.refusal);
    this.#length += raw.length;
    const text = this.#filter.push(raw);
    this.#text += text;
    const reasoning = reasoningFields.map((field) => message[field]).find(Boolean);
    if (reasoning) this.#reasoned += estimatedTokens(JSON.stringify(reasoning));
    return { kind: 'chunk', text, said: raw !== '' || calls.length > 0 || Boolean(reasoning) };
  }
}

function callsOf(message: Record<string, unknown>): unknown[] {
  if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0) return message.tool_calls;
  const legacy = message.function_call;
  return isRecord(legacy) && (legacy.name || legacy.arguments) ? [{ index: 0, function: legacy }] : [];
}

function isFault(chunk: Record<string, unknown>): boolean {
  if (chunk.error) return true;
  if (chunk.object === 'error' || chunk.type === 'error') return true;
  return !('choices' in chunk) && ('detail' in chunk || 'message' in chunk);
}

/** The visible text of a message's content: a string, or a list of parts whose reasoning is left out (S14). */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (typeof part === 'string' ? part : partText(part))).join('');
}

function partText(part: unknown): string {
  if (!isRecord(part)) return '';
  if (typeof part.type === 'string' && /think|reason/i.test(part.type)) return '';
  return typeof part.text === 'string' ? part.text : '';
}

/** `broken`: the endpoint gave up; `cut`: the reply ended without a finish reason. */
type FinishReason = Exclude<ModelReply['finish'], 'calls'> | 'broken' | 'cut';

const table: Record<string, FinishReason> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'filter',
  content_filtered: 'filter',
  safety: 'filter',
  refusal: 'filter',
  recitation: 'filter',
  prohibited_content: 'filter',
  blocklist: 'filter',
  sensitive: 'filter',
  error: 'broken',
  network_error: 'broken',
  insufficient_system_resource: 'broken',
  abort: 'cut',
  aborted: 'cut',
  cancelled: 'cut',
};

/** Maps the endpoint's finish reason to ours; unknown ones count as a normal end, a missing one as null (F2). */
function finishReason(word: unknown): FinishReason | null {
  if (typeof word !== 'string' || word === '') return null;
  return table[word.toLowerCase()] ?? 'stop';
}

/** The tokens that a chunk or completion reports, in whatever field; null where it reports none (S17). */
export function reportedUsage(chunk: Record<string, unknown>): Usage | null {
  return read(chunk.usage) ?? (isRecord(chunk.x_groq) ? read(chunk.x_groq.usage) : null);
}

function read(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const input = usage.prompt_tokens ?? usage.input_tokens;
  const output = usage.completion_tokens ?? usage.output_tokens;
  if (!isCount(input) || !isCount(output)) return null;
  const cached = [usage.prompt_tokens_details, usage.input_tokens_details].find(isRecord)?.cached_tokens;
  return { input, output, estimated: false, ...(isCount(cached) && { cached }) };
}
