import { createSubscriber } from 'svelte/reactivity';
import type { Clock } from '../ports/clock.ts';

const beat = 30_000;

/** The present time in milliseconds since 1970; whoever reads it is told anew every half minute. */
export class Present {
  readonly #clock: Clock;
  readonly #follow = createSubscriber((update) => {
    const timer = setInterval(update, beat);
    return () => clearInterval(timer);
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get current(): number {
    this.#follow();
    return Date.parse(this.#clock.now());
  }
}
