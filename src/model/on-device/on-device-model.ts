import { SerialQueue } from '../../values/serial-queue.ts';
import type { LanguageModel, ModelMessage, ModelOutcome, ModelRequest } from '../../ports/language-model.ts';
import { CallTimeouts, type CallTimeLimits, failedCallOutcome } from '../endpoint/call-timeouts.ts';
import type { GenerationOutcome, GenerationRequest, OnDeviceEngine, StartOnDeviceEngine } from './on-device-engine.ts';
import { ThinkFilter } from '../endpoint/think-filter.ts';

export interface OnDeviceOptions {
  /** Opens the model's file; null when it does not exist. */
  open: () => Promise<Blob | null>;
  limits?: Partial<Pick<CallTimeLimits, 'first' | 'idle'>>;
  start?: StartOnDeviceEngine;
}

export interface OnDeviceModel extends LanguageModel {
  /** Frees the model's memory; a later call loads it again. */
  close(): void;
}

type Loaded = { ok: true; engine: OnDeviceEngine } | { ok: false; outcome: ModelOutcome };
type Told = Pick<GenerationRequest, 'signal' | 'onText'> & { onLife: (said: boolean, loaded?: number) => void };

const usual = { first: 600_000, idle: 90_000 };
/** No total time limit: a reply ends by its number of tokens or by an idle timeout. */
const noTotal = 2 ** 31 - 1;
/** The time that the model may take to stop after an abort before it is unloaded, in milliseconds. */
const graceMs = 20_000;

/**
 * A small model that runs in the page, loaded at the first call and kept in memory until `close`. It has no native tool
 * calls, only JSON constrained by a schema. Calls are queued; one that is aborted while it waits is never started.
 */
export function onDeviceModel(options: OnDeviceOptions): OnDeviceModel {
  return new QueuedModel(options);
}

class QueuedModel implements OnDeviceModel {
  readonly #options: OnDeviceOptions;
  readonly #calls = new SerialQueue();
  #loading: Promise<Loaded> | null = null;
  #closing = new AbortController();
  /** Reports the loading progress to the call that waits for it. */
  #onRead: (share: number) => void = () => undefined;

  constructor(options: OnDeviceOptions) {
    this.#options = options;
  }

  async reply(
    request: ModelRequest,
    { signal, onText, onWait }: Parameters<LanguageModel['reply']>[1],
  ): Promise<ModelOutcome> {
    if (request.tools.length > 0) return failedCallOutcome('no_tools');
    const limits = { ...usual, ...this.#options.limits };
    const guard = new CallTimeouts(signal, { total: noTotal });
    const onLife = (hasBegunReply: boolean, loadedShare?: number) => {
      const limit_ms = hasBegunReply ? limits.idle : limits.first;
      if (guard.signal.aborted) return;
      guard.arm(limit_ms);
      onWait?.({ said: hasBegunReply, limit_ms, ...(loadedShare !== undefined && { loaded: loadedShare }) });
    };
    const turnCallbacks: Told = { signal: guard.signal, onText: onText ?? (() => undefined), onLife };
    const turn = this.#calls.run(() => this.#take(request, turnCallbacks));
    try {
      return await guard.race(turn);
    } catch {
      if (guard.cause === 'stalled') this.close();
      return failedCallOutcome(guard.cause ?? 'server');
    } finally {
      guard.close();
    }
  }

  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    void this.#loading?.then((loaded) => loaded.ok && loaded.engine.close());
    this.#loading = null;
  }

  async #take(request: ModelRequest, { signal, onText, onLife }: Told): Promise<ModelOutcome> {
    const isOver = () => signal.aborted;
    if (isOver()) return failedCallOutcome('aborted');
    onLife(false);
    this.#onRead = (share) => onLife(false, share);
    const loadedEngine = await this.#loaded();
    if (!loadedEngine.ok) return loadedEngine.outcome;
    if (isOver()) return failedCallOutcome('aborted');

    const visible = new ThinkFilter();
    let text = '';
    const say = (piece: string) => {
      if (piece === '' || isOver()) return;
      text += piece;
      onText(piece);
    };
    const generating = loadedEngine.engine.generate({
      messages: request.messages.map(written),
      schema: request.format?.schema ?? null,
      signal,
      onText: (piece) => say(visible.push(piece)),
      onLife: () => onLife(text !== ''),
    });
    const generated = await this.#unlessClosed(generating, signal);
    if (!generated.ok) {
      if (generated.code === 'server') this.close();
      return failedCallOutcome(generated.code, generated.detail.slice(0, 300));
    }
    say(visible.end());
    const { finish, usage } = generated;
    if (text.trim() === '') return failedCallOutcome(finish === 'length' ? 'truncated' : 'empty');
    return { ok: true, reply: { text, calls: [], finish, usage: { ...usage, estimated: false } } };
  }

  #loaded(): Promise<Loaded> {
    this.#loading ??= this.#load(this.#closing.signal);
    return this.#loading;
  }

  async #load(signal: AbortSignal): Promise<Loaded> {
    const { open } = this.#options;
    const failLoading = (outcome: ModelOutcome): Loaded => {
      if (!signal.aborted) this.#loading = null;
      return { ok: false, outcome };
    };
    const file = await open();
    if (!file) return failLoading(failedCallOutcome('unknown_model'));
    const start = this.#options.start ?? (await wllama());
    if (!start) return failLoading(failedCallOutcome('unreachable'));
    const engineStart = await start(file, { onRead: (share) => this.#onRead(share), signal }).catch(toldBy);
    return engineStart.ok
      ? engineStart
      : failLoading(failedCallOutcome('bad_request', engineStart.detail.slice(0, 300)));
  }

  /**
   * Resolves to the result, or to `aborted` once the model is closed. A generation that ignores its signal is ended by
   * closing the model.
   */
  async #unlessClosed(generating: Promise<GenerationOutcome>, signal: AbortSignal): Promise<GenerationOutcome> {
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const closingOutcome = new Promise<GenerationOutcome>((resolve) => {
      const end = () => resolve({ ok: false, code: 'aborted', detail: '' });
      this.#closing.signal.addEventListener('abort', end, { signal: over.signal });
      const wait = () => {
        timer = setTimeout(() => this.close(), graceMs);
      };
      signal.addEventListener('abort', wait, { signal: over.signal });
    });
    try {
      return await Promise.race([generating, closingOutcome]);
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }
}

/** Loads the engine on first use; null when it cannot be loaded. */
async function wllama(): Promise<StartOnDeviceEngine | null> {
  try {
    return (await import('./on-device-wllama.ts')).startWllama;
  } catch {
    return null;
  }
}

/**
 * Returns the result for an engine whose code could not be loaded, such as when there is no network. It looks the same
 * as the result for an engine that failed to start.
 */
const toldBy = (error: unknown) => ({ ok: false, detail: String(error) }) as const;

function written(message: ModelMessage): GenerationRequest['messages'][number] {
  return { role: message.role === 'tool' ? 'user' : message.role, content: message.text };
}
