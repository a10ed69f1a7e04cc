import type { Locks } from '../ports/locks.ts';
import type { LockRequests } from './lock-manager.ts';

const nothing = () => undefined;

/**
 * Locks between tabs by the Web Locks API; the browser releases a lock when its tab closes, reloads or crashes. If the
 * browser denies access to the API, every lock is granted: then only the session's fence, a number checked at each
 * write, prevents two tabs from writing to the same session.
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

  async held(): Promise<ReadonlySet<string> | null> {
    const { held } = await this.#manager.query();
    return held ? new Set(held.flatMap(({ name }) => name ?? [])) : null;
  }

  /**
   * Requests a lock and resolves to the function that releases it. Rejects if the lock cannot be granted. Calls `lost`
   * if the granted lock ends with an error, which means that another tab has stolen it.
   */
  #request(name: string, options: LockOptions, lost: () => void): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let isHeld = false;
      const over = this.#manager.request(name, options, () => {
        isHeld = true;
        return new Promise<void>((release) => resolve(release));
      });
      over.catch((error: unknown) => {
        if (isHeld) lost();
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}
