import { Emitter } from '../../values/emitter.ts';
import type { Observable } from '../../ports/observable.ts';
import type { AppUpdateControl, ServiceWorkerMessage } from '../../ports/pwa.ts';
import { trustedScriptUrl } from '../trusted-worker.ts';

const betweenLooks = 60 * 60_000;

/** Updates through the service worker, which caches each version completely and lets a new one wait. */
export class AppUpdates implements AppUpdateControl {
  readonly #container: ServiceWorkerContainer;
  #registration: ServiceWorkerRegistration | null = null;
  #looked = 0;
  readonly #listeners = new Emitter<boolean>();

  constructor(container: ServiceWorkerContainer) {
    this.#container = container;
  }

  /** Registers the worker and checks for a newer version, then again when the page becomes visible after a while. */
  async register(address: string): Promise<void> {
    const registration = await this.#container.register(trustedScriptUrl(address), { updateViaCache: 'none' });
    this.#registration = registration;
    this.#looked = performance.now();
    this.#tell();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => this.#tell());
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || performance.now() - this.#looked < betweenLooks) return;
      this.#looked = performance.now();
      void registration.update().catch(() => undefined);
    });
  }

  readonly waiting: Observable<boolean> = {
    subscribe: (next) => {
      const end = this.#listeners.add(next);
      next(this.#waits());
      return end;
    },
  };

  /** Notifies when a new version takes over; the first version replaces none. */
  readonly replaced: Observable<true> = {
    subscribe: (next) => {
      let controlled = this.#container.controller !== null;
      const onControllerChange = () => {
        if (controlled) next(true);
        controlled = true;
      };
      this.#container.addEventListener('controllerchange', onControllerChange);
      return () => this.#container.removeEventListener('controllerchange', onControllerChange);
    },
  };

  apply(): void {
    this.#registration?.waiting?.postMessage({ kind: 'take_over' } satisfies ServiceWorkerMessage);
  }

  #waits(): boolean {
    return this.#registration?.waiting != null && this.#registration.active !== null;
  }

  #tell(): void {
    this.#listeners.emit(this.#waits());
  }
}
