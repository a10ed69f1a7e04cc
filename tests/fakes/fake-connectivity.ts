import type { Connectivity } from '../../src/ports/connectivity.ts';

/** A network that the test connects and disconnects. */
export class FakeConnectivity implements Connectivity {
  #online = true;
  #waiting: (() => void)[] = [];

  isOnline(): boolean {
    return this.#online;
  }

  untilOnline(signal: AbortSignal): Promise<void> {
    if (this.#online || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => resolve());
    });
  }

  set(online: boolean): void {
    this.#online = online;
    if (!online) return;
    for (const go of this.#waiting.splice(0)) go();
  }
}
