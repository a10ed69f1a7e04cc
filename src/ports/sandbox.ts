/** A program and its data; the sandbox receives copies of them. */
export interface SandboxProgram {
  /** JavaScript code. The result of the program is the value of its last expression, or the value that it returns. */
  code: string;
  /** Texts of files by name, available to the program as `files`. */
  files: Readonly<Record<string, string>>;
  /** JSON, or a file whose data is read when the program asks for it; available to the program as `data`. */
  data: string | { name: string; mime: string; content: string };
}

export interface SandboxLimits {
  time_ms: number;
  memory_bytes: number;
  /** The largest length of the value as JSON, in characters. */
  value_chars: number;
  /** The largest number of printed characters that are kept. */
  log_chars: number;
}

/** The outcome of a program. `logs` are the lines printed so far. */
export type SandboxOutcome =
  /**
   * `json` is null if the program has no value, or one that JSON cannot express, such as a function. `remarks` are
   * sentences for the model about what was lost in the value or in its data.
   */
  | { kind: 'value'; json: string | null; logs: string[]; remarks?: string[] }
  /** The program threw or could not be parsed; `message` says what and where. */
  | { kind: 'fault'; message: string; logs: string[] }
  | { kind: 'memory'; logs: string[] }
  | { kind: 'timeout'; logs: string[] }
  | { kind: 'too_large'; limit: number; logs: string[] }
  /** The program crashed its sandbox; nothing outside is affected. */
  | { kind: 'crashed' }
  | { kind: 'aborted' }
  /** The sandbox could not be started. */
  | { kind: 'unavailable' };

/**
 * Runs a program with access to its own data only: no network, no storage, no page, no clock except the date. The
 * caller is never blocked. Each run starts afresh and ends within its time limit or shortly after; an abort ends it at
 * once. Never rejects.
 */
export interface Sandbox {
  run(program: SandboxProgram, limits: SandboxLimits, options: { signal: AbortSignal }): Promise<SandboxOutcome>;
}
