/** One holder at a time across tabs. `lost` is called when another tab has seized what was held. */
export interface Locks {
  /** Waits for its turn. Resolves to a release function, or to null once the signal is aborted. */
  take(name: string, options: { signal: AbortSignal; lost: () => void }): Promise<(() => void) | null>;
  /** Takes it from whoever holds it, ahead of all who wait. */
  seize(name: string, lost: () => void): Promise<() => void>;
}

/** `who` works on it? I do, `here`. `hand_over`: let me work on it. */
export type TabWord = 'who' | 'here' | 'hand_over';

/** Words between the tabs of one browser about a session (R12.3). No tab hears its own; one that is frozen hears nothing. */
export interface Tabs {
  say(sessionId: string, word: TabWord): void;
  hear(sessionId: string, next: (word: TabWord) => void): () => void;
}
