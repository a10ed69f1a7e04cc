import { estimatedTokens } from '../../values/estimated-tokens.ts';
import { isRecord } from '../../values/json.ts';
import { isQuoted } from '../../values/think-tags.ts';
import { isIntroducedAsExample } from '../../values/written-calls.ts';
import { type ModelReply, thinkingOnlyDetail, type Usage } from '../../task/model-reply.ts';
import { HarmonyFilter } from './harmony-filter.ts';
import type { StreamDelta, AssemblyResult, ReplyAssembly } from './api.ts';
import { nativeOrWrittenCalls, type ReplyContext } from './calls-in-text.ts';
import { ThinkFilter } from './think-filter.ts';
import { isTokenCount } from './token-count.ts';
import { ToolCallAssembly } from './tool-call-assembly.ts';

const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking'];

/**
 * Builds one reply from raw chat-completion chunks; a whole completion counts as one chunk. Reasoning is dropped.
 */
export class ChunkAssembly implements ReplyAssembly {
  readonly #calls: ToolCallAssembly;
  readonly #filter = new ThinkFilter();
  readonly #context: ReplyContext;
  #text = '';
  #length = 0;
  #reasoned = 0;
  #choice: unknown = undefined;
  /** The index of the choice whose text counts: the first one with text. */
  #speaks: unknown = undefined;
  #early = false;
  #seen = false;
  #finish: FinishReason | null = null;
  #usage: ModelReply['usage'] = null;

  constructor(context: ReplyContext) {
    this.#context = context;
    this.#calls = new ToolCallAssembly(context.offered.map(({ name }) => name));
  }

  /** True once a finish reason has come: the reply is complete, whatever follows. */
  get finished(): boolean {
    return this.#finish !== null;
  }

  /**
   * True if more may come after the finish reason: nothing came before it, a call is not complete yet, or text followed
   * it.
   */
  get mayGoOn(): boolean {
    return this.#finish === 'stop' && (this.#early || this.length === 0 || this.#calls.hasOpenCall);
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

  add(chunk: unknown): StreamDelta {
    if (!isRecord(chunk)) return { kind: 'ignored' };
    this.#usage = reportedUsage(chunk) ?? this.#usage;
    if (isFault(chunk)) return { kind: 'fault', body: chunk };
    if (!Array.isArray(chunk.choices)) return { kind: 'ignored' };
    this.#seen = true;
    let streamDelta: StreamDelta = { kind: 'ignored' };
    for (const choice of chunk.choices.filter(isRecord)) {
      const more = this.#take(choice);
      if (more.kind === 'fault') return more;
      if (streamDelta.kind === 'chunk' && more.kind === 'chunk')
        streamDelta = { kind: 'chunk', text: streamDelta.text + more.text, said: streamDelta.said || more.said };
      else if (more.kind === 'chunk') streamDelta = more;
    }
    return streamDelta;
  }

  /** Returns the last visible text, which was held back until the stream ended. */
  end(): string {
    const tail = this.#filter.end();
    this.#text += tail;
    return tail;
  }

  /**
   * Returns the reply; call it after `end`. `done`: the endpoint marked the end, by `[DONE]` or by sending a whole
   * completion.
   */
  outcome(done: boolean): AssemblyResult {
    if (!this.#seen && done) return { ok: false, code: 'empty', detail: '' };
    if (this.#finish === 'cut' || (!this.finished && !done)) return { ok: false, code: 'truncated', detail: '' };
    const finishKind = this.#finish === null || this.#finish === 'broken' ? 'stop' : this.#finish;
    const { text, calls } = this.#said(finishKind === 'length');
    if (text.trim() === '' && calls.length === 0)
      return {
        ok: false,
        code: 'empty',
        detail: finishKind !== 'stop' ? finishKind : this.#hasOnlyThought() ? thinkingOnlyDetail : '',
      };
    const finish = finishKind === 'stop' && calls.length > 0 ? 'calls' : finishKind;
    return { ok: true, reply: { text, calls, finish, usage: this.#usage } };
  }

  #hasOnlyThought(): boolean {
    return this.#reasoned > 0 || this.#filter.thought;
  }

  /** Text and calls. Calls that a model wrote as text count as calls; they were shown as text while they streamed. */
  #said(cut: boolean): Pick<ModelReply, 'text' | 'calls'> {
    const replyText = this.#filter.thought ? this.#text : ThinkFilter.unopened(this.#text);
    const channels = inChannels(replyText);
    const text = channels?.text ?? replyText;
    const { firstCallNumber, isForeign } = this.#context;
    const calls = this.#calls.calls(firstCallNumber, cut);
    if (calls.length > 0) return { text, calls };
    const callsInText = [...this.#filter.calls, ...(channels?.calls ?? [])];
    if (callsInText.length === 0) return nativeOrWrittenCalls(text, calls, this.#context);
    const isMention = this.#filter.goesOn || callsInText.some((call) => isForeign(call.head + call.arguments));
    if (isMention) return { text: channels ? replyText : text, calls };
    for (const call of callsInText) this.#calls.add([{ function: call }]);
    return { text, calls: this.#calls.calls(firstCallNumber, cut) };
  }

  /** Adds the delta of one choice. Its calls always count, since some servers give each call a choice of its own. */
  #take(choice: Record<string, unknown>): StreamDelta {
    const index = choice.index ?? 0;
    this.#choice ??= index;
    const message = [choice.delta, choice.message].find(isRecord) ?? { content: choice.text };
    const calls = callsOf(message);
    const raw = contentText(message.content) || contentText(message.refusal);
    if (raw.trim() !== '') this.#speaks ??= index;
    const isOurs = (this.#speaks ?? this.#choice) === index;
    if (!isOurs && calls.length === 0) {
      if (this.#calls.has(index)) this.#finish ??= finishReason(choice.finish_reason);
      return { kind: 'ignored' };
    }
    const finish = finishReason(choice.finish_reason);
    if (finish === 'broken') return { kind: 'fault', body: choice.error ? choice : { message: choice.finish_reason } };
    this.#early ||= this.#finish === 'stop' && (raw.trim() !== '' || calls.length > 0);
    if (this.#finish !== 'length') this.#finish = finish ?? this.#finish;
    this.#calls.add(calls, index);
    const visibleText = isOurs ? raw : '';
    this.#length += visibleText.length;
    const text = this.#filter.push(visibleText);
    this.#text += text;
    const reasoning = reasoningFields.map((field) => message[field]).find(Boolean);
    if (reasoning) this.#reasoned += estimatedTokens(JSON.stringify(reasoning));
    return { kind: 'chunk', text, said: visibleText !== '' || calls.length > 0 || Boolean(reasoning) };
  }
}

/**
 * Returns the text and the calls of a reply that changes to the channels of harmony (the reply format of gpt-oss) in
 * mid-text; null if the reply does not change to them.
 */
function inChannels(text: string): { text: string; calls: HarmonyFilter['calls'] } | null {
  const start = /<\|start\|>assistant|<\|channel\|>\w/.exec(text);
  if (!start || isQuoted(text, start.index, start.index + start[0].length)) return null;
  const filter = new HarmonyFilter();
  const visibleReplyText = filter.push(text.slice(start.index)) + filter.end();
  if (filter.calls.length > 0 && (filter.goesOn || isIntroducedAsExample(text, start.index))) return null;
  return {
    text: [text.slice(0, start.index).trimEnd(), visibleReplyText].filter(Boolean).join('\n\n'),
    calls: filter.calls,
  };
}

function callsOf(message: Record<string, unknown>): unknown[] {
  if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0) return message.tool_calls;
  const legacy = message.function_call;
  return isRecord(legacy) && (legacy.name || legacy.arguments) ? [{ index: 0, function: legacy }] : [];
}

/** True if a chunk reports an error, in any of the shapes in which servers do so in mid-stream. */
function isFault(chunk: Record<string, unknown>): boolean {
  if (chunk.error) return true;
  if (chunk.object === 'error' || chunk.type === 'error') return true;
  if (isRecord(chunk.base_resp) && chunk.base_resp.status_code) return true;
  if (Array.isArray(chunk.choices)) return false;
  if (chunk.success === false || chunk.error_code || chunk.error_msg) return true;
  return ['detail', 'message', 'msg'].some((key) => key in chunk);
}

/** Returns the visible text of a message's content: a string, or a list of parts whose reasoning is left out. */
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

/** Maps the endpoint's finish reason to ours; unknown ones count as a normal end, a missing one as null. */
function finishReason(word: unknown): FinishReason | null {
  if (typeof word !== 'string' || word === '') return null;
  return table[word.toLowerCase()] ?? 'stop';
}

/** Returns the tokens that a chunk or completion reports, in whatever field; null if it reports none. */
export function reportedUsage(chunk: Record<string, unknown>): Usage | null {
  return read(chunk.usage) ?? (isRecord(chunk.x_groq) ? read(chunk.x_groq.usage) : null);
}

function read(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const input = usage.prompt_tokens ?? usage.input_tokens;
  const output = usage.completion_tokens ?? usage.output_tokens;
  if (!isTokenCount(input) || !isTokenCount(output)) return null;
  const into = [usage.prompt_tokens_details, usage.input_tokens_details].find(isRecord) ?? {};
  const out = [usage.completion_tokens_details, usage.output_tokens_details].find(isRecord) ?? {};
  const cached = most(
    into.cached_tokens,
    usage.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.num_cached_tokens,
    usage.cache_read_input_tokens,
  );
  const cache_written = most(into.cache_write_tokens, into.cache_creation_tokens, usage.cache_creation_input_tokens);
  const reasoning = most(out.reasoning_tokens, usage.reasoning_tokens);
  return {
    ...{ input, output, estimated: false },
    ...(cached !== undefined && { cached }),
    ...(cache_written && { cache_written }),
    ...(reasoning && { reasoning }),
  };
}

/** Returns the largest of the given counts: servers report one count under several names, and leave some at zero. */
function most(...counts: unknown[]): number | undefined {
  const tokenCounts = counts.filter(isTokenCount);
  return tokenCounts.length > 0 ? Math.max(...tokenCounts) : undefined;
}
