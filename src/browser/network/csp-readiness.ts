import { lazily } from '../../domain/async/lazily.ts';
import type { WorkerMessage } from '../../ports/pwa.ts';

/** How long a first visit waits for the service worker, and for it to answer, before anything leaves, in milliseconds. */
const patience = 10_000;

export interface CspReadinessParts {
  /** Absent where the browser has none, as in some private windows. */
  container: ServiceWorkerContainer | undefined;
  /** Registers the service worker, if that has not been done; whether it could be. */
  register: () => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
}

/**
 * Tells whether the service worker answers this page's requests, so that the browser itself holds each network worker to
 * its sites (R13.4). It is waited for once; where it does not come, the network workers' own code does what it can.
 */
export class CspReadiness {
  readonly #parts: CspReadinessParts;
  readonly #waited = lazily(() => this.#wait());

  constructor(parts: CspReadinessParts) {
    this.#parts = parts;
  }

  get holds(): boolean {
    return this.#parts.container?.controller != null;
  }

  async ready(): Promise<boolean> {
    if (!this.holds) await this.#waited();
    return this.holds;
  }

  /** A page that was loaded past the service worker (a forced reload) asks to be taken under it. */
  async #wait(): Promise<void> {
    const { container, register, wait } = this.#parts;
    if (!container) return;
    const late = wait(patience);
    if (!(await Promise.race([register(), late.then(() => false)])) || this.holds) return;
    const come = new Promise<void>((resolve) => {
      container.addEventListener('controllerchange', () => resolve(), { once: true });
    });
    void container.ready.then(({ active }) => active?.postMessage({ kind: 'claim' } satisfies WorkerMessage));
    await Promise.race([come, late, this.#failed(container)]);
  }

  /** Resolves when the service worker cannot be installed, as when a file of the app cannot be had. */
  async #failed(container: ServiceWorkerContainer): Promise<void> {
    const installing = (await container.getRegistration())?.installing;
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'redundant') resolve();
      });
    });
  }
}

/** Whether a policy can name a site: no address in brackets, no characters that names of hosts do not have. */
export function isNameable(site: string): boolean {
  return /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(site);
}
