import type { Locks } from '../../src/ports/locks.ts';

interface Place {
  lost: () => void;
  granted: () => void;
}

/** Locks within one process; several runners that share them act as several tabs. */
export class MemoryLocks implements Locks {
  readonly #queues = new Map<string, Place[]>();

  take(name: string, { signal, lost }: { signal: AbortSignal; lost: () => void }): Promise<(() => void) | null> {
    const queue = this.#queue(name);
    return new Promise((resolve) => {
      const place = { lost, granted: () => resolve(() => this.#leave(queue, place)) };
      queue.push(place);
      signal.addEventListener('abort', () => {
        if (queue[0] === place) return;
        this.#leave(queue, place);
        resolve(null);
      });
      if (queue[0] === place) place.granted();
    });
  }

  async seize(name: string, lost: () => void): Promise<() => void> {
    const queue = this.#queue(name);
    const place = { lost, granted: () => undefined };
    const [robbed] = queue.splice(0, 1, place);
    robbed?.lost();
    return () => this.#leave(queue, place);
  }

  async held(): Promise<ReadonlySet<string>> {
    return new Set([...this.#queues].flatMap(([name, queue]) => (queue.length > 0 ? [name] : [])));
  }

  #queue(name: string): Place[] {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    return queue;
  }

  #leave(queue: Place[], place: Place): void {
    const at = queue.indexOf(place);
    if (at < 0) return;
    queue.splice(at, 1);
    if (at === 0) queue[0]?.granted();
  }
}
