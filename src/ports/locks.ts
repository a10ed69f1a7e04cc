/** One holder at a time across tabs. Resolves to a release function, or null when another tab holds it. */
export interface Locks {
  take(name: string): Promise<(() => void) | null>;
}
