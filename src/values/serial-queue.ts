/** Runs tasks one after another, in the order of the calls. A failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as `work` does, once it has run. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once all work queued so far has settled. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
