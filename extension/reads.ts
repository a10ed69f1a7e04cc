import type { LogEntry } from './kept.ts';
import { limits, type Answer, type Question, type Refusal } from './protocol.ts';
import { readableAddress } from './readable-address.ts';
import type { Reader } from './reader.ts';

export interface ReadsParts {
  read: Reader;
  /** The origins that may be read now. */
  sites: () => Promise<string[]>;
  isPaused: () => Promise<boolean>;
  log: (entry: LogEntry) => Promise<void>;
  now: () => number;
}

type ReadQuestion = Extract<Question, { kind: 'read' }>;

/** The reads that are under way, of all pages together, each held to the person's grants from its first to its last byte. */
export class Reads {
  readonly #parts: ReadsParts;
  readonly #running = new Map<AbortController, Set<string>>();
  #starts: number[] = [];

  constructor(parts: ReadsParts) {
    this.#parts = parts;
  }

  /** Answers a question to its end, and writes that into the log. An abort of `stop` ends it as `aborted`. */
  async answer(question: ReadQuestion, tell: (answer: Answer) => void, stop: AbortController): Promise<void> {
    const { now, log } = this.#parts;
    const at = now();
    let bytes = 0;
    const outcome = await this.#read(question, stop, (part) => {
      if (part.kind === 'chunk') bytes += Math.floor((part.data.length * 3) / 4);
      tell(part);
    });
    await log({ at, url: question.url.slice(0, limits.address_length), outcome, bytes });
    if (outcome !== 'read') tell({ kind: 'error', id: question.id, code: outcome });
  }

  /** Ends each read whose sites are no longer granted, and all of them while the companion is paused. */
  async recheck(): Promise<void> {
    const [sites, paused] = await Promise.all([this.#parts.sites(), this.#parts.isPaused()]);
    for (const [stop, used] of this.#running) {
      if (paused) stop.abort('paused' satisfies Refusal);
      else if (![...used].every((site) => sites.includes(site))) stop.abort('revoked' satisfies Refusal);
    }
  }

  async #read(
    question: ReadQuestion,
    stop: AbortController,
    tell: (answer: Answer) => void,
  ): Promise<LogEntry['outcome']> {
    const address = readableAddress(question.url);
    if (typeof address === 'string') return address;
    if (!this.#hasRoom()) return 'busy';
    const used = new Set([address.origin]);
    this.#running.set(stop, used);
    try {
      if (await this.#parts.isPaused()) return 'paused';
      const sites = await this.#parts.sites();
      if (!sites.includes(address.origin)) return 'not_granted';
      const early = endedBy(stop.signal);
      if (early) return early;
      const request = {
        id: question.id,
        url: address.href,
        max_bytes: Math.min(question.max_bytes, limits.bytes),
        timeout_ms: Math.min(question.timeout_ms, limits.milliseconds),
        sites,
      };
      const end = await this.#parts.read(
        request,
        (part) => {
          if (stop.signal.aborted) return;
          if (part.kind === 'head') used.add(new URL(part.url).origin);
          tell(part);
        },
        stop.signal,
      );
      const ended = endedBy(stop.signal) ?? (end.kind === 'error' ? end.code : null);
      if (ended) return ended;
      if (end.kind === 'end') tell(end);
      return 'read';
    } finally {
      this.#running.delete(stop);
    }
  }

  #hasRoom(): boolean {
    const now = this.#parts.now();
    this.#starts = this.#starts.filter((start) => start > now - 60_000);
    if (this.#running.size >= limits.reads_at_once || this.#starts.length >= limits.reads_a_minute) return false;
    this.#starts.push(now);
    return true;
  }
}

function endedBy({ aborted, reason }: AbortSignal): 'paused' | 'revoked' | 'aborted' | null {
  const why = reason as unknown;
  return !aborted ? null : why === 'paused' || why === 'revoked' ? why : 'aborted';
}
