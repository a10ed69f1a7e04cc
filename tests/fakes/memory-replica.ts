import type { ReplicaDocument, ReplicaStore } from '../../src/ports/replica-store.ts';

/** An in-memory server that several devices of a person share; `intercept` may fail or refuse a request. */
export class MemoryReplica implements ReplicaStore {
  readonly pieces = new Map<string, string>();
  readonly documents = new Map<string, { body: string; tag: string; at: number }>();
  /** Further states of documents, by name and tag, which the replication of a cluster has not merged. */
  readonly others = new Map<string, Map<string, string>>();
  readonly #woken = new Set<() => void>();
  #count = 0;
  /** Called before and after each request; the request throws what it throws. */
  intercept: (when: 'before' | 'after', method: string, name: string) => void = () => undefined;

  push(name: string, body: string): Promise<void> {
    return this.#answer('push', name, () => {
      if (!this.pieces.has(name)) this.pieces.set(name, body);
    });
  }

  piece(name: string): Promise<string | null> {
    return this.#answer('piece', name, () => this.pieces.get(name) ?? null);
  }

  exists(name: string): Promise<boolean> {
    return this.#answer('holds', name, () => this.pieces.has(name));
  }

  pull(name: string): Promise<ReplicaDocument | null> {
    return this.#answer('pull', name, () => {
      const found = this.documents.get(name);
      return found ? { body: found.body, tag: found.tag, others: [...this.#othersOf(name).keys()] } : null;
    });
  }

  state(name: string, tag: string): Promise<string | null> {
    return this.#answer('state', name, () => {
      const found = this.documents.get(name);
      return found?.tag === tag ? found.body : (this.#othersOf(name).get(tag) ?? null);
    });
  }

  /** Adds another state of a document, as when two nodes each accepted a write; returns its tag. */
  conflict(name: string, body: string): string {
    const tag = `t${(this.#count += 1)}`;
    this.others.set(name, new Map([...this.#othersOf(name), [tag, body]]));
    this.#touch(name);
    return tag;
  }

  /** Notifies of a change of a document's states. */
  #touch(name: string): true {
    const found = this.documents.get(name);
    if (found) this.documents.set(name, { ...found, at: (this.#count += 1) });
    for (const wake of [...this.#woken]) wake();
    return true;
  }

  move(name: string, body: string, from: string | null): Promise<string | null> {
    return this.#answer('move', name, () => {
      const others = this.#othersOf(name);
      const isOther = from !== null && others.has(from);
      const present = this.documents.get(name);
      if (!isOther && (present?.tag ?? null) !== from) return null;
      const at = (this.#count += 1);
      const tag = `t${at}`;
      if (isOther && present) {
        others.delete(from);
        others.set(present.tag, present.body);
      }
      this.documents.set(name, { body, tag, at });
      for (const wake of [...this.#woken]) wake();
      return tag;
    });
  }

  remove(name: string, from: string): Promise<boolean> {
    return this.#answer('remove', name, () => {
      if (this.#othersOf(name).delete(from)) return this.#touch(name);
      return this.documents.get(name)?.tag === from && this.documents.delete(name);
    });
  }

  drop(name: string): Promise<void> {
    return this.#answer('drop', name, () => void this.pieces.delete(name));
  }

  changes(since: string | null): ReturnType<ReplicaStore['changes']> {
    return this.#answer('changes', '', () => {
      const after = Number(since ?? 0);
      const moved = [...this.documents].filter(([, { at }]) => at > after);
      const tagOf = (name: string, tag: string) => (this.#othersOf(name).size > 0 ? null : tag);
      return { since: String(this.#count), moved: new Map(moved.map(([name, { tag }]) => [name, tagOf(name, tag)])) };
    });
  }

  watch(since: string, signal: AbortSignal): Promise<void> {
    if (this.#count > Number(since)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const wake = () => {
        this.#woken.delete(wake);
        resolve();
      };
      this.#woken.add(wake);
      signal.addEventListener('abort', () => {
        this.#woken.delete(wake);
        reject(signal.reason as Error);
      });
    });
  }

  clear(): Promise<void> {
    return this.#answer('clear', '', () => {
      this.pieces.clear();
      this.documents.clear();
    });
  }

  #othersOf(name: string): Map<string, string> {
    return this.others.get(name) ?? new Map<string, string>();
  }

  async #answer<T>(method: string, name: string, work: () => T): Promise<T> {
    await Promise.resolve();
    this.intercept('before', method, name);
    const answer = work();
    this.intercept('after', method, name);
    return answer;
  }
}
