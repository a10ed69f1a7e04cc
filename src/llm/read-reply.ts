import type { ModelOutcome } from '../ports/language-model.ts';
import type { CallGuard, CallLimits } from './call-guard.ts';
import { ChunkAssembly } from './chunk-assembly.ts';
import { failedCall } from './failed-call.ts';
import { isRecord } from './is-record.ts';
import { modelFault } from './model-fault.ts';
import { type SseEvent, SseReader } from './sse-reader.ts';

/** After a finish reason only the usage may still come: how long to wait for it when the socket lingers (S10, S11). */
const lingerMs = 5000;
const pageLimit = 64_000;

export interface ReadOptions {
  guard: CallGuard;
  limits: CallLimits;
  key: string | null;
  firstCallNumber: number;
  onText: (piece: string) => void;
}

/**
 * Reads an endpoint's answer to a streaming request: server-sent events, a plain completion, or a page that is neither,
 * told apart by how the body begins, as content types lie. Stops at `[DONE]`, and never throws.
 */
export async function readReply(response: Response, options: ReadOptions): Promise<ModelOutcome> {
  const body = response.body?.getReader();
  try {
    return await new ReplyReading(options).run(body, response.ok ? null : response);
  } finally {
    body?.cancel().catch(() => undefined);
  }
}

class ReplyReading {
  readonly #options: ReadOptions;
  readonly #sse = new SseReader();
  readonly #assembly: ChunkAssembly;
  #limit: number;
  #whole = '';
  #kind: 'unknown' | 'events' | 'json' | 'page' = 'unknown';

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#assembly = new ChunkAssembly(options.firstCallNumber);
    this.#limit = options.limits.first;
  }

  async run(
    body: ReadableStreamDefaultReader<Uint8Array> | undefined,
    refusal: Response | null,
  ): Promise<ModelOutcome> {
    const { guard, limits } = this.#options;
    const decoder = new TextDecoder();
    if (refusal) this.#kind = 'page';
    guard.arm(refusal ? limits.idle : limits.first);
    let lost = false;
    try {
      while (body) {
        const { done, value } = await guard.race(body.read());
        const outcome = this.#take(done ? decoder.decode() : decoder.decode(value, { stream: true }));
        if (outcome) return outcome;
        if (done || (this.#kind === 'page' && this.#whole.length > pageLimit)) break;
      }
    } catch {
      lost = true;
    }
    if (guard.cause === 'aborted') return failedCall('aborted');
    if (refusal) return this.#fault({ status: refusal.status, body: this.#whole, headers: refusal.headers });
    if (guard.cause === 'stalled' && !this.#assembly.finished) return failedCall('stalled');
    if (!lost) return this.#end();
    return this.#assembly.finished ? this.#assembled(false) : failedCall('truncated');
  }

  /** Takes the next piece of the body; an outcome when there is no need to read on. */
  #take(text: string): ModelOutcome | null {
    if (this.#kind !== 'events') this.#whole += text;
    if (this.#kind === 'unknown') {
      const first = this.#whole.trimStart()[0];
      if (first === undefined) return null;
      this.#kind = first === '<' ? 'page' : first === '{' || first === '[' ? 'json' : 'events';
      text = this.#whole;
    }
    return this.#kind === 'events' ? this.#events(this.#sse.push(text)) : null;
  }

  #events(events: SseEvent[]): ModelOutcome | null {
    for (const event of events) {
      const outcome = this.#event(event);
      if (outcome) return outcome;
    }
    return null;
  }

  #event({ event, data }: SseEvent): ModelOutcome | null {
    if (data.trim() === '[DONE]') return this.#assembled(true);
    const chunk = parsed(data);
    if (event === 'error') return this.#fault({ status: null, body: chunk ?? data, headers: null });
    if (chunk === undefined) return data.trimStart().startsWith('{') ? this.#unreadable(data) : null;
    return this.#chunk(chunk);
  }

  #chunk(chunk: unknown): ModelOutcome | null {
    const added = this.#assembly.add(chunk);
    if (added.kind === 'fault') return this.#fault({ status: null, body: added.body, headers: null });
    if (added.kind === 'ignored') return null;
    if (added.said) this.#limit = this.#options.limits.idle;
    this.#options.guard.arm(this.#assembly.finished ? Math.min(lingerMs, this.#options.limits.idle) : this.#limit);
    this.#say(added.text);
    return null;
  }

  /** The body has ended by itself. */
  #end(): ModelOutcome {
    if (this.#kind === 'page') return this.#unreadable(this.#whole);
    if (this.#kind !== 'json') {
      const complete = this.#sse
        .end()
        .filter(({ event, data }) => event === 'error' || !data.startsWith('{') || parsed(data) !== undefined);
      return this.#events(complete) ?? this.#assembled(false);
    }
    const completion = parsed(this.#whole);
    if (Array.isArray(completion)) return this.#fault({ status: null, body: completion, headers: null });
    if (!isRecord(completion)) return this.#unreadable(this.#whole);
    const outcome = this.#chunk(completion);
    if (outcome) return outcome;
    return Array.isArray(completion.choices) ? this.#assembled(true) : this.#unreadable(this.#whole);
  }

  #assembled(done: boolean): ModelOutcome {
    this.#say(this.#assembly.end());
    const assembled = this.#assembly.outcome(done);
    return assembled.ok ? assembled : failedCall(assembled.code, assembled.detail);
  }

  #say(text: string): void {
    if (text !== '') this.#options.onText(text);
  }

  #unreadable(body: string): ModelOutcome {
    return this.#fault({ status: 200, body, headers: null });
  }

  #fault(refusal: Parameters<typeof modelFault>[0]): ModelOutcome {
    return { ok: false, error: modelFault(refusal, this.#options.key) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
