/** Runs works one after another, in the order in which they are given. One that fails fails alone: the next begins all the same. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the work does, once its turn has come. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once all that was given so far is over. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
