import type { Locks } from '../ports/locks.ts';
import type { Manager } from './lock-manager.ts';

/** Web Locks: the browser releases a lock by itself when its tab closes, reloads or crashes. */
export class WebLocks implements Locks {
  readonly #manager: Manager;

  constructor(manager: Manager) {
    this.#manager = manager;
  }

  async take(name: string, { signal, lost }: { signal: AbortSignal; lost: () => void }): Promise<(() => void) | null> {
    try {
      return await this.#request(name, { signal }, lost);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  seize(name: string, lost: () => void): Promise<() => void> {
    return this.#request(name, { steal: true }, lost);
  }

  /** Rejects where the lock cannot be had; a rejection after that means that it was stolen. */
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
