/** What a model in the memory is asked for. */
export interface Generation {
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** JSON Schema that the text must hold to. */
  schema: Record<string, unknown> | null;
  /** Ends it soon; what came until then is lost. */
  signal: AbortSignal;
  onText: (piece: string) => void;
  /** It is at work: called now and then before the first text, and with each piece. */
  onLife: () => void;
}

export type Generated =
  | { ok: true; finish: 'stop' | 'length'; usage: { input: number; output: number } }
  /** After `server` the engine is of no use any more. */
  | { ok: false; code: 'aborted' | 'context_length' | 'server'; detail: string };

/** A model in the memory. It does one thing at a time: the next may be asked for once the last has ended. Never rejects. */
export interface OnDeviceEngine {
  generate(asked: Generation): Promise<Generated>;
  /** Takes the model out of the memory. What it was doing never ends. */
  close(): void;
}

export interface EngineOptions {
  /** How much of the file has been read, 0 to 1. */
  onRead: (share: number) => void;
  /** Gives up. */
  signal: AbortSignal;
}

/** Brings a model file into the memory; never rejects. `detail` says why it cannot be used. */
export type StartEngine = (
  file: Blob,
  options: EngineOptions,
) => Promise<{ ok: true; engine: OnDeviceEngine } | { ok: false; detail: string }>;
