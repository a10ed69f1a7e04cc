import type { Alarm } from '../../src/ports/clock.ts';

/** Rings only when the test lets it; `at` is the time to which it is set. */
export class FakeAlarm implements Alarm {
  at: number | null = null;
  #wake: (() => void) | null = null;

  set(at: number | null, wake: () => void): () => void {
    this.at = at;
    this.#wake = wake;
    return () => {
      if (this.#wake === wake) this.#wake = null;
    };
  }

  ring(): void {
    this.#wake?.();
  }
}
