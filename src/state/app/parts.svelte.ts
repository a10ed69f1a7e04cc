/** How long a part is waited for in silence, in milliseconds. */
const patience = 10_000;

/** The parts of the page that are loaded when they are wanted: whether one cannot be had, or is long in coming. */
export class Parts {
  readonly #wait: (ms: number) => Promise<void>;
  #late = $state(0);
  #lost = $state(false);

  constructor(wait: (ms: number) => Promise<void>) {
    this.#wait = wait;
  }

  get missing(): boolean {
    return this.#lost || this.#late > 0;
  }

  /** A part could not be loaded, or did not start. */
  readonly lose = (): void => {
    this.#lost = true;
  };

  /** Resolves when a part that is not there by now is late. */
  readonly lateness = (): Promise<void> => this.#wait(patience);

  /** What `part` gives; where it fails, so does this. */
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
      this.lose();
      throw error;
    } finally {
      wait.over = true;
      if (wait.late) this.#late -= 1;
    }
  };

  /** For `{#await}`: never fails, since what is missing is said above the page. */
  readonly shown = <T>(part: Promise<T>): Promise<T> =>
    new Promise((resolve) => void this.watched(part).then(resolve, () => undefined));

  /** Like `watched`, but given up after twice the time. */
  readonly soon = <T>(part: Promise<T>): Promise<T> =>
    Promise.race([
      this.watched(part),
      this.#wait(2 * patience).then(() => Promise.reject(new Error('A part of the page is not there in time.'))),
    ]);
}
