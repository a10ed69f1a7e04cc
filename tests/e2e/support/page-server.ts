import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gate } from './gate.ts';

const article = `<!doctype html><html lang="en"><head><title>Weather in Lindau</title></head><body>
<nav><a href="/">Home</a> <a href="/imprint">Imprint</a></nav>
<div id="cookie-banner" class="cookie-consent" role="dialog" aria-label="Cookie consent">
  <p>We value your privacy. This site uses cookies.</p><button>Accept all cookies</button></div>
<main><article><h1>Weather in Lindau</h1>
<p>Saturday will be dry and sunny with a light breeze from the west, and the afternoon reaches 21 degrees by the lake.</p>
<p>Sunday brings showers before noon. Ferries run by the summer timetable; see the <a href="/ferries">ferry times</a>.</p>
<p>The water of the lake is at 17 degrees, and the promenade is open for walkers and cyclists all day long.</p>
</article></main><footer>Imprint and cookie settings</footer></body></html>`;

/** A web site on this machine: an article behind a cookie banner, a table as JSON, a page with a fault of its own, and
 * one that answers without content. */
export class PageServer {
  /** The paths that were asked for, in order; preflights not counted. */
  requests: string[] = [];
  /** Whether other origins may read what is served. */
  open = true;
  readonly #server: Server;
  readonly #gates = new Map<string, Gate>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (this.open) {
        response.setHeader('Access-Control-Allow-Origin', '*');
        response.setHeader('Access-Control-Allow-Headers', '*');
        response.setHeader('Access-Control-Allow-Methods', '*');
      }
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      this.requests.push(pathname);
      void this.#serve(pathname, response);
    });
  }

  static async start(): Promise<PageServer> {
    const site = new PageServer();
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next request for this path is answered once the gate is opened. */
  hold(path: string): Gate {
    const gate = new Gate();
    this.#gates.set(path, gate);
    return gate;
  }

  reset(): void {
    this.#gates.forEach((gate) => gate.open());
    this.#gates.clear();
    this.requests = [];
    this.open = true;
  }

  async stop(): Promise<void> {
    this.reset();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(path: string, response: ServerResponse): Promise<void> {
    const gate = this.#gates.get(path);
    this.#gates.delete(path);
    await gate?.pass();
    if (path === '/taken') return void response.writeHead(204).end();
    const [mime, body] =
      path === '/weather'
        ? ['text/html', article]
        : path === '/ferries.json'
          ? ['application/json', JSON.stringify({ ferries: [{ from: 'Lindau', at: '10:00' }] })]
          : [null, ''];
    response
      .writeHead(path === '/broken' ? 500 : mime ? 200 : 404, {
        'Content-Type': `${mime ?? 'text/plain'}; charset=utf-8`,
      })
      .end(body);
  }
}
