import { createLazyLoader } from '../../values/lazy-loader.ts';
import type { ServiceWorkerMessage } from '../../ports/pwa.ts';

/**
 * The maximum wait on a first visit for the service worker, and for its response, before any request is sent, in
 * milliseconds.
 */
const patience = 10_000;

export interface CspReadinessParts {
  /** Undefined if the browser has none, as in some private windows. */
  container: ServiceWorkerContainer | undefined;
  /** Registers the service worker, unless that has been done; true if it succeeded. */
  register: () => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
  /** The address of Cairn's service worker. */
  script: string;
  /** Resolves to true if the script of a network worker comes with a policy for its sites. */
  limits: () => Promise<boolean>;
}

/**
 * Finds out if Cairn's own service worker answers this page's requests, so that the browser's CSP limits each network
 * worker to its sites. Waits for it once; without it, only the network workers' own code enforces the limit.
 */
export class CspReadiness {
  readonly #parts: CspReadinessParts;
  readonly #waited = createLazyLoader(() => this.#wait());
  #proof: { controller: ServiceWorker; limits: Promise<boolean> } | null = null;

  constructor(parts: CspReadinessParts) {
    this.#parts = parts;
  }

  /** True if the service worker is Cairn's, and a network worker's script comes with the policy that it must have. */
  async ready(): Promise<boolean> {
    if (!this.#controller()) await this.#waited();
    const controller = this.#controller();
    if (!controller) return false;
    if (this.#proof?.controller !== controller) this.#proof = { controller, limits: this.#parts.limits() };
    const limits = await this.#proof.limits.catch(() => false);
    if (!limits) this.#proof = null;
    return limits && this.#controller() === controller;
  }

  /**
   * Returns the service worker that controls the page if it is Cairn's: another one of this origin may pass requests on
   * unchanged.
   */
  #controller(): ServiceWorker | null {
    const controller = this.#parts.container?.controller;
    return controller?.scriptURL === this.#parts.script ? controller : null;
  }

  /** Waits for control by the service worker; a page loaded past it (a forced reload) requests to be controlled. */
  async #wait(): Promise<void> {
    const { container, register, wait } = this.#parts;
    if (!container) return;
    const late = wait(patience);
    if (!(await Promise.race([register(), late.then(() => false)])) || this.#controller()) return;
    const controllerChange = new Promise<void>((resolve) => {
      container.addEventListener('controllerchange', () => resolve(), { once: true });
    });
    void container.ready.then(({ active }) => active?.postMessage({ kind: 'claim' } satisfies ServiceWorkerMessage));
    await Promise.race([controllerChange, late, this.#failed(container)]);
  }

  /** Resolves if the service worker cannot be installed, such as when a file of the app cannot be fetched. */
  async #failed(container: ServiceWorkerContainer): Promise<void> {
    const installing = (await container.getRegistration())?.installing;
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'redundant') resolve();
      });
    });
  }
}
