import type { Locks } from '../ports/locks.ts';
import type { LockRequests } from './lock-manager.ts';

const nothing = () => undefined;

/**
 * Web Locks: the browser releases a lock when its tab closes, reloads or crashes. If the browser refuses locks, all are
 * granted, as without Web Locks: then only a session's fence separates two tabs.
 */
export class WebLocks implements Locks {
  readonly #manager: LockRequests;

  constructor(manager: LockRequests) {
    this.#manager = manager;
  }

  async take(name: string, { signal, lost }: { signal: AbortSignal; lost: () => void }): Promise<(() => void) | null> {
    return this.#request(name, { signal }, lost).catch(() => (signal.aborted ? null : nothing));
  }

  seize(name: string, lost: () => void): Promise<() => void> {
    return this.#request(name, { steal: true }, lost).catch(() => nothing);
  }

  /**
   * Requests a lock and resolves to its release. Rejects if it cannot be granted; a later error means that it was
   * stolen.
   */
  #request(name: string, options: LockOptions, lost: () => void): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let held = false;
      const over = this.#manager.request(name, options, () => {
        held = true;
        return new Promise<void>((release) => resolve(release));
      });
      over.catch((error: unknown) => {
        if (held) lost();
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}
