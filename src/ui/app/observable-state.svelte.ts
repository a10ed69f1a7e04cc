import { createSubscriber } from 'svelte/reactivity';
import { beat, msToNextBeat } from '../../values/next-beat.ts';
import type { Observable } from '../../ports/observable.ts';

/** Readers are updated at beats: for what changes faster than anybody reads. */
export const throttled = { calm: () => beat };

/** What is done at which time, all in one task, so that the page renders once for it. */
let planned: readonly { at: number; work: readonly (() => void)[] }[] = [];

/** Calls `work` at once after a pause of two beats, else at the next beat. The returned function calls it off. */
function throttle(told: number, every: number, work: () => void): () => void {
  const now = performance.now();
  if (now - told >= 2 * every) {
    work();
    return () => undefined;
  }
  const at = Math.round(now + msToNextBeat(now, now, every));
  if (!planned.some((each) => each.at === at)) {
    planned = [...planned, { at, work: [] }];
    setTimeout(() => {
      const due = planned.find((each) => each.at === at);
      planned = planned.filter((each) => each !== due);
      for (const each of due?.work ?? []) each();
    }, at - now);
  }
  planned = planned.map((each) => (each.at === at ? { at, work: [...each.work, work] } : each));
  return () => (planned = planned.map((each) => ({ ...each, work: each.work.filter((one) => one !== work) })));
}

/**
 * Makes a live value reactive in Svelte: effects and templates that read `current` are updated, and the subscription
 * lasts as long as one of them exists. `fault` is the error that ended the subscription, if any. `calm` gives the
 * milliseconds between two updates of readers, for the latest value; reading outside of an effect always gives that.
 */
export class ObservableState<T> {
  #value: T;
  #fault: unknown = null;
  #update: (() => void) | null = null;
  readonly #follow: () => void;

  constructor(live: Observable<T>, first: T, { calm = () => 0 }: { calm?: (value: T) => number } = {}) {
    this.#value = first;
    this.#follow = createSubscriber((update) => {
      let told = -Infinity;
      let callOff = (): unknown => undefined;
      const tell = () => {
        callOff();
        told = performance.now();
        update();
      };
      this.#update = tell;
      const end = live.subscribe(
        (value) => {
          this.#value = value;
          callOff();
          callOff = throttle(told, calm(value), tell);
        },
        (error) => {
          this.#fault = error;
          tell();
        },
      );
      return () => {
        callOff();
        end();
      };
    });
  }

  /** Shows a value before the store reports it (an optimistic update). */
  setOptimistic(value: T): void {
    this.#value = value;
    this.refresh();
  }

  /** Reads the latest value at once, without waiting for the next update. */
  refresh(): void {
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
