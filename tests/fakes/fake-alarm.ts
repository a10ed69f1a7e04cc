import type { Alarm } from '../../src/ports/clock.ts';

/** Rings when the test says so; `at` is the time it is set to. */
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
