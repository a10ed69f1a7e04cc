import type { TabChannel, TabMessage } from '../ports/locks.ts';

const words: ReadonlySet<unknown> = new Set<TabMessage>(['who', 'here', 'hand_over']);

/** Messages between tabs over one broadcast channel, which carries ids only; none if the browser has no channels. */
export class BroadcastTabs implements TabChannel {
  readonly #channel: BroadcastChannel | null;

  constructor(channel: BroadcastChannel | null) {
    this.#channel = channel;
  }

  post(sessionId: string, word: TabMessage): void {
    this.#channel?.postMessage({ session: sessionId, word });
  }

  subscribe(sessionId: string, next: (word: TabMessage) => void): () => void {
    const ending = new AbortController();
    const message = ({ data }: MessageEvent<unknown>) => {
      if (isSaid(data) && data.session === sessionId) next(data.word);
    };
    this.#channel?.addEventListener('message', message, { signal: ending.signal });
    return () => ending.abort();
  }
}

function isSaid(data: unknown): data is { session: string; word: TabMessage } {
  return typeof data === 'object' && data !== null && 'session' in data && 'word' in data && words.has(data.word);
}
