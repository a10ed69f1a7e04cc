/** One holder at a time across tabs. `lost` is called when another tab has seized what was held. */
export interface Locks {
  /** Waits for its turn. Resolves to a release function, or to null once the signal is aborted. */
  take(name: string, options: { signal: AbortSignal; lost: () => void }): Promise<(() => void) | null>;
  /** Takes it from whoever holds it, ahead of all who wait. */
  seize(name: string, lost: () => void): Promise<() => void>;
}
