import type { SharedBusyFlag } from '../../ports/pwa.ts';
import type { LockRequests } from '../lock-manager.ts';

/**
 * A flag shared by all tabs: each tab that sets it holds a shared lock; waiting for it to be clear requests the lock
 * exclusively. The browser releases the lock when a tab ends.
 */
export class WebLockBusyFlag implements SharedBusyFlag {
  readonly #manager: LockRequests;
  readonly #name: string;

  constructor(manager: LockRequests, name: string) {
    this.#manager = manager;
    this.#name = name;
  }

  set(): () => void {
    const over = new AbortController();
    void this.#manager
      .request(
        this.#name,
        { mode: 'shared', signal: over.signal },
        () => new Promise<void>((lower) => over.signal.addEventListener('abort', () => lower())),
      )
      .catch(() => undefined);
    return () => over.abort();
  }

  async isSet(): Promise<boolean> {
    const { held = [] } = await this.#manager.query();
    return held.some(({ name, mode }) => name === this.#name && mode === 'shared');
  }

  /**
   * Resolves once no tab has set the flag. Checks again after waiting, since a tab may have queued for the lock
   * meanwhile.
   */
  async whenClear(): Promise<void> {
    do await this.#manager.request(this.#name, { mode: 'exclusive' }, () => undefined);
    while (await this.isSet());
  }
}
