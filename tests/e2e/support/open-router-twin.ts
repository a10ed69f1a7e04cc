import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How the twin answers a code: as it should, that it knows none, with something else, or not at all. */
export type Mood = 'honest' | 'forgetful' | 'odd' | 'gone';

/**
 * The two addresses of OpenRouter's sign-in on this machine: the page that asks the person, and the exchange of its
 * code.
 */
export class OpenRouterTwin {
  mood: Mood = 'honest';
  /** The addresses that it was asked to lead back to. */
  readonly callbacks: string[] = [];
  /** The bodies of the requests for keys. */
  readonly exchanges: Record<string, string>[] = [];
  readonly keys: string[] = [];
  /** What model requests behind it carry. */
  readonly bearers = new Set<string>();
  readonly #codes = new Map<string, string>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<OpenRouterTwin> {
    const twin = new OpenRouterTwin();
    await new Promise<void>((resolve) => twin.#server.listen(0, '127.0.0.1', resolve));
    return twin;
  }

  /** Forgets the last test. */
  forget(): void {
    this.mood = 'honest';
    for (const all of [this.callbacks, this.exchanges, this.keys]) all.length = 0;
    this.#codes.clear();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type,accept');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (pathname === '/auth') response.setHeader('Content-Type', 'text/html').end(this.#page(searchParams));
    else if (pathname === '/api/v1/auth/keys' && request.method === 'POST') {
      const [status, body] = this.#exchange(JSON.parse(await text(request)) as Record<string, string>);
      if (status === 0) response.destroy();
      else response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    } else response.writeHead(404).end();
  }

  /** The page that asks: its links lead back as the person decides. */
  #page(asked: URLSearchParams): string {
    const back = asked.get('callback_url') ?? '';
    this.callbacks.push(back);
    const code = randomUUID();
    if (asked.get('code_challenge_method') === 'S256') this.#codes.set(code, asked.get('code_challenge') ?? '');
    const link = (name: string, more: Record<string, string>) => {
      const to = new URL(back);
      for (const [key, value] of Object.entries(more)) to.searchParams.set(key, value);
      return `<p><a href="${to.href.replaceAll('&', '&amp;')}">${name}</a></p>`;
    };
    return `<!doctype html><html lang="en"><title>OpenRouter, played</title><h1>Does Cairn get a key?</h1>
      ${link('Authorize', { code })}${link('Decline', { error: 'access_denied' })}</html>`;
  }

  #exchange(body: Record<string, string>): [status: number, body: string] {
    this.exchanges.push(body);
    if (this.mood === 'gone') return [0, ''];
    if (this.mood === 'odd') return [200, '<!doctype html>Please wait'];
    const { code = '', code_verifier: verifier = '', code_challenge_method: method } = body;
    const challenge = this.#codes.get(code);
    this.#codes.delete(code);
    const isRight = challenge === createHash('sha256').update(verifier).digest('base64url');
    if (this.mood === 'forgetful' || method !== 'S256' || !isRight)
      return [403, JSON.stringify({ error: { code: 403, message: 'Invalid code or code_verifier' } })];
    const key = `sk-or-v1-${randomUUID()}`;
    this.keys.push(key);
    return [200, JSON.stringify({ key, user_id: 'user_1' })];
  }
}
