import { keyForms } from '../../domain/address/percent-decoded.ts';
import { keyPlaceholder, type NetAsk, type NetRequest, type NetTold } from './net-messages.ts';

const mark = '[key]';

/** Takes the key out of a body that comes in pieces, wherever the pieces are cut (R13.1). */
export class KeyFilter {
  readonly #forms: readonly string[];
  #held = '';

  constructor(key: string | null) {
    this.#forms = keyForms(key);
  }

  /** Text without the key. */
  clean(text: string): string {
    return this.#forms.reduce((rest, form) => rest.replaceAll(form, mark), text);
  }

  /** What can be passed on; an end that may be the beginning of the key waits for the next piece. */
  push(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (this.#forms.length === 0) return bytes;
    const text = this.clean(this.#held + binaryText(bytes));
    const held = Math.max(...this.#forms.map((form) => beginningAtEnd(text, form)));
    this.#held = text.slice(text.length - held);
    return bytesOf(text.slice(0, text.length - held));
  }

  /** What had been held back. */
  end(): Uint8Array<ArrayBuffer> {
    const rest = this.#held;
    this.#held = '';
    return bytesOf(rest);
  }
}

/** How much of the text's end is a beginning of the word. */
function beginningAtEnd(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(word.slice(0, length))) return length;
  return 0;
}

/** One character a byte: a key is ASCII, and so no byte of any other character is taken for one of its own. */
function binaryText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

interface Open {
  stop: AbortController;
  filter: KeyFilter;
  body: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null;
}

interface NetDeskParts {
  /** The sites that may be reached, as in the worker's own address. */
  sites: readonly string[];
  fetch: typeof fetch;
  tell: (told: NetTold, transfer: Transferable[]) => void;
}

/**
 * The inside of a network worker (R13.4): asks its own sites only, without cookies, referrer or cache, puts the key where
 * the page has put a stand-in, and takes it out of whatever comes back (R13.1).
 */
export class NetWorkerServer {
  readonly #parts: NetDeskParts;
  readonly #open = new Map<number, Open>();
  #key: string | null = null;

  constructor(parts: NetDeskParts) {
    this.#parts = parts;
  }

  hear(ask: NetAsk): void {
    switch (ask.kind) {
      case 'key':
        this.#key = ask.key;
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
        this.#tell({ kind: 'cleaned', id: ask.id, text: new KeyFilter(this.#key).clean(ask.text) });
        return;
    }
  }

  async #request(id: number, request: NetRequest): Promise<void> {
    const open: Open = { stop: new AbortController(), filter: new KeyFilter(this.#key), body: null };
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
      open.body = answer.body?.getReader() ?? null;
      const { status, statusText, type } = answer;
      const clean = (text: string) => open.filter.clean(text);
      const headers = [...answer.headers].map(([name, value]): [string, string] => [name, clean(value)]);
      const head = { status, statusText: clean(statusText), headers, url: clean(answer.url), type };
      this.#tell({ kind: 'head', id, head: { ...head, hasBody: open.body !== null } });
      if (!open.body) this.#open.delete(id);
    } catch {
      this.#fail(id);
    }
  }

  async #pull(id: number): Promise<void> {
    const open = this.#open.get(id);
    if (!open?.body) return;
    try {
      for (;;) {
        const { done, value } = await open.body.read();
        const bytes = done ? open.filter.end() : open.filter.push(value);
        if (bytes.length > 0) this.#tell({ kind: 'piece', id, bytes }, [bytes.buffer]);
        if (done) {
          this.#open.delete(id);
          this.#tell({ kind: 'piece', id, bytes: null });
        }
        if (done || bytes.length > 0) return;
      }
    } catch {
      this.#fail(id);
    }
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
    if (this.#open.delete(id)) this.#tell({ kind: 'failed', id });
  }

  #tell(told: NetTold, transfer: Transferable[] = []): void {
    this.#parts.tell(told, transfer);
  }
}

/**
 * Whether an address lies at a site: an origin, exactly, or `https://*.name` for the hosts below a name. A user name or
 * password in the address belongs to no site.
 */
function reaches(site: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, username, password, port } = new URL(address);
  if (username !== '' || password !== '') return false;
  const family = /^(https?:)\/\/\*\.(.+)$/.exec(site);
  if (!family) return origin === site && /^https?:$/.test(protocol);
  return protocol === family[1] && hostname.endsWith(`.${family[2]}`) && port === '';
}
