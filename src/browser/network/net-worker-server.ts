import { binaryStringFromBytes, bytesOfBinaryString, SecretKeyFinder } from '../../values/secret-key-finder.ts';
import { keyPlaceholder, type NetWorkerRequest, type NetRequest, type NetMessage } from './net-messages.ts';
import { concatBytes } from './network.ts';

/** Removes the key from a streamed body, even if it is split between pieces. */
export class KeyFilter {
  readonly #finder: SecretKeyFinder;
  #held = '';

  constructor(key: string | null) {
    this.#finder = new SecretKeyFinder([key]);
  }

  /** Returns the text with the key removed. */
  clean(text: string): string {
    return this.#finder.clean(text);
  }

  /** Returns the beginning of a text with the key removed; an end that may begin the key is held back in `held`. */
  cleanBeginning(text: string): { text: string; held: string } {
    return this.#finder.cleanBeginning(text);
  }

  /** Returns the bytes that can be passed on; an end that may begin the key is held back for the next piece. */
  push(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (this.#finder.isEmpty) return bytes;
    const { text, held } = this.#finder.cleanBeginning(this.#held + binaryStringFromBytes(bytes));
    this.#held = held;
    return bytesOfBinaryString(text);
  }

  /** Returns the bytes that were held back. */
  end(): Uint8Array<ArrayBuffer> {
    const rest = this.clean(this.#held);
    this.#held = '';
    return bytesOfBinaryString(rest);
  }
}

interface Open {
  stop: AbortController;
  filter: KeyFilter;
  body: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null;
  /** The next read of the body, if it was requested and did not complete within the last `displayInterval`. */
  next: Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> | null;
}

/**
 * How long a piece waits for those that follow, in milliseconds, and the number of bytes at which it waits no longer.
 */
const beat = 16;
const enough = 65_536;

/**
 * The statuses without a body; Chromium gives the responses an empty one, which no `Response` with that status may
 * have.
 */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

interface NetWorkerParts {
  /** The sites that may be reached, as in the worker's own URL. */
  sites: readonly string[];
  fetch: typeof fetch;
  tell: (told: NetMessage, transfer: Transferable[]) => void;
}

/**
 * The code inside a network worker: fetches from its own sites only, without cookies, referrer or cache, replaces the
 * key placeholder by the key, and removes the key from all responses.
 */
export class NetWorkerServer {
  readonly #parts: NetWorkerParts;
  readonly #open = new Map<number, Open>();
  #tell: NetWorkerParts['tell'];
  #key: string | null = null;

  constructor(parts: NetWorkerParts) {
    this.#parts = parts;
    this.#tell = parts.tell;
  }

  hear(ask: NetWorkerRequest): void {
    switch (ask.kind) {
      case 'key':
        this.#key = ask.key;
        return;
      case 'line':
        this.#listen(ask.port);
        return;
      case 'request':
        void this.#request(ask.id, ask.request);
        return;
      case 'pull':
        void this.#pull(ask.id);
        return;
      case 'cancel':
        this.#end(ask.id);
        return;
      case 'clean':
        this.#clean(ask);
        return;
    }
  }

  async #request(id: number, request: NetRequest): Promise<void> {
    const open: Open = { stop: new AbortController(), filter: new KeyFilter(this.#key), body: null, next: null };
    this.#open.set(id, open);
    try {
      const { url, method, body, redirect, mode } = request;
      if (!this.#parts.sites.some((site) => reaches(site, url))) throw new TypeError('not one of the sites');
      const answer = await this.#parts.fetch(url, {
        method,
        headers: this.#keyed(request.headers),
        body,
        redirect,
        mode,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: open.stop.signal,
      });
      const { status, statusText, type } = answer;
      open.body = bodiless.has(status) ? null : (answer.body?.getReader() ?? null);
      const clean = (text: string) => open.filter.clean(text);
      const headers = [...answer.headers].map(([name, value]): [string, string] => [name, clean(value)]);
      const head = { status, statusText: clean(statusText), headers, url: clean(answer.url), type };
      this.#tell({ kind: 'head', id, head: { ...head, hasBody: open.body !== null } }, []);
      if (!open.body) this.#open.delete(id);
    } catch {
      this.#fail(id);
    }
  }

  async #pull(id: number): Promise<void> {
    const open = this.#open.get(id);
    if (!open?.body) return;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const tell = (last: boolean) => {
      const bytes = concatBytes(pieces);
      this.#tell({ kind: 'piece', id, bytes, last }, [bytes.buffer]);
    };
    let size = 0;
    let late: Promise<null> | null = null;
    try {
      for (;;) {
        open.next ??= open.body.read();
        const bodyChunk = await (late ? Promise.race([open.next, late]) : open.next);
        if (!bodyChunk) {
          open.next.catch(() => undefined);
          tell(false);
          return;
        }
        open.next = null;
        const bytes = bodyChunk.done ? open.filter.end() : open.filter.push(bodyChunk.value);
        if (bytes.length > 0) pieces.push(bytes);
        size += bytes.length;
        if (bodyChunk.done) {
          this.#open.delete(id);
          tell(true);
          return;
        }
        if (size >= enough) {
          tell(false);
          return;
        }
        if (size > 0) late ??= new Promise((resolve) => setTimeout(() => resolve(null), beat));
      }
    } catch {
      if (pieces.length > 0 && this.#open.has(id)) tell(false);
      this.#fail(id);
    }
  }

  #clean({ id, texts, goesOn }: Extract<NetWorkerRequest, { kind: 'clean' }>): void {
    const filter = new KeyFilter(this.#key);
    const cleanTexts = texts.map((text) =>
      goesOn ? filter.cleanBeginning(text) : { text: filter.clean(text), held: '' },
    );
    this.#tell(
      { kind: 'cleaned', id, texts: cleanTexts.map(({ text }) => text), held: cleanTexts.at(-1)?.held ?? '' },
      [],
    );
  }

  #keyed(headers: readonly [string, string][]): [string, string][] {
    return headers.map(([name, value]) => [name, value.replace(keyPlaceholder, () => this.#key ?? '')]);
  }

  #end(id: number): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    open?.stop.abort();
    void open?.body?.cancel().catch(() => undefined);
  }

  #fail(id: number): void {
    if (this.#open.delete(id)) this.#tell({ kind: 'failed', id }, []);
  }

  /**
   * Serves another worker over the port. That worker may send requests and receive responses, but cannot set the key.
   */
  #listen(port: MessagePort): void {
    this.#tell = (workerMessage, transfer) => port.postMessage(workerMessage, transfer);
    port.onmessage = ({ data }: MessageEvent<NetWorkerRequest>) => {
      if (data.kind !== 'key' && data.kind !== 'line') this.hear(data);
    };
    this.#tell({ kind: 'ready' }, []);
  }
}

/**
 * True if a URL belongs to a site: an exact origin, or `https://*.name` for the subdomains of a name. A URL with a user
 * name or password belongs to none.
 */
function reaches(site: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, username, password, port } = new URL(address);
  if (username !== '' || password !== '') return false;
  const family = /^(https?:)\/\/\*\.(.+)$/.exec(site);
  if (!family) return origin === site && /^https?:$/.test(protocol);
  return protocol === family[1] && hostname.endsWith(`.${family[2]}`) && port === '';
}
