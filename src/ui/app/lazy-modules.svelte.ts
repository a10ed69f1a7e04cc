/** Milliseconds after which a part that is still loading is reported as late. */
const patience = 10_000;

/** Loads parts of the page on demand, and says whether one is missing or late. */
export class LazyModules {
  readonly #wait: (ms: number) => Promise<void>;
  #late = $state(0);
  #lost = $state(false);

  constructor(wait: (ms: number) => Promise<void>) {
    this.#wait = wait;
  }

  get missing(): boolean {
    return this.#lost || this.#late > 0;
  }

  /** Marks a part as missing because it could not be loaded or did not start. */
  readonly markFailed = (): void => {
    this.#lost = true;
  };

  /**
   * Resolves after the time within which a part of the page has to load; a part that is requested now and is then still
   * missing is late.
   */
  readonly lateness = (): Promise<void> => this.#wait(patience);

  /** Settles as `part` does; reports the part as late or missing meanwhile. */
  readonly watched = async <T>(part: Promise<T>): Promise<T> => {
    const wait = { over: false, late: false };
    void this.lateness().then(() => {
      if (wait.over) return;
      wait.late = true;
      this.#late += 1;
    });
    try {
      return await part;
    } catch (error) {
      this.markFailed();
      throw error;
    } finally {
      wait.over = true;
      if (wait.late) this.#late -= 1;
    }
  };

  /**
   * Returns a promise for `{#await}` blocks that resolves with the part and never rejects: a banner says what is
   * missing.
   */
  readonly forAwaitBlock = <T>(part: Promise<T>): Promise<T> =>
    new Promise((resolve) => void this.watched(part).then(resolve, () => undefined));

  /** Like `watched`, but rejects after twice the time. */
  readonly withTimeout = <T>(part: Promise<T>): Promise<T> =>
    Promise.race([
      this.watched(part),
      this.#wait(2 * patience).then(() => Promise.reject(new Error('A part of the page is not there in time.'))),
    ]);
}
