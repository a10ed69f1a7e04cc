import type { Live } from '../../ports/live.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { Stores } from '../../ports/stores.ts';
import type { RunnerView } from '../../runner/session-runner.ts';
import type { Words } from '../app/words.svelte.ts';
import { isOver, type Run } from '../../domain/task/run.ts';
import { statusLine, type StatusLine } from '../session/status-line.ts';

const longest = 240;

interface SignalParts {
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

/** What the person is told when they look elsewhere; `key` is another one for each thing that is worth telling. */
interface OutsideSignal {
  key: string;
  status: StatusLine;
  /** The question, where there is one. */
  detail: string;
}

const telling: ReadonlySet<StatusLine['tone']> = new Set(['needs-you', 'done', 'failed']);

/** A task that has ended, or that cannot go on without the person; null for all else, and for what the person did. */
function outsideSignal(run: Run | null): OutsideSignal | null {
  if (!run) return null;
  const status = statusLine(run);
  const answered = run.phase === 'answered';
  if (!answered && !telling.has(status.tone)) return null;
  const asked = isOver(run.phase)
    ? []
    : [run.question?.effect, ...run.approvals.filter(({ decision }) => decision === null).map(({ effect }) => effect)];
  return {
    key: [run.id, status.key, run.resumed_at, ...asked].join(' '),
    status,
    detail: run.phase === 'waiting' ? (run.question?.text ?? '') : '',
  };
}
