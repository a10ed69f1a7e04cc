import type { PendingReply, ModelError } from '../../task/model-reply.ts';
import type { ModelOutcome } from '../../ports/language-model.ts';
import { isRecord } from '../../values/json.ts';
import type { StreamDelta, BackgroundCall } from '../endpoint/api.ts';
import { CallTimeouts, failedCallOutcome } from '../endpoint/call-timeouts.ts';
import { ResponsesAssembly } from './responses-assembly.ts';

/**
 * The number of connections in a row that may bring nothing new. After one more, the reply is polled instead of
 * streamed; if as many polls in a row bring nothing, too, the call fails.
 */
const mostFruitless = 2;
/** The longest pause between two connections, in milliseconds. */
const longestPause = 8000;
/** The statuses by which an endpoint says that it keeps no such reply: it has expired, or none are kept. */
const replyGoneStatuses: ReadonlySet<number | null> = new Set([404, 405, 410]);
const lostConnectionCodes: ReadonlySet<ModelError['code']> = new Set([
  'unreachable',
  'truncated',
  'stalled',
  'server',
  'rate_limit',
]);

/**
 * Requests a reply in background mode, or picks up the pending one. After a lost connection it reconnects from the last
 * received event. Once the reply's id is known, the model is asked again only if the endpoint no longer has the reply.
 * A reply that stays queued or takes too long is cancelled.
 */
export function requestBackgroundReply(call: BackgroundCall): Promise<ModelOutcome> {
  return new BackgroundReading(call).run();
}

/** Returns the URL path that cancels a pending reply; null if its id cannot be part of a path. */
export function cancelPath({ id }: PendingReply): string | null {
  return isId(id) ? `/responses/${id}/cancel` : null;
}

/** True for an id that is one part of a path. */
const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,256}$/.test(id);

class BackgroundReading {
  readonly #call: BackgroundCall;
  /** Ends the call by the caller's abort, while the reply is queued for too long, or when it takes too long. */
  readonly #watch: CallTimeouts;
  #assembly: KeptAssembly;
  #pending: PendingReply | null;
  /** True if this call has asked for the reply itself. */
  #asked = false;
  /** True if the reply is not read as a stream, but looked at until it is complete. */
  #polls = false;
  #fruitless = 0;
  #connections = 0;

  constructor(call: BackgroundCall) {
    const { pending, source, signal, limits } = call;
    this.#call = call;
    this.#watch = new CallTimeouts(signal, limits);
    this.#pending = pending?.from === source && isId(pending.id) ? pending : null;
    this.#assembly = this.#newAssembly();
  }

  async run(): Promise<ModelOutcome> {
    this.#watch.arm(this.#call.limits.first);
    try {
      for (;;) {
        const outcome = await this.#ended(await this.#connect());
        if (outcome) return outcome;
        await this.#pause();
      }
    } finally {
      this.#watch.close();
    }
  }

  /** Asks for the reply, or goes on with the pending one. */
  async #connect(): Promise<ModelOutcome> {
    const { body, exchange, limits } = this.#call;
    const guard = new CallTimeouts(this.#watch.signal, limits);
    this.#assembly.resume();
    try {
      if (this.#pending) return await exchange(this.#path(this.#pending), null, this.#assembly, guard);
      this.#asked = true;
      return await exchange('/responses', body, this.#assembly, guard);
    } finally {
      guard.close();
    }
  }

  #path({ id }: PendingReply): string {
    const { sequence } = this.#assembly;
    if (this.#polls) return `/responses/${id}`;
    return `/responses/${id}?stream=true${sequence < 0 ? '' : `&starting_after=${sequence}`}`;
  }

  /** Returns the call's outcome after a connection; null if another connection is to follow. */
  async #ended(outcome: ModelOutcome): Promise<ModelOutcome | null> {
    const { cause } = this.#watch;
    if (cause === 'aborted') return failedCallOutcome('aborted');
    if (outcome.ok) return outcome;
    if (this.#pending === null) return cause === 'stalled' ? failedCallOutcome('stalled') : outcome;
    const { code, status } = outcome.error;
    if (this.#assembly.isOver) return this.#dropped(outcome);
    if (cause === 'stalled') {
      await this.#call.cancel(this.#pending);
      return this.#dropped(failedCallOutcome('stalled'));
    }
    if (replyGoneStatuses.has(status)) return this.#lost();
    const isRefused = status !== null && !lostConnectionCodes.has(code) && code !== 'bad_response';
    if (isRefused && (code !== 'bad_request' || this.#polls))
      return code === 'bad_request' ? this.#lost() : withoutUsage(outcome);
    this.#fruitless = this.#assembly.hasProgress ? 0 : this.#fruitless + 1;
    if (this.#polls && this.#fruitless > mostFruitless) return withoutUsage(outcome);
    if (!lostConnectionCodes.has(code) || !this.#assembly.isNumbered || this.#fruitless > mostFruitless) this.#poll();
    return null;
  }

  #poll(): void {
    if (this.#polls) return;
    this.#polls = true;
    this.#fruitless = 0;
    this.#connections = 0;
  }

  /**
   * Handles a reply that the endpoint no longer has. If an earlier call had asked for it, returns null, and this call
   * asks anew; if this call had asked for it, returns the error `truncated`, and the next call asks again.
   */
  #lost(): ModelOutcome | null {
    this.#keep(null);
    if (this.#asked) return failedCallOutcome('truncated');
    this.#assembly = this.#newAssembly();
    this.#polls = false;
    this.#fruitless = 0;
    this.#watch.arm(this.#call.limits.first);
    return null;
  }

  #dropped(outcome: ModelOutcome): ModelOutcome {
    this.#keep(null);
    return outcome;
  }

  #keep(pending: PendingReply | null): void {
    this.#pending = pending;
    if (!this.#call.signal.aborted) this.#call.onPending(pending);
  }

  /**
   * Waits before the next connection: twice as long each time while connections bring nothing new or the reply is
   * polled, up to a limit.
   */
  async #pause(): Promise<void> {
    this.#connections = this.#polls || this.#fruitless > 0 ? this.#connections + 1 : 0;
    const wait = Math.min(this.#call.limits.again * 2 ** this.#connections, longestPause);
    await this.#watch.race(new Promise((resolve) => setTimeout(resolve, wait))).catch(() => undefined);
  }

  #newAssembly(): KeptAssembly {
    const { context, source, isClean, limits } = this.#call;
    return new KeptAssembly(context, {
      onId: (id) => {
        if (this.#pending === null && isId(id) && isClean(id)) this.#keep({ id, from: source });
      },
      onBegun: () => this.#watch.arm(limits.total),
    });
  }
}

/**
 * Returns the error without its usage: since the reply can still be picked up, its billed tokens are counted together
 * with the reply.
 */
function withoutUsage(outcome: ModelOutcome & { ok: false }): ModelOutcome {
  const { usage: _, ...error } = outcome.error;
  return { ...outcome, error };
}

const final: ReadonlySet<unknown> = new Set(['completed', 'incomplete', 'failed', 'cancelled']);

interface KeptEvents {
  /** Receives the reply's id as the endpoint writes it, whatever that is. */
  onId: (id: unknown) => void;
  /** Called when the reply has left the queue. */
  onBegun: () => void;
}

/** A reply that is read over several connections: events that have been read before are skipped. */
class KeptAssembly extends ResponsesAssembly {
  readonly #on: KeptEvents;
  #from = -1;
  /** The number of the last event; -1 before any. */
  sequence = -1;
  /** True if the events have numbers. */
  isNumbered = true;
  /** True if the present connection has brought something new. */
  hasProgress = false;
  /** True if the endpoint writes no more. */
  isOver = false;

  constructor(context: ConstructorParameters<typeof ResponsesAssembly>[0], on: KeptEvents) {
    super(context);
    this.#on = on;
  }

  /** Begins a connection that continues after the last event. */
  resume(): void {
    this.#from = this.sequence;
    this.hasProgress = false;
  }

  override add(event: unknown): StreamDelta {
    if (isRecord(event)) {
      const { sequence_number: number, type } = event;
      if (typeof number === 'number') {
        if (number <= this.#from) return { kind: 'ignored' };
        this.sequence = number;
      } else if (type !== undefined) this.isNumbered = false;
      this.hasProgress = true;
      this.#look(isRecord(event.response) ? event.response : this.isWhole(event) ? event : null);
    }
    const streamDelta = super.add(event);
    if (streamDelta.kind === 'chunk' && streamDelta.said) this.#on.onBegun();
    return streamDelta;
  }

  #look(response: Record<string, unknown> | null): void {
    if (!response) return;
    const { id, status, background } = response;
    if (background !== false) this.#on.onId(id);
    this.isOver = final.has(status);
    if (status === 'in_progress') this.#on.onBegun();
  }
}
