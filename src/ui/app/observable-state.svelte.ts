import { createSubscriber } from 'svelte/reactivity';
import { displayInterval, msToNextDisplayUpdate } from '../../values/display-interval.ts';
import type { Observable } from '../../ports/observable.ts';

/**
 * Options of `ObservableState` for values that change faster than anybody can read: readers are updated at most once
 * per `displayInterval`.
 */
export const throttledOptions = { calm: () => displayInterval };

/**
 * The time, in milliseconds, for which a value may keep changing faster than anybody can read it. After that time its
 * display is updated only half as often.
 */
const settled = 5000;

/** The work planned for each time. Work of the same time runs in one task, so that the page renders once for it. */
let scheduledUpdates: readonly { at: number; work: readonly (() => void)[] }[] = [];

/**
 * Calls `work` at once if the last update, `lastUpdate`, was at least two beats ago, otherwise at the next beat;
 * `every` is the length of a beat in milliseconds. Returns a function that cancels the call.
 */
function throttle(lastUpdate: number, every: number, work: () => void): () => void {
  const now = performance.now();
  if (now - lastUpdate >= 2 * every) {
    work();
    return () => undefined;
  }
  const updateTime = Math.round(now + msToNextDisplayUpdate(now, now, every));
  if (!scheduledUpdates.some((each) => each.at === updateTime)) {
    scheduledUpdates = [...scheduledUpdates, { at: updateTime, work: [] }];
    setTimeout(() => {
      const dueUpdate = scheduledUpdates.find((each) => each.at === updateTime);
      scheduledUpdates = scheduledUpdates.filter((each) => each !== dueUpdate);
      for (const each of dueUpdate?.work ?? []) each();
    }, updateTime - now);
  }
  scheduledUpdates = scheduledUpdates.map((each) =>
    each.at === updateTime ? { at: updateTime, work: [...each.work, work] } : each,
  );
  return () =>
    (scheduledUpdates = scheduledUpdates.map((each) => ({ ...each, work: each.work.filter((one) => one !== work) })));
}

/**
 * Makes an observable value reactive in Svelte: effects and templates that read `current` are updated, and the
 * subscription lasts as long as one of them exists. `fault` is the error that ended the subscription, if any. `calm`
 * returns the milliseconds between two updates of readers; reading outside of an effect always returns the latest
 * value.
 */
export class ObservableState<T> {
  #value: T;
  #fault: unknown = null;
  #update: (() => void) | null = null;
  readonly #follow: () => void;

  constructor(live: Observable<T>, first: T, { calm = () => 0 }: { calm?: (value: T) => number } = {}) {
    this.#value = first;
    this.#follow = createSubscriber((update) => {
      let lastUpdate = -Infinity;
      /**
       * `changed`: the time of the latest change. `began`: the time of the first change in the latest series of changes
       * that followed each other in less than a beat.
       */
      let lastChange = -Infinity;
      let began = 0;
      let callOff = (): unknown => undefined;
      const tell = () => {
        callOff();
        lastUpdate = performance.now();
        update();
      };
      this.#update = tell;
      const end = live.subscribe(
        (value) => {
          this.#value = value;
          const now = performance.now();
          if (now - lastChange > 2 * displayInterval) began = now;
          lastChange = now;
          const every = calm(value);
          callOff();
          callOff = throttle(lastUpdate, every === displayInterval && now - began > settled ? 2 * every : every, tell);
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

  /** Updates readers at once with the latest value. */
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
