import type { TabChannel, TabMessage } from '../../src/ports/locks.ts';

interface Ear {
  tab: MemoryTabs;
  session: string;
  next: (word: TabMessage) => void;
}

/** The message channels of several tabs in one process, which share a list of subscribers. */
export class MemoryTabs implements TabChannel {
  readonly #ears: Ear[];
  /** If true, the tab neither sends nor receives messages. */
  frozen = false;

  constructor(ears: Ear[] = []) {
    this.#ears = ears;
  }

  /** Returns the channel of another tab of the same browser. */
  other(): MemoryTabs {
    return new MemoryTabs(this.#ears);
  }

  post(sessionId: string, word: TabMessage): void {
    if (this.frozen) return;
    for (const { tab, session, next } of [...this.#ears])
      if (tab !== this && !tab.frozen && session === sessionId) queueMicrotask(() => next(word));
  }

  subscribe(sessionId: string, next: (word: TabMessage) => void): () => void {
    const ear = { tab: this, session: sessionId, next };
    this.#ears.push(ear);
    return () => void this.#ears.splice(this.#ears.indexOf(ear), 1);
  }
}
