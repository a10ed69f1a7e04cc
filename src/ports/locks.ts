/** Exclusive locks across tabs; `lost` is called when another tab has seized the lock. */
export interface Locks {
  /** Waits for the lock; resolves to a release function, or to null once the signal is aborted. */
  take(name: string, options: { signal: AbortSignal; lost: () => void }): Promise<(() => void) | null>;
  /** Takes the lock from its holder, ahead of all waiting tabs. */
  seize(name: string, lost: () => void): Promise<() => void>;
  /** Returns the names of all locks that tabs hold; null if the browser does not tell. */
  held(): Promise<ReadonlySet<string> | null>;
}

/**
 * A message between tabs. `who`: which tab works on the session? `here`: this tab does. `hand_over`: release it to me.
 */
export type TabMessage = 'who' | 'here' | 'hand_over';

/**
 * Messages between the tabs of one browser about a session. A tab does not receive its own messages; a frozen one
 * receives none.
 */
export interface TabChannel {
  post(sessionId: string, word: TabMessage): void;
  subscribe(sessionId: string, next: (word: TabMessage) => void): () => void;
}
