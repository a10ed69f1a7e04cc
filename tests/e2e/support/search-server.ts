import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answers } from '../../unit/tools/search-answers.ts';

export const goodKey = 'search-key-0123456789';

export interface SearchRequest {
  path: string;
  query: string;
  key: string | null;
}

type Answer = [status: number, body: unknown];

/** What stands in for each search service on this machine: their paths, their ways to carry a key, their shapes. */
export class SearchServer {
  requests: SearchRequest[] = [];
  /** Whether other origins may read what is served. */
  open = true;
  /** SearXNG as most are set up: results in HTML only. */
  htmlOnly = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      if (this.open) {
        response.setHeader('Access-Control-Allow-Origin', '*');
        response.setHeader(
          'Access-Control-Allow-Headers',
          'authorization,content-type,x-subscription-token,x-respond-with',
        );
      }
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      void this.#answer(request).then(([status, body]) => {
        const isText = typeof body === 'string';
        response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json' });
        response.end(isText ? body : JSON.stringify(body));
      });
    });
  }

  static async start(): Promise<SearchServer> {
    const server = new SearchServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { authorization = '', 'x-subscription-token': token } = request.headers;
    const key = typeof token === 'string' ? token : authorization.replace(/^Bearer /, '') || null;
    const body = await text(request);
    const said = body === '' ? null : (JSON.parse(body) as { query: string });
    this.requests.push({
      path,
      query: said?.query ?? searchParams.get('srsearch') ?? searchParams.get('q') ?? '',
      key,
    });
    const isMine = key === goodKey;
    if (path === '/w/api.php') return [200, answers.wikipedia];
    if (path === '/search' && request.method === 'POST')
      return isMine ? [200, answers.tavily] : [401, answers.tavilyKey];
    if (path === '/search') return this.htmlOnly ? [403, '<h1>Forbidden</h1>'] : [200, answers.searxng];
    if (path === '/web/search') return isMine ? [200, answers.brave] : [422, answers.braveKey];
    if (path === '/') return isMine ? [200, answers.jina] : [401, answers.jinaKey];
    return [404, 'Not found'];
  }
}
