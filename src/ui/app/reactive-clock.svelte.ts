import { createSubscriber } from 'svelte/reactivity';
import type { Clock } from '../../ports/clock.ts';

/** The present time in milliseconds since 1970, reactive: updated at each beat, by default every 30 seconds. */
export class ReactiveClock {
  readonly #clock: Clock;
  readonly #follow: () => void;

  constructor(clock: Clock, beat = 30_000) {
    this.#clock = clock;
    this.#follow = createSubscriber((update) => {
      const timer = setInterval(update, beat);
      return () => clearInterval(timer);
    });
  }

  get current(): number {
    this.#follow();
    return Date.parse(this.#clock.now());
  }
}
