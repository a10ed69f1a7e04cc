import { Listeners } from '../domain/async/listeners.ts';
import type { Live } from '../ports/live.ts';

/** A value that is told to all who listen; without a first value it tells only what comes. */
export class Broadcast<T> implements Live<T> {
  #value: T | null;
  readonly #listeners = new Listeners<T>();

  constructor(first: T | null) {
    this.#value = first;
  }

  get value(): T {
    if (this.#value === null) throw new Error('nothing was sent yet');
    return this.#value;
  }

  send(value: T): void {
    this.#value = value;
    this.#listeners.tell(value);
  }

  subscribe(next: (value: T) => void): () => void {
    const end = this.#listeners.add(next);
    if (this.#value !== null) next(this.#value);
    return end;
  }
}
