import type { Live } from '../ports/live.ts';

/** A value that is told to all who listen; without a first value it tells only what comes. */
export class Broadcast<T> implements Live<T> {
  #value: T | null;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(first: T | null) {
    this.#value = first;
  }

  get value(): T {
    if (this.#value === null) throw new Error('nothing was sent yet');
    return this.#value;
  }

  send(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  subscribe(next: (value: T) => void): () => void {
    this.#listeners.add(next);
    if (this.#value !== null) next(this.#value);
    return () => this.#listeners.delete(next);
  }
}
