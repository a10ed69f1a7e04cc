import type { PendingReply, ModelError, ModelReply } from '../../src/task/model-reply.ts';
import type { LanguageModel, ModelOutcome, ModelRequest } from '../../src/ports/language-model.ts';

type Options = Parameters<LanguageModel['reply']>[1];

/** A language model whose endpoint keeps its replies: it writes on whether or not anybody reads. */
export class KeepingModel implements LanguageModel {
  /** What was asked for anew, and what was picked up, each by its number from 1. */
  readonly asked: ModelRequest[] = [];
  readonly pickedUp: number[] = [];
  readonly cancelled: string[] = [];
  /** Called when somebody reads reply `nth`: resolves when the reply is complete, or to an error of the connection. */
  reading: (nth: number) => Promise<ModelError | null> = async () => null;
  /** True once the endpoint has dropped what it pending. */
  forgets = false;
  readonly #script: (request: ModelRequest) => ModelReply | ModelError;
  readonly #pending = new Map<string, ModelReply | ModelError>();

  constructor(script: (request: ModelRequest) => ModelReply | ModelError) {
    this.#script = script;
  }

  async reply(
    request: ModelRequest,
    { signal, pending = null, onPending = () => undefined }: Options,
  ): Promise<ModelOutcome> {
    if (pending && (this.forgets || !this.#pending.has(pending.id))) onPending(null);
    else if (pending) this.pickedUp.push(numberOf(pending));
    const place = pending && !this.forgets ? pending : this.#ask(request);
    if (place !== pending) onPending(place);
    const error = await Promise.race([this.reading(numberOf(place)), aborted(signal)]);
    if (error) return { ok: false, error };
    const written = this.#pending.get(place.id);
    if (!written) throw new Error(`nothing is pending as ${place.id}`);
    if (!('code' in written)) return { ok: true, reply: written };
    onPending(null);
    return { ok: false, error: written };
  }

  async cancel(pending: PendingReply): Promise<void> {
    this.cancelled.push(pending.id);
  }

  #ask(request: ModelRequest): PendingReply {
    this.asked.push(structuredClone(request));
    this.forgets = false;
    const place = { id: `resp_${this.asked.length}`, from: 'here' };
    this.#pending.set(place.id, this.#script(request));
    return place;
  }
}

const numberOf = ({ id }: PendingReply) => Number(id.slice('resp_'.length));

function aborted(signal: AbortSignal): Promise<ModelError> {
  return new Promise((resolve) => {
    const stop = () => resolve({ code: 'aborted', detail: '', status: null, retry_after_ms: null });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
