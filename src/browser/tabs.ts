import type { Tabs, TabWord } from '../ports/locks.ts';

const words: ReadonlySet<unknown> = new Set<TabWord>(['who', 'here', 'hand_over']);

/** Messages between tabs over one broadcast channel, which carries ids only. */
export class BroadcastTabs implements Tabs {
  readonly #channel: BroadcastChannel;

  constructor(channel: BroadcastChannel) {
    this.#channel = channel;
  }

  say(sessionId: string, word: TabWord): void {
    this.#channel.postMessage({ session: sessionId, word });
  }

  hear(sessionId: string, next: (word: TabWord) => void): () => void {
    const ending = new AbortController();
    const heard = ({ data }: MessageEvent<unknown>) => {
      if (isSaid(data) && data.session === sessionId) next(data.word);
    };
    this.#channel.addEventListener('message', heard, { signal: ending.signal });
    return () => ending.abort();
  }
}

function isSaid(data: unknown): data is { session: string; word: TabWord } {
  return typeof data === 'object' && data !== null && 'session' in data && 'word' in data && words.has(data.word);
}
