/** A set of callbacks that are all called with each emitted value. */
export class Emitter<T> {
  readonly #all = new Set<(value: T) => void>();

  /** Adds a callback; the returned function removes it. */
  add(listener: (value: T) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  emit(value: T): void {
    for (const listener of this.#all) listener(value);
  }
}
