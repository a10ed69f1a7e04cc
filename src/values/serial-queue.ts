/** Runs tasks one after another, in the order of the calls. A failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as `work` does, once it has run. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const currentWork = this.#last.then(work);
    this.#last = currentWork.catch(() => undefined);
    return currentWork;
  }

  /** Resolves once all work queued so far has settled. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
