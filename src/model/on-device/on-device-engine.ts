/** A request for a reply from a model that is loaded in this device's memory. */
export interface GenerationRequest {
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** The JSON Schema that the text must conform to. */
  schema: Record<string, unknown> | null;
  /** Aborts the generation and discards its text. */
  signal: AbortSignal;
  onText: (piece: string) => void;
  /** Called now and then before the first text, and with each piece, to report activity. */
  onLife: () => void;
}

/** How a generation ended; its text was passed to `onText`. */
export type GenerationOutcome =
  | { ok: true; finish: 'stop' | 'length'; usage: { input: number; output: number } }
  /** After an error with the code `server`, the engine can no longer be used. */
  | { ok: false; code: 'aborted' | 'context_length' | 'server'; detail: string };

/** A model in memory. It runs one generation at a time: start the next once the last has ended. Never rejects. */
export interface OnDeviceEngine {
  generate(asked: GenerationRequest): Promise<GenerationOutcome>;
  /** Frees the model's memory. A generation in progress never settles. */
  close(): void;
}

export interface OnDeviceEngineOptions {
  /** The share of the file that has been read, 0 to 1. */
  onRead: (share: number) => void;
  /** Aborts the loading. */
  signal: AbortSignal;
}

/** Loads a model file into memory; never rejects. `detail` says why the file cannot be used. */
export type StartOnDeviceEngine = (
  file: Blob,
  options: OnDeviceEngineOptions,
) => Promise<{ ok: true; engine: OnDeviceEngine } | { ok: false; detail: string }>;
