import { createSubscriber } from 'svelte/reactivity';
import { msToNextBeat } from '../../domain/time/next-beat.ts';
import type { Live } from '../../ports/live.ts';

/**
 * The one way from a live value to Svelte: whoever reads `current` in an effect or a template follows it, and the
 * subscription lasts as long as somebody reads. `fault` holds what ended the subscription, if anything did. `calm`: who
 * follows is told a few times a second at most; who asks is always given the latest.
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

  /** Shows a value that is being stored, ahead of its coming back. */
  foresee(value: T): void {
    this.#value = value;
    this.look();
  }

  /** Shows at once what is there, such as what the person has just done. */
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
