/** A program with what it works on; all of it arrives as copies. */
export interface SandboxProgram {
  /** JavaScript. Its value is that of its last expression, or what it returns. */
  code: string;
  /** The texts of files by name, for the program as `files`. */
  files: Readonly<Record<string, string>>;
  /** JSON, for the program as `data`. */
  data: string;
}

export interface SandboxLimits {
  time_ms: number;
  memory_bytes: number;
  /** Characters that the value may have as JSON. */
  value_chars: number;
  /** Characters of what the program prints that are kept; the rest is left out. */
  log_chars: number;
}

/** What came of a program. `logs` are its printed lines up to there. */
export type SandboxOutcome =
  /** `json` is null where the program gave no value, or one that cannot be written as JSON, such as a function. */
  | { kind: 'value'; json: string | null; logs: string[] }
  /** It threw, or it could not be read; `message` says what and where. */
  | { kind: 'fault'; message: string; logs: string[] }
  | { kind: 'memory'; logs: string[] }
  | { kind: 'timeout'; logs: string[] }
  | { kind: 'too_large'; limit: number; logs: string[] }
  /** It broke the sandbox itself, which holds all the same. */
  | { kind: 'crashed' }
  | { kind: 'aborted' }
  /** The sandbox could not be started. */
  | { kind: 'unavailable' };

/**
 * Runs a program where it can reach nothing but its own data: no network, no storage, no page, no clock but the date. The
 * caller goes on meanwhile, whatever the program does. Each run begins afresh, and ends within its time limit or shortly
 * after; an abort ends it at once. Never rejects.
 */
export interface Sandbox {
  run(program: SandboxProgram, limits: SandboxLimits, options: { signal: AbortSignal }): Promise<SandboxOutcome>;
}
