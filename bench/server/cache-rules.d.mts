/** A piece of a prompt; `mark`: a breakpoint of the cache stands behind it. */
export interface PromptPiece {
  tokens: readonly string[];
  mark?: boolean;
}

export interface PromptCache {
  /** Returns how many tokens of a prompt are read from the cache and how many are written into it; keeps the prompt. */
  take(pieces: readonly PromptPiece[]): { input: number; read: number; written: number };
}

export declare const cacheRules: Readonly<
  Record<'OpenAI' | 'DeepSeek' | 'Anthropic', { make: () => PromptCache; read: number; write: number }>
>;
