import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until the test moves it; its random numbers and ids are the same in every test. */
export class FakeClock implements Clock {
  #now: number;
  #seed: number;
  #minted = 0;
  readonly #zone: string;
  readonly #languages: readonly string[];

  constructor(now = '2026-01-01T10:00:00.000Z', seed = 1, zone = 'UTC', languages = ['en-GB']) {
    this.#now = Date.parse(now);
    this.#seed = seed;
    this.#zone = zone;
    this.#languages = languages;
  }

  now(): string {
    return new Date(this.#now).toISOString();
  }

  zone(): string {
    return this.#zone;
  }

  languages(): readonly string[] {
    return this.#languages;
  }

  /** Mulberry32. */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  newId(prefix: string): string {
    this.#minted += 1;
    return `${prefix}_${String(this.#minted).padStart(6, '0')}`;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  set(now: string): void {
    this.#now = Date.parse(now);
  }
}
