import { lazily } from '../../domain/async/lazily.ts';
import type { WorkerMessage } from '../../ports/pwa.ts';

/**
 * The longest wait on a first visit for the service worker, and for its answer, before any request is sent, in
 * milliseconds.
 */
const patience = 10_000;

export interface CspReadinessParts {
  /** Undefined where the browser has none, as in some private windows. */
  container: ServiceWorkerContainer | undefined;
  /** Registers the service worker, unless that has been done; returns whether it succeeded. */
  register: () => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
}

/**
 * Whether the service worker answers this page's requests, so that the browser's CSP limits each network worker to its
 * sites (R13.4). Waits for it once; without it, only the network workers' own code enforces the limit.
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

  /** Waits for control by the service worker; a page loaded past it (a forced reload) asks to be controlled. */
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

  /** Resolves when the service worker cannot be installed, as when a file of the app cannot be fetched. */
  async #failed(container: ServiceWorkerContainer): Promise<void> {
    const installing = (await container.getRegistration())?.installing;
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'redundant') resolve();
      });
    });
  }
}

/** Whether a CSP can name a site: no IPv6 address, only characters of host names. */
export function isNameable(site: string): boolean {
  return /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(site);
}
