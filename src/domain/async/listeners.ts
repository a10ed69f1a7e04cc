/** The functions that are to be told a value: each from when it is added until it is taken out again. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  /** Gives the function that takes it out again. */
  add(listener: (value: T) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(value: T): void {
    for (const listener of this.#all) listener(value);
  }
}
