import type { FakeClock } from './fake-clock.ts';

interface Timer {
  id: number;
  due: number;
  run: () => void;
}

/**
 * Timers without real waiting: they replace the global ones, fire when the test calls `next`, and move the clock to
 * their time.
 */
export class VirtualTime {
  readonly #clock: FakeClock;
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  #timers: Timer[] = [];
  #ids = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  install(): void {
    const set = (run: () => void, ms = 0): number => {
      this.#ids += 1;
      this.#timers.push({ id: this.#ids, due: Date.parse(this.#clock.now()) + ms, run });
      return this.#ids;
    };
    globalThis.setTimeout = set as unknown as typeof setTimeout;
    globalThis.clearTimeout = ((id: number) => {
      this.#timers = this.#timers.filter((timer) => timer.id !== id);
    }) as unknown as typeof clearTimeout;
  }

  restore(): void {
    globalThis.setTimeout = this.#real.setTimeout;
    globalThis.clearTimeout = this.#real.clearTimeout;
  }

  /** Fires the earliest timer; returns false if there is none. */
  next(): boolean {
    const [timer] = this.#timers.sort((a, b) => a.due - b.due || a.id - b.id);
    if (!timer) return false;
    this.#timers.shift();
    this.#clock.advance(Math.max(0, timer.due - Date.parse(this.#clock.now())));
    timer.run();
    return true;
  }
}
