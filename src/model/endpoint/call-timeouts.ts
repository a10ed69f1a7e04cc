import type { ModelError } from '../../task/model-reply.ts';
import type { ModelOutcome } from '../../ports/language-model.ts';

/** Time limits of a call, in milliseconds: until the first words, then between payloads, and in total. */
export interface CallTimeLimits {
  first: number;
  idle: number;
  total: number;
}

/** Ends one call early: by the caller's abort, or by a time limit that ran out. */
export class CallTimeouts {
  readonly #stop = new AbortController();
  readonly #total: ReturnType<typeof setTimeout>;
  readonly #outer: AbortSignal;
  readonly #onAbort = () => this.#end('aborted');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cause: 'aborted' | 'stalled' | null = null;

  constructor(outer: AbortSignal, limits: Pick<CallTimeLimits, 'total'>) {
    this.#outer = outer;
    outer.addEventListener('abort', this.#onAbort, { once: true });
    this.#total = setTimeout(() => this.#end('stalled'), limits.total);
    if (outer.aborted) this.#end('aborted');
  }

  /** The request's signal, aborted by the caller or by a time limit. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get cause(): 'aborted' | 'stalled' | null {
    return this.#cause;
  }

  /** Restarts the idle timeout. */
  arm(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end('stalled'), ms);
  }

  /**
   * Resolves to the promise's value; rejects at once when the guard ends the call, even if the promise never settles.
   */
  async race<T>(promise: Promise<T>): Promise<T> {
    const signal = this.#stop.signal;
    let onAbort: (() => void) | undefined;
    const rejectionOnAbort = new Promise<never>((_, reject) => {
      onAbort = () => reject(new DOMException('The call was ended.', 'AbortError'));
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([promise, rejectionOnAbort]);
    } finally {
      if (onAbort) signal.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#total);
    this.#outer.removeEventListener('abort', this.#onAbort);
  }

  #end(cause: 'aborted' | 'stalled'): void {
    this.#cause ??= cause;
    this.#stop.abort();
  }
}

/** Returns the outcome of a call that failed without a report from the endpoint. */
export function failedCallOutcome(code: ModelError['code'], detail = ''): ModelOutcome & { ok: false } {
  return { ok: false, error: { code, detail, status: null, retry_after_ms: null } };
}
