import type { Locks } from '../../src/ports/locks.ts';

/** Locks within one process; several runners over the same ones stand for several tabs. */
export class MemoryLocks implements Locks {
  readonly #held = new Set<string>();

  async take(name: string): Promise<(() => void) | null> {
    if (this.#held.has(name)) return null;
    this.#held.add(name);
    return () => this.#held.delete(name);
  }
}
