import type { EventSourceMessage } from 'eventsource-parser';
import { isRecord, parseJson } from '../../values/json.ts';
import type { Usage } from '../../task/model-reply.ts';
import type { LanguageModel, ModelOutcome } from '../../ports/language-model.ts';
import { type CallTimeouts, type CallTimeLimits, failedCallOutcome } from './call-timeouts.ts';
import type { ReplyAssembly } from './api.ts';
import { modelErrorFromResponse } from './model-error.ts';
import { maxSseEventLength, SseReader } from './sse-reader.ts';

/** How long to wait for the usage after a finish reason if the connection stays open, in milliseconds. */
const lingerMs = 5000;
const pageLimit = 64_000;
/** The maximum length of a reply, in characters: longer than any model's answer, so that an endless one is stopped. */
const longestReply = 2_000_000;
const fields = [':', 'data:', 'event:', 'id:', 'retry:'];

export interface ReadReplyOptions {
  guard: CallTimeouts;
  limits: CallTimeLimits;
  key: string | null;
  /** The source of this model's reasoning, which may be sent back only there: the API, its address and the model. */
  source: string;
  /** Builds the reply from the parsed pieces of the body. */
  assembly: ReplyAssembly;
  /** Estimates the usage from the received tokens, for an endpoint that reports none. */
  estimate: (output: number) => Usage;
  onText: (piece: string) => void;
  onWait: NonNullable<Parameters<LanguageModel['reply']>[1]['onWait']>;
}

/**
 * Reads an endpoint's response to a streaming request: server-sent events, a plain completion, or a web page. The
 * beginning of the body decides which, since content types are unreliable. Stops at `[DONE]`, and never throws. An
 * error includes what was billed for the chunks before it; a call that the caller stopped, at least what was sent.
 */
export async function readReply(response: Response, options: ReadReplyOptions): Promise<ModelOutcome> {
  const body = response.body?.getReader();
  try {
    const reading = new ReplyReading(options);
    const outcome = await reading.run(body, response.ok ? null : response);
    const isStopped = !outcome.ok && outcome.error.code === 'aborted' && response.ok;
    const usage = reading.billed ?? (isStopped ? options.estimate(0) : null);
    return outcome.ok || !usage ? outcome : { ok: false, error: { ...outcome.error, usage } };
  } finally {
    body?.cancel().catch(() => undefined);
  }
}

class ReplyReading {
  readonly #options: ReadReplyOptions;
  readonly #sse = new SseReader();
  readonly #assembly: ReplyAssembly;
  #said = false;
  /** True once a server-sent event has come. */
  #heard = false;
  #whole = '';
  #kind: 'unknown' | 'events' | 'json' | 'page' = 'unknown';

  constructor(options: ReadReplyOptions) {
    this.#options = options;
    this.#assembly = options.assembly;
  }

  get billed(): Usage | null {
    return this.#assembly.billed(this.#options.estimate);
  }

  async run(body: ReadableStreamDefaultReader<Uint8Array> | undefined, error: Response | null): Promise<ModelOutcome> {
    const { guard, limits } = this.#options;
    const decoder = new TextDecoder();
    if (error) {
      this.#kind = 'page';
      guard.arm(limits.idle);
    }
    let isConnectionLost = false;
    try {
      while (body) {
        const { done, value } = await guard.race(body.read());
        const outcome = this.#take(done ? decoder.decode() : decoder.decode(value, { stream: true }));
        if (outcome) return outcome;
        if (done || (this.#kind === 'page' && this.#whole.length > pageLimit)) break;
      }
    } catch {
      isConnectionLost = true;
    }
    if (guard.cause === 'aborted') return failedCallOutcome('aborted');
    if (error) return this.#fault({ status: error.status, body: this.#whole, headers: error.headers });
    if (guard.cause === 'stalled' && !this.#assembly.finished) return failedCallOutcome('stalled');
    if (!isConnectionLost) return this.#end();
    return this.#assembly.finished ? this.#assembled(false) : failedCallOutcome('truncated');
  }

  /** Processes the next piece of the body; returns an outcome if there is no need to read on. */
  #take(text: string): ModelOutcome | null {
    if (!this.#heard) this.#whole += text;
    if (this.#kind === 'unknown') {
      const first = this.#whole.trimStart()[0];
      if (first === undefined) return null;
      this.#kind = first === '<' ? 'page' : first === '{' || first === '[' ? 'json' : 'events';
      text = this.#whole;
    }
    const outcome = this.#kind === 'events' ? this.#events(this.#sse.push(text)) : null;
    return outcome ?? (this.#isEndless() ? failedCallOutcome('bad_response', 'The reply is too long.') : null);
  }

  #isEndless(): boolean {
    return this.#sse.isEndless || this.#whole.length > maxSseEventLength || this.#assembly.length > longestReply;
  }

  #events(events: EventSourceMessage[]): ModelOutcome | null {
    for (const event of events) {
      this.#heard = true;
      const outcome = this.#event(event);
      if (outcome) return outcome;
    }
    return null;
  }

  #event({ event, data }: EventSourceMessage): ModelOutcome | null {
    if (data.trim() === '[DONE]') return this.#assembled(true);
    const chunk = parseJson(data);
    if (event === 'error') return this.#fault({ status: null, body: chunk ?? data, headers: null });
    if (chunk === undefined) return data.trimStart().startsWith('{') ? this.#unreadable(data) : null;
    return this.#chunk(chunk);
  }

  #chunk(chunk: unknown): ModelOutcome | null {
    const chunkDelta = this.#assembly.add(chunk);
    if (chunkDelta.kind === 'fault') return this.#fault({ status: null, body: chunkDelta.body, headers: null });
    if (chunkDelta.kind === 'ignored') return null;
    this.#said ||= chunkDelta.said;
    this.#waitOn();
    this.#say(chunkDelta.text);
    return chunkDelta.ended ? this.#assembled(true) : null;
  }

  /** Restarts the idle timeout after a payload. */
  #waitOn(): void {
    const { guard, limits, onWait } = this.#options;
    if (this.#assembly.finished && !this.#assembly.mayGoOn) {
      guard.arm(Math.min(lingerMs, limits.idle));
      return;
    }
    const limit_ms = this.#said ? limits.idle : limits.first;
    guard.arm(limit_ms);
    onWait({ said: this.#said, limit_ms });
  }

  /** Returns the outcome when the body has ended by itself. */
  #end(): ModelOutcome {
    if (this.#kind === 'page') return this.#unreadable(this.#whole);
    if (this.#kind !== 'json') {
      const complete = this.#sse.end().filter(({ data }) => !data.startsWith('{') || parseJson(data) !== undefined);
      const outcome = this.#events(complete);
      if (outcome) return outcome;
      return this.#heard || isStream(this.#whole) ? this.#assembled(false) : this.#unreadable(this.#whole);
    }
    const completion = parseJson(this.#whole);
    if (Array.isArray(completion)) return this.#fault({ status: null, body: completion, headers: null });
    if (!isRecord(completion)) return this.#unreadable(this.#whole);
    const outcome = this.#chunk(completion);
    if (outcome) return outcome;
    return this.#assembly.isWhole(completion) ? this.#assembled(true) : this.#unreadable(this.#whole);
  }

  #assembled(isStreamDone: boolean): ModelOutcome {
    this.#say(this.#assembly.end());
    const assembled = this.#assembly.outcome(isStreamDone);
    if (!assembled.ok) return failedCallOutcome(assembled.code, assembled.detail);
    const { reply, reasoning: parts } = assembled;
    return { ok: true, reply: parts ? { ...reply, reasoning: { from: this.#options.source, parts } } : reply };
  }

  #say(text: string): void {
    if (text !== '') this.#options.onText(text);
  }

  #unreadable(body: string): ModelOutcome {
    return this.#fault({ status: 200, body, headers: null });
  }

  #fault(error: Parameters<typeof modelErrorFromResponse>[0]): ModelOutcome {
    return { ok: false, error: modelErrorFromResponse(error, this.#options.key) };
  }
}

/**
 * True if a body without any event may be the beginning of a stream, after blanks: comments only, or an incomplete
 * field.
 */
function isStream(body: string): boolean {
  return body
    .trimStart()
    .split(/[\r\n]+/)
    .every((line) => fields.some((field) => line.startsWith(field) || field.startsWith(line.trim())));
}
