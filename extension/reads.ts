import type { LogEntry } from './kept.ts';
import {
  longestAddress,
  longestRead,
  longestRender,
  mostBytes,
  readsAMinute,
  readsAtOnce,
  type Answer,
  type Question,
  type Refusal,
} from './protocol.ts';
import { readableAddress } from './readable-address.ts';
import type { Reader } from './reader.ts';

export interface ReadsParts {
  read: Reader;
  /** Null where this browser cannot. */
  render: Reader | null;
  /** The origins that may be read now. */
  sites: () => Promise<string[]>;
  /** Those of them whose scripts may be run. */
  rendered: () => Promise<string[]>;
  isPaused: () => Promise<boolean>;
  log: (entry: LogEntry) => Promise<void>;
  now: () => number;
}

type ReadQuestion = Extract<Question, { kind: 'read' | 'render' }>;

/** The reads that are under way, of all pages together, each held to the person's grants from its first to its last byte. */
export class Reads {
  readonly #parts: ReadsParts;
  readonly #running = new Map<AbortController, { kind: ReadQuestion['kind']; used: Set<string> }>();
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
    await log({ at, url: question.url.slice(0, longestAddress), outcome, bytes });
    if (outcome !== 'read' && outcome !== 'rendered') tell({ kind: 'error', id: question.id, code: outcome });
  }

  /** Ends each read whose sites are no longer granted, and all of them while the companion is paused. */
  async recheck(): Promise<void> {
    const { sites: read, rendered: render, isPaused } = this.#parts;
    const [sites, rendered, paused] = await Promise.all([read(), render(), isPaused()]);
    for (const [stop, { kind, used }] of this.#running) {
      if (paused) stop.abort('paused' satisfies Refusal);
      else if (![...used].every((site) => (kind === 'read' ? sites : rendered).includes(site)))
        stop.abort('revoked' satisfies Refusal);
    }
  }

  async #read(
    question: ReadQuestion,
    stop: AbortController,
    tell: (answer: Answer) => void,
  ): Promise<LogEntry['outcome']> {
    const address = readableAddress(question.url);
    if (typeof address === 'string') return address;
    const renders = question.kind === 'render';
    if (!this.#hasRoom(renders)) return 'busy';
    const used = new Set([address.origin]);
    this.#running.set(stop, { kind: question.kind, used });
    try {
      if (await this.#parts.isPaused()) return 'paused';
      const sites = await this.#parts.sites();
      if (!sites.includes(address.origin)) return 'not_granted';
      const rendered = renders ? await this.#parts.rendered() : [];
      const reader = renders ? this.#parts.render : this.#parts.read;
      if (!reader || (renders && !rendered.includes(address.origin))) return 'render_not_granted';
      const early = endedBy(stop.signal);
      if (early) return early;
      const request = {
        id: question.id,
        url: address.href,
        max_bytes: Math.min(question.max_bytes, mostBytes),
        timeout_ms: Math.min(question.timeout_ms, renders ? longestRender : longestRead),
        sites,
        ...(renders ? { rendered } : {}),
      };
      const end = await reader(
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
      return renders ? 'rendered' : 'read';
    } finally {
      this.#running.delete(stop);
    }
  }

  /** Rendered reads come one after the other. */
  #hasRoom(renders: boolean): boolean {
    const now = this.#parts.now();
    this.#starts = this.#starts.filter((start) => start > now - 60_000);
    if (renders && [...this.#running.values()].some(({ kind }) => kind === 'render')) return false;
    if (this.#running.size >= readsAtOnce || this.#starts.length >= readsAMinute) return false;
    this.#starts.push(now);
    return true;
  }
}

function endedBy({ aborted, reason }: AbortSignal): 'paused' | 'revoked' | 'aborted' | null {
  const why = reason as unknown;
  return !aborted ? null : why === 'paused' || why === 'revoked' ? why : 'aborted';
}
