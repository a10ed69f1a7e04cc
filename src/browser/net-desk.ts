import { KeyFilter } from './key-filter.ts';
import { keyStandIn, type NetAsk, type NetRequest, type NetTold } from './net-messages.ts';
import { reaches } from './reaches.ts';

interface Open {
  stop: AbortController;
  filter: KeyFilter;
  body: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null;
}

export interface NetDeskParts {
  /** The sites that may be reached, as in the worker's own address. */
  sites: readonly string[];
  fetch: typeof fetch;
  tell: (told: NetTold, transfer: Transferable[]) => void;
}

/**
 * The inside of a network worker (R13.4): asks its own sites only, without cookies, referrer or cache, puts the key where
 * the page has put a stand-in, and takes it out of whatever comes back (R13.1).
 */
export class NetDesk {
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
    return headers.map(([name, value]) => [name, value.replace(keyStandIn, () => this.#key ?? '')]);
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
