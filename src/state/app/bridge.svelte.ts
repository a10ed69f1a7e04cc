import { createSubscriber } from 'svelte/reactivity';
import { msToNextBeat } from '../../domain/time/next-beat.ts';
import type { Live } from '../../ports/live.ts';

/**
 * Makes a live value reactive in Svelte: effects and templates that read `current` are updated, and the subscription
 * lasts as long as one of them exists. `fault` is the error that ended the subscription, if any. With `calm`, readers
 * are updated a few times a second at most; reading outside of an effect always gives the latest value.
 */
export class Bridge<T> {
  #value: T;
  #fault: unknown = null;
  #update: (() => void) | null = null;
  readonly #follow: () => void;

  constructor(live: Live<T>, first: T, { calm = false } = {}) {
    this.#value = first;
    this.#follow = createSubscriber((update) => {
      let told = -Infinity;
      let coming: ReturnType<typeof setTimeout> | undefined;
      const tell = () => {
        clearTimeout(coming);
        coming = undefined;
        told = performance.now();
        update();
      };
      this.#update = tell;
      const end = live.subscribe(
        (value) => {
          this.#value = value;
          const rest = calm ? msToNextBeat(told, performance.now()) : 0;
          if (rest === 0) tell();
          else coming ??= setTimeout(tell, rest);
        },
        (error) => {
          this.#fault = error;
          tell();
        },
      );
      return () => {
        clearTimeout(coming);
        end();
      };
    });
  }

  /** Shows a value before the store reports it (an optimistic update). */
  foresee(value: T): void {
    this.#value = value;
    this.look();
  }

  /** Reads the latest value at once, without waiting for the next update. */
  look(): void {
    this.#update?.();
  }

  get current(): T {
    this.#follow();
    return this.#value;
  }

  get fault(): unknown {
    this.#follow();
    return this.#fault;
  }
}
