import type { Live } from '../ports/live.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { Stores } from '../ports/stores.ts';
import type { RunnerView } from '../runner/session-runner.ts';
import { outsideSignal, type OutsideSignal } from './outside-signal.ts';
import type { Words } from './words.svelte.ts';

const longest = 240;

export interface SignalParts {
  stores: { sessions: Pick<Stores['sessions'], 'get'> };
  notifier: Notifier;
  words: Words;
  /** Whether the person wants it. */
  isWanted: () => boolean;
  isHidden: () => boolean;
  /** The place in the app of a session. */
  address: (sessionId: string) => string;
}

/**
 * Tells outside of the page that a plan has ended or needs the person, while the page is out of sight. Only the tab that
 * works on a session follows it, so that it is told once.
 */
export class OutsideSignals {
  readonly #parts: SignalParts;

  constructor(parts: SignalParts) {
    this.#parts = parts;
  }

  /** How it stands at first is no news. */
  follow(sessionId: string, runner: Live<RunnerView>, over: AbortSignal): void {
    let last: string | null | undefined;
    const unfollow = runner.subscribe(({ run }) => {
      const signal = outsideSignal(run);
      const before = last;
      last = signal?.key ?? null;
      if (signal && before !== undefined && before !== last) void this.#tell(sessionId, signal).catch(() => undefined);
    });
    over.addEventListener('abort', () => unfollow());
  }

  async #tell(sessionId: string, { status, detail }: OutsideSignal): Promise<void> {
    const { stores, notifier, words, isWanted, isHidden, address } = this.#parts;
    if (!isWanted() || !isHidden()) return;
    const [session] = await Promise.all([stores.sessions.get(sessionId), words.complete()]);
    const text = [words.say(status.key, status.params), detail].filter(Boolean).join('\n');
    notifier.show({
      title: session?.title || 'Cairn',
      text: text.length > longest ? `${text.slice(0, longest)}…` : text,
      tag: `session ${sessionId}`,
      address: address(sessionId),
    });
  }
}
