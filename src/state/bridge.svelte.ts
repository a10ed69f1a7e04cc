import { createSubscriber } from 'svelte/reactivity';
import type { Live } from '../ports/live.ts';

/**
 * The one way from a live value to Svelte: whoever reads `current` in an effect or a template follows it, and the
 * subscription lasts as long as somebody reads. `fault` holds what ended the subscription, if anything did.
 */
export class Bridge<T> {
  #value: T;
  #fault: unknown = null;
  #update: (() => void) | null = null;
  readonly #follow: () => void;

  constructor(live: Live<T>, first: T) {
    this.#value = first;
    this.#follow = createSubscriber((update) => {
      this.#update = update;
      return live.subscribe(
        (value) => {
          this.#value = value;
          update();
        },
        (error) => {
          this.#fault = error;
          update();
        },
      );
    });
  }

  /** Shows a value that has just been stored, ahead of its coming back. */
  foresee(value: T): void {
    this.#value = value;
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
