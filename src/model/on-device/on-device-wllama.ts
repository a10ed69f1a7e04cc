import { LogLevel, Wllama, WllamaAbortError, WllamaError, type ChatCompletionChunk } from '@wllama/wllama/esm/index.js';
import wasm from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import type { GenerationOutcome, GenerationRequest, OnDeviceEngine, StartOnDeviceEngine } from './on-device-engine.ts';
import { fileWithReadProgress, readModelHeader } from './on-device-file.ts';

/** The token limit of a reply: longer than any decision, and an end for a model that would never stop. */
const maxTokens = 1536;
/**
 * The maximum context, in tokens and in bytes of memory, and the context in tokens if the file does not say its own.
 */
const mostTokens = 16_384;
const mostBytes = 768 * 2 ** 20;
const usualTokens = 4096;
/** Prompt tokens processed between two checks of the abort signal. */
const batch = 128;

/** Runs a GGUF model in a WebAssembly worker of our own origin; on the GPU if the browser allows it. */
export const startWllama: StartOnDeviceEngine = async (file, { onRead, signal }) => {
  const room = await roomFor(file);
  const attempts = [
    { n_ctx: room },
    ...('gpu' in navigator ? [{ n_ctx: room, n_gpu_layers: 0 }] : []),
    ...(room > usualTokens ? [{ n_ctx: usualTokens, n_gpu_layers: 0 }] : []),
  ];
  let detail = '';
  for (const attempt of attempts) {
    if (signal.aborted) break;
    const engine = new WllamaEngine();
    const error = await engine.load(fileWithReadProgress(file, onRead), attempt, signal);
    if (error === null) return { ok: true, engine };
    engine.close();
    detail ||= error;
  }
  return { ok: false, detail };
};

async function roomFor(file: Blob): Promise<number> {
  const header = await readModelHeader(file);
  if (!header) return usualTokens;
  const tokens = Math.min(header.context, mostTokens, mostBytes / header.bytesPerToken);
  return Math.max(512, Math.floor(tokens / 256) * 256);
}

class WllamaEngine implements OnDeviceEngine {
  readonly #wllama: Wllama;
  /** The engine's error messages, oldest first. */
  #complaints: string[] = [];
  /** Rejects when the worker crashes, which wllama itself does not report. */
  readonly #lost: Promise<never>;

  constructor() {
    let lose: (reason: Error) => void;
    this.#lost = new Promise<never>((_, reject) => (lose = reject));
    this.#lost.catch(() => undefined);
    const silent = () => undefined;
    const error = (...consoleArguments: unknown[]) => {
      for (const each of consoleArguments)
        if (each instanceof Event) lose(new Error(each instanceof ErrorEvent ? each.message : 'The worker is lost.'));
        else if (typeof each === 'string') this.#complaints.push(each);
    };
    this.#wllama = new Wllama({ default: wasm }, { logger: { debug: silent, log: silent, warn: silent, error } });
  }

  /** Loads the model; returns null on success, else the reason. */
  async load(
    file: File,
    options: { n_ctx: number; n_gpu_layers?: number },
    signal: AbortSignal,
  ): Promise<string | null> {
    const loadingAbort = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('Loading was given up.')), { once: true }),
    );
    const loading = this.#wllama.loadModel([file], {
      ...options,
      n_batch: batch,
      n_parallel: 1,
      cache_idle_slots: false,
      warmup: false,
      reasoning: false,
      reasoning_format: 'none',
      log_level: LogLevel.ERROR,
    });
    try {
      await Promise.race([loading, this.#lost, loadingAbort]);
    } catch (error) {
      return this.#complaint(error);
    }
    return this.#wllama.getLoadedContextInfo().n_vocab > 0 ? null : this.#complaint(null);
  }

  async generate({ messages, schema, signal, onText, onLife }: GenerationRequest): Promise<GenerationOutcome> {
    this.#complaints = [];
    let finish: 'stop' | 'length' = 'stop';
    const usage = { input: 0, output: 0 };
    const onData = ({ choices, timings }: ChatCompletionChunk) => {
      onLife();
      const piece = choices[0]?.delta.content;
      if (piece) onText(piece);
      if (choices[0]?.finish_reason === 'length') finish = 'length';
      if (!timings) return;
      usage.input = timings.cache_n + timings.prompt_n;
      usage.output = timings.predicted_n;
    };
    try {
      const saying = this.#wllama.createChatCompletion({
        messages,
        stream: true,
        onData,
        abortSignal: signal,
        max_tokens: maxTokens,
        temperature: 0.4,
        return_progress: true,
        ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema } } }),
      });
      await Promise.race([saying, this.#lost]);
      return { ok: true, finish, usage };
    } catch (error) {
      if (error instanceof WllamaAbortError) return { ok: false, code: 'aborted', detail: '' };
      const tooLong = error instanceof WllamaError && error.message.includes('exceeds the available context size');
      if (tooLong) return { ok: false, code: 'context_length', detail: error.message };
      return { ok: false, code: 'server', detail: this.#complaint(error) };
    }
  }

  close(): void {
    void this.#wllama.exit().catch(() => undefined);
  }

  /** Returns the engine's first error message, which is the cause of the later ones. */
  #complaint(error: unknown): string {
    const engineComplaint = this.#complaints[0]?.replace(/^[\w ]+: (?:error loading model: )?/, '');
    return engineComplaint ?? (error instanceof Error ? error.message : '');
  }
}
