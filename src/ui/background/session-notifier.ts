import type { Notifier } from '../../ports/notifier.ts';
import type { Stores } from '../../ports/stores.ts';
import { waitUntilShownStateStored, type SessionRunner } from '../../engine/session-runner.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { isOver, type Run } from '../../task/run.ts';
import { pendingApprovals } from '../../task/run-steps.ts';
import { statusLine, type StatusLine } from '../session/status-line.ts';
import { shortenedText } from '../../values/truncate-text.ts';

const longest = 240;

type Followed = Pick<SessionRunner, 'current' | 'subscribe' | 'settled'>;

interface SignalParts {
  stores: { sessions: Pick<Stores['sessions'], 'get'> };
  notifier: Notifier;
  words: Translator;
  /** True if the person has switched notifications on. */
  isWanted: () => boolean;
  isHidden: () => boolean;
  /** The address of a session in the app. */
  address: (sessionId: string) => string;
}

/**
 * Notifies the person through the system while the page is hidden, when a plan ends or needs them. Only the tab that
 * runs a session follows it, so each notification is sent once.
 */
export class SessionNotifier {
  readonly #parts: SignalParts;

  constructor(parts: SignalParts) {
    this.#parts = parts;
  }

  /** Follows a session until the signal aborts; does not notify about its state at the start. */
  follow(sessionId: string, runner: Followed, over: AbortSignal): void {
    let last: string | null | undefined;
    const unfollow = runner.subscribe(({ run }) => {
      const signal = outsideSignal(run);
      const before = last;
      last = signal?.key ?? null;
      if (signal && before !== undefined && before !== last)
        void this.#tell(sessionId, runner, signal).catch(() => undefined);
    });
    over.addEventListener('abort', () => unfollow());
  }

  /** Tells what has happened, if it is stored and still holds then. */
  async #tell(sessionId: string, runner: Followed, { key, status, detail }: OutsideSignal): Promise<void> {
    const { stores, notifier, words, isWanted, isHidden, address } = this.#parts;
    if (!isWanted() || !isHidden()) return;
    if (!(await waitUntilShownStateStored(runner)) || outsideSignal(runner.current().run)?.key !== key) return;
    const [session] = await Promise.all([stores.sessions.get(sessionId), words.loadAll()]);
    const text = [words.tDynamic(status.key, status.params), detail].filter(Boolean).join('\n');
    notifier.show({
      title: session?.title || 'Cairn',
      text: shortenedText(text, longest),
      tag: `session ${sessionId}`,
      address: address(sessionId),
    });
  }
}

/** The content of a notification; `key` differs for each event worth one. */
interface OutsideSignal {
  key: string;
  status: StatusLine;
  /** The question to the person; empty if there is none. */
  detail: string;
}

const telling: ReadonlySet<StatusLine['tone']> = new Set(['needs-you', 'done', 'partly', 'failed']);

/**
 * Returns the signal for a task that has ended or cannot go on without the person; null for anything else, and for what
 * the person did.
 */
function outsideSignal(run: Run | null): OutsideSignal | null {
  if (!run) return null;
  const status = statusLine(run);
  const isAnswered = run.phase === 'answered';
  if (!isAnswered && !telling.has(status.tone)) return null;
  const requestedEffects = isOver(run.phase)
    ? []
    : [run.question?.effect, ...pendingApprovals(run).map(({ effect }) => effect)];
  return {
    key: [run.id, status.key, run.resumed_at, ...requestedEffects].join(' '),
    status,
    detail: run.phase === 'waiting' ? (run.question?.text ?? '') : '',
  };
}
