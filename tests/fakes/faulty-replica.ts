import type { ReplicaDocument, ReplicaStore } from '../../src/ports/replica-store.ts';

/** One device's access to a server; requests may fail, get lost or never return. */
export class FaultyReplica implements ReplicaStore {
  readonly #server: ReplicaStore;
  /** Called before and after each request; the request throws what it throws, and waits until it resolves. */
  at: (when: 'before' | 'after', method: string, name: string) => Promise<void> | void = () => undefined;

  constructor(server: ReplicaStore) {
    this.#server = server;
  }

  push(name: string, body: string): Promise<void> {
    return this.#ask('push', name, () => this.#server.push(name, body));
  }

  piece(name: string): Promise<string | null> {
    return this.#ask('piece', name, () => this.#server.piece(name));
  }

  exists(name: string): Promise<boolean> {
    return this.#ask('holds', name, () => this.#server.exists(name));
  }

  state(name: string, tag: string): Promise<string | null> {
    return this.#ask('state', name, () => this.#server.state(name, tag));
  }

  pull(name: string): Promise<ReplicaDocument | null> {
    return this.#ask('pull', name, () => this.#server.pull(name));
  }

  move(name: string, body: string, from: string | null): Promise<string | null> {
    return this.#ask('move', name, () => this.#server.move(name, body, from));
  }

  remove(name: string, from: string): Promise<boolean> {
    return this.#ask('remove', name, () => this.#server.remove(name, from));
  }

  drop(name: string): Promise<void> {
    return this.#ask('drop', name, () => this.#server.drop(name));
  }

  changes(since: string | null): ReturnType<ReplicaStore['changes']> {
    return this.#ask('changes', '', () => this.#server.changes(since));
  }

  watch(since: string, signal: AbortSignal): Promise<void> {
    return this.#server.watch(since, signal);
  }

  clear(): Promise<void> {
    return this.#ask('clear', '', () => this.#server.clear());
  }

  async #ask<T>(method: string, name: string, work: () => Promise<T>): Promise<T> {
    await this.at('before', method, name);
    const answer = await work();
    await this.at('after', method, name);
    return answer;
  }
}
