import type { Locks } from '../ports/locks.ts';

/** Web Locks: the browser releases a lock by itself when its tab closes, reloads or crashes. */
export class WebLocks implements Locks {
  readonly #manager: LockManager;

  constructor(manager: LockManager) {
    this.#manager = manager;
  }

  take(name: string): Promise<(() => void) | null> {
    return new Promise((resolve, reject) => {
      const held = this.#manager.request(name, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(release));
        resolve(null);
        return undefined;
      });
      held.catch(reject);
    });
  }
}
