import { Emitter } from '../values/emitter.ts';
import type { Observable } from '../ports/observable.ts';

/** A value sent to all listeners; without an initial value, only later ones are sent. */
export class Subject<T> implements Observable<T> {
  #value: T | null;
  readonly #listeners = new Emitter<T>();

  constructor(first: T | null) {
    this.#value = first;
  }

  get value(): T {
    if (this.#value === null) throw new Error('nothing was sent yet');
    return this.#value;
  }

  send(value: T): void {
    this.#value = value;
    this.#listeners.emit(value);
  }

  subscribe(next: (value: T) => void): () => void {
    const end = this.#listeners.add(next);
    if (this.#value !== null) next(this.#value);
    return end;
  }
}
