import type { CompanionResponse, CompanionPageHead, CompanionRequest } from '../../extension/protocol.ts';
import { bytesOfBase64 } from '../values/base64.ts';
import { SerialQueue } from '../values/serial-queue.ts';
import type {
  CompanionExtension,
  CompanionOutcome,
  CompanionError,
  CompanionState,
} from '../ports/companion-extension.ts';
import type { NetworkLimits } from '../ports/network.ts';
import { parseContentType, concatBytes } from './network/network.ts';
import type { CompanionConnection, CompanionConnector } from './companion-line.ts';

/** How long after its time limit the end of a read may come, in milliseconds. */
const lateness = 2000;
/** How long the person has to answer in the companion's page, in milliseconds. */
const thinkingTime = 300_000;
/**
 * The time between messages to the companion while it waits for the person, in milliseconds: the browser ends a
 * background that receives none for 30 s.
 */
const beat = 20_000;
/** The oldest version of the companion that is used: earlier ones could still send requests after a read was ended. */
const leastVersion = '1.1.0';

interface BrowserCompanionParts {
  open: CompanionConnector;
  /** True if the person sees the page. */
  isSeen: () => boolean;
}

type Unanswered = 'absent' | 'lost' | 'aborted';

interface Waiting {
  hear: (answer: CompanionResponse) => void;
  ended: (why: 'absent' | 'lost') => void;
}

/**
 * Talks to the companion extension over one message channel (`chrome.runtime.connect`), which is opened again after it
 * has closed.
 */
export class BrowserCompanion implements CompanionExtension {
  readonly #parts: BrowserCompanionParts;
  readonly #waiting = new Map<number, Waiting>();
  readonly #questions = new SerialQueue();
  readonly #refused = new Set<string>();
  #line: CompanionConnection | null = null;
  #heard = false;
  #number = 0;

  constructor(parts: BrowserCompanionParts) {
    this.#parts = parts;
  }

  async state(): Promise<CompanionState> {
    return (await this.#hello()).state;
  }

  async #hello(): Promise<{ state: CompanionState; abilities: readonly string[] }> {
    const hello = await this.#exchange(
      (id) => ({ kind: 'hello', id }),
      (answer) => (answer.kind === 'hello' ? answer : undefined),
    );
    if (typeof hello === 'string') return { state: 'absent', abilities: [] };
    const isOld = hello.version.localeCompare(leastVersion, 'en', { numeric: true }) < 0;
    return { state: isOld ? 'outdated' : hello.paused ? 'paused' : 'ready', abilities: hello.abilities };
  }

  async sites(): Promise<readonly string[]> {
    const sites = await this.#exchange(
      (id) => ({ kind: 'list', id }),
      (answer) => (answer.kind === 'sites' ? answer.origins : undefined),
    );
    return typeof sites === 'string' ? [] : sites;
  }

  read(url: string, limits: NetworkLimits): Promise<CompanionOutcome> {
    return this.#bring('read', url, limits);
  }

  async render(url: string, limits: NetworkLimits): Promise<CompanionOutcome> {
    const outcome = await this.#bring('render', url, limits);
    return outcome.kind === 'refused' && outcome.why === 'timeout'
      ? { kind: 'refused', why: 'render_timeout' }
      : outcome;
  }

  async #bring(
    kind: 'read' | 'render',
    url: string,
    { site, signal, timeout_ms, max_bytes }: NetworkLimits,
  ): Promise<CompanionOutcome> {
    const refusal = (why: CompanionError): CompanionOutcome => ({ kind: 'refused', why });
    if (!URL.canParse(url) || new URL(url).origin !== site) return refusal('bad_address');
    const { state, abilities } = await this.#hello();
    if (state !== 'ready') return refusal(state);
    if (!abilities.includes(kind)) return refusal('cannot_render');
    const page = new PageInPieces(max_bytes);
    const outcome = await this.#exchange<CompanionOutcome>(
      (id) => ({ kind, id, url, max_bytes, timeout_ms }),
      (answer) => (answer.kind === 'error' ? refusal(answer.code) : page.take(answer)),
      { signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_ms + lateness)]), cancels: true },
    );
    if (typeof outcome !== 'string') return outcome;
    return refusal(outcome !== 'aborted' || signal.aborted ? outcome : 'timeout');
  }

  ask(
    site: string,
    why: string,
    signal: AbortSignal,
    to: 'read' | 'render' = 'read',
  ): Promise<'granted' | CompanionError> {
    const no = to === 'read' ? 'not_granted' : 'render_not_granted';
    const wish = `${to} ${site}`;
    return this.#questions.run(async () => {
      const stopped = () => signal.aborted;
      if (stopped()) return 'aborted';
      if (this.#refused.has(wish) || !this.#parts.isSeen()) return no;
      const alive = setInterval(() => this.#post({ kind: 'hello', id: (this.#number += 1) }), beat);
      const answer = await this.#exchange<'granted' | CompanionError>(
        (id) => ({ kind: to === 'read' ? 'ask' : 'ask_render', id, origin: site, why }),
        (companionReply) => {
          if (companionReply.kind === 'error') return companionReply.code;
          return companionReply.kind === 'answered' ? (companionReply.granted ? 'granted' : no) : undefined;
        },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(thinkingTime)]) },
      );
      clearInterval(alive);
      if (answer === no) this.#refused.add(wish);
      return answer === 'aborted' && !stopped() ? no : answer;
    });
  }

  /**
   * Sends a question and resolves with the first value that `hear` returns for a reply to it. `signal` ends the wait;
   * by default, the connection's `patience` does. `cancels`: aborting the signal also ends the work in the companion.
   */
  #exchange<T>(
    question: (id: number) => CompanionRequest,
    hear: (answer: CompanionResponse) => T | undefined,
    { signal: given, cancels = false }: { signal?: AbortSignal; cancels?: boolean } = {},
  ): Promise<T | Unanswered> {
    if (given?.aborted) return Promise.resolve('aborted');
    this.#line ??= this.#open();
    if (!this.#line) return Promise.resolve('absent');
    const signal = given ?? AbortSignal.timeout(this.#line.patience);
    const id = (this.#number += 1);
    return new Promise((resolve) => {
      const end = (value: T | Unanswered) => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', abort);
        resolve(value);
      };
      const abort = () => {
        if (cancels) this.#post({ kind: 'cancel', id });
        end('aborted');
      };
      signal.addEventListener('abort', abort);
      this.#waiting.set(id, {
        ended: end,
        hear: (answer) => {
          const value = hear(answer);
          if (value !== undefined) end(value);
        },
      });
      this.#post(question(id));
    });
  }

  #open(): CompanionConnection | null {
    this.#heard = false;
    const line = this.#parts.open(
      (answer) => {
        this.#heard = true;
        if ('id' in answer && answer.id !== null) this.#waiting.get(answer.id)?.hear(answer);
      },
      () => {
        if (this.#line === line) this.#line = null;
        for (const { ended } of [...this.#waiting.values()]) ended(this.#heard ? 'lost' : 'absent');
      },
    );
    return line;
  }

  /**
   * Sends a question to the companion. An error is ignored: it means that the connection has just ended, and everyone
   * who waits is informed of that end.
   */
  #post(question: CompanionRequest): void {
    try {
      this.#line?.post(question);
    } catch {
      this.#line = null;
    }
  }
}

/** Collects the pieces in which the companion sends a page, and joins them once all have arrived. */
class PageInPieces {
  readonly #most: number;
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #head: CompanionPageHead | null = null;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The whole page after the last message, or a refusal if it is too large or incomplete; undefined until then. */
  take(answer: CompanionResponse): CompanionOutcome | undefined {
    if (answer.kind === 'head') this.#head = answer;
    if (answer.kind === 'chunk') {
      const piece = bytesOfBase64(answer.data);
      this.#size += piece.length;
      if (this.#size > this.#most) return { kind: 'refused', why: 'too_large' };
      this.#pieces.push(piece);
    }
    return answer.kind === 'end' ? this.#whole(answer.bytes) : undefined;
  }

  #whole(bytes: number): CompanionOutcome {
    const head = this.#head;
    if (!head || bytes !== this.#size) return { kind: 'refused', why: 'lost' };
    return {
      kind: 'response',
      status: head.status,
      url: head.url,
      ...parseContentType(head.content_type),
      retryAfter: head.retry_after,
      body: concatBytes(this.#pieces),
    };
  }
}
