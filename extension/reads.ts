import type { LogEntry } from './stored-data.ts';
import {
  maxReadMs,
  maxRenderMs,
  maxPageBytes,
  readsAMinute,
  readsAtOnce,
  type CompanionResponse,
  type CompanionRequest,
  type CompanionErrorCode,
} from './protocol.ts';
import { parseReadableAddress } from './readable-address.ts';
import type { Reader } from './reader.ts';

export interface ReadsParts {
  read: Reader;
  /** Null if this browser cannot render. */
  render: Reader | null;
  /** Returns the origins that may be read now. */
  sites: () => Promise<string[]>;
  /** Returns the origins among them whose scripts may be run. */
  rendered: () => Promise<string[]>;
  isPaused: () => Promise<boolean>;
  log: (entry: LogEntry) => Promise<void>;
  now: () => number;
}

interface Running {
  kind: ReadQuestion['kind'];
  /** The sites that the read has reached. */
  used: Set<string>;
  /**
   * The sites that its present attempt can reach, and those of them whose scripts may run; null until that is known.
   */
  reach: { sites: string[]; rendered: string[] } | null;
  /** Resolves once its present attempt can send no further request. */
  over: Promise<unknown>;
  /** True once it has the page's head: from then on a read requests no other site. */
  headed: boolean;
  /** Ends the present attempt, which is repeated with the remaining sites. */
  again: AbortController;
}

type ReadQuestion = Extract<CompanionRequest, { kind: 'read' | 'render' }>;

/** The reads in progress, of all pages together, each held to the person's grants from its first to its last byte. */
export class ActiveReads {
  readonly #parts: ReadsParts;
  readonly #running = new Map<AbortController, Running>();
  #starts: number[] = [];

  constructor(parts: ReadsParts) {
    this.#parts = parts;
  }

  /** Answers a question completely, and logs the outcome. An abort of `stop` ends it as `aborted`. */
  async answer(
    question: ReadQuestion,
    tell: (answer: CompanionResponse) => void,
    stop: AbortController,
  ): Promise<void> {
    const { now, log } = this.#parts;
    const at = now();
    let bytes = 0;
    const outcome = await this.#read(question, stop, (part) => {
      if (part.kind === 'chunk') bytes += Math.floor((part.data.length * 3) / 4);
      tell(part);
    });
    await log({ at, url: shownAddress(question.url), outcome, bytes });
    if (outcome !== 'read' && outcome !== 'rendered') tell({ kind: 'error', id: question.id, code: outcome });
  }

  /**
   * Ends each read whose sites are no longer granted, and all of them while the companion is paused. A read that could
   * still be redirected to such a site starts again without it. Resolves once the ended reads can send no further
   * request.
   */
  async recheck(): Promise<void> {
    const { sites: read, rendered: render, isPaused } = this.#parts;
    const [sites, rendered, paused] = await Promise.all([read(), render(), isPaused()]);
    const over: Promise<unknown>[] = [];
    for (const [stop, running] of this.#running) {
      const { kind, used, reach, headed, again } = running;
      const allowedSites = kind === 'read' ? sites : rendered;
      const holds = reach && isWithin(reach.sites, sites) && isWithin(reach.rendered, rendered);
      if (paused) stop.abort('paused' satisfies CompanionErrorCode);
      else if (!isWithin([...used], allowedSites)) stop.abort('revoked' satisfies CompanionErrorCode);
      else if (!headed && !holds) again.abort();
      if (stop.signal.aborted || again.signal.aborted) over.push(running.over);
    }
    await Promise.all(over);
  }

  async #read(
    question: ReadQuestion,
    stop: AbortController,
    tell: (answer: CompanionResponse) => void,
  ): Promise<LogEntry['outcome']> {
    const address = parseReadableAddress(question.url);
    if (typeof address === 'string') return address;
    const renders = question.kind === 'render';
    if (!this.#hasRoom(renders)) return 'busy';
    const running: Running = {
      kind: question.kind,
      used: new Set([address.origin]),
      reach: null,
      over: Promise.resolve(),
      headed: false,
      again: new AbortController(),
    };
    this.#running.set(stop, running);
    try {
      for (;;) {
        const outcome = await this.#try(question, address, running, stop, tell);
        if (!running.again.signal.aborted || running.headed || stop.signal.aborted) return outcome;
      }
    } finally {
      this.#running.delete(stop);
    }
  }

  async #try(
    question: ReadQuestion,
    address: URL,
    running: Running,
    stop: AbortController,
    tell: (answer: CompanionResponse) => void,
  ): Promise<LogEntry['outcome']> {
    const renders = question.kind === 'render';
    const again = (running.again = new AbortController());
    running.reach = null;
    if (await this.#parts.isPaused()) return 'paused';
    const sites = await this.#parts.sites();
    if (!sites.includes(address.origin)) return 'not_granted';
    const rendered = renders ? await this.#parts.rendered() : [];
    const reader = renders ? this.#parts.render : this.#parts.read;
    if (!reader || (renders && !rendered.includes(address.origin))) return 'render_not_granted';
    running.reach = { sites, rendered };
    const early = endedBy(stop.signal) ?? (again.signal.aborted ? 'aborted' : null);
    if (early) return early;
    const request = {
      id: question.id,
      url: address.href,
      max_bytes: Math.min(question.max_bytes, maxPageBytes),
      timeout_ms: Math.min(question.timeout_ms, renders ? maxRenderMs : maxReadMs),
      sites,
      ...(renders ? { rendered } : {}),
    };
    const reading = reader(
      request,
      (part) => {
        if (stop.signal.aborted || again.signal.aborted) return;
        if (part.kind === 'head') {
          running.headed = true;
          running.used.add(new URL(part.url).origin);
        }
        tell(part);
      },
      AbortSignal.any([stop.signal, again.signal]),
    );
    running.over = reading;
    const end = await reading;
    const readErrorCode = endedBy(stop.signal) ?? (end.kind === 'error' ? end.code : null);
    if (readErrorCode) return readErrorCode;
    if (end.kind === 'end') tell(end);
    return renders ? 'rendered' : 'read';
  }

  /** True if another read may begin. Only one rendered read runs at a time. */
  #hasRoom(renders: boolean): boolean {
    const now = this.#parts.now();
    this.#starts = this.#starts.filter((start) => start > now - 60_000);
    if (renders && [...this.#running.values()].some(({ kind }) => kind === 'render')) return false;
    if (this.#running.size >= readsAtOnce || this.#starts.length >= readsAMinute) return false;
    this.#starts.push(now);
    return true;
  }
}

const isWithin = (some: readonly string[], all: readonly string[]) => some.every((each) => all.includes(each));

function endedBy({ aborted, reason }: AbortSignal): 'paused' | 'revoked' | 'aborted' | null {
  const why = reason as unknown;
  return !aborted ? null : why === 'paused' || why === 'revoked' ? why : 'aborted';
}

/**
 * Returns enough of an address to identify the page, without invisible characters and those that change the reading
 * direction.
 */
function shownAddress(url: string): string {
  const address = url.replace(/#.*/s, '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
  return address.length > 200 ? `${address.slice(0, 199)}…` : address;
}
