import { endpointAddress, type EndpointConnection, withQuery } from '../endpoint/endpoint-connection.ts';

/** The part of a response that a page can read; `body` is its JSON, or null. */
export interface ProbeAnswer {
  status: number;
  redirect: boolean;
  body: unknown;
  url: string;
}

interface ProbeOptions {
  /** Sends the key and the provider's own headers, but only to the base URL's origin. */
  keyed?: boolean;
  /** Sends `{}` by POST with this content type. */
  post?: 'application/json' | 'text/plain';
  follow?: boolean;
}

const patience = 5000;

/** Small requests to an endpoint, each with its own time limit, that find out what CORS hides from the page. */
export class EndpointProbe {
  /** The base URL without the path that a call appends. */
  readonly base: string;
  readonly #query: string;
  readonly #connection: EndpointConnection;
  readonly #signal: AbortSignal;

  constructor(connection: EndpointConnection, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
    ({ base: this.base, query: this.#query } = endpointAddress(connection.baseUrl));
  }

  /** True if a server answers at all: the browser reveals that much of any address. */
  async answers(): Promise<boolean> {
    return (await this.#send(`${this.base}/models`, { mode: 'no-cors', redirect: 'follow' })) !== null;
  }

  /** Returns the response as far as this page may read it; null if it may not, or if none came. */
  async request(
    address: string,
    { keyed = false, post, follow = false }: ProbeOptions = {},
  ): Promise<ProbeAnswer | null> {
    const { key, headers, baseUrl } = this.#connection;
    const ours = keyed && new URL(address).origin === new URL(baseUrl).origin;
    const answer = await this.#send(address, {
      redirect: follow && !ours ? 'follow' : 'manual',
      ...(post && { method: 'POST', body: '{}' }),
      headers: {
        ...(ours && headers),
        ...(ours && key !== null && { authorization: `Bearer ${key}` }),
        ...(post && { 'content-type': post }),
      },
    });
    if (!answer) return null;
    const redirect = answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400);
    return { status: answer.status, redirect, body: await this.#json(answer), url: answer.url };
  }

  async #send(address: string, init: RequestInit): Promise<Response | null> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(patience)]);
    try {
      const ours = new URL(address).origin === new URL(this.base).origin;
      return await this.#connection.fetch(ours ? withQuery(address, this.#query) : address, {
        ...init,
        signal,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
    } catch {
      return null;
    }
  }

  async #json(answer: Response): Promise<unknown> {
    try {
      return await answer.json();
    } catch {
      return undefined;
    }
  }
}

/** How the body of the last response to a call began: as a web page, as JSON, or as anything else, such as events. */
type Beginning = 'page' | 'json' | 'other';

/** A `fetch` that records how the last response to a POST began and passes the response on unchanged. */
export class ObservedFetch {
  #beginning: Promise<Beginning | null> = Promise.resolve(null);
  readonly #fetch: typeof fetch;

  constructor(send: typeof fetch = (input, init) => fetch(input, init)) {
    this.#fetch = send;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.#beginning = Promise.resolve(null);
    const answer = await this.#fetch(input, init);
    if (init?.method?.toUpperCase() === 'POST') this.#beginning = beginning(answer.clone()).catch(() => null);
    return answer;
  };

  /** Null before the first answer. */
  beginning(): Promise<Beginning | null> {
    return this.#beginning;
  }
}

async function beginning(answer: Response): Promise<Beginning | null> {
  const body = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (body && text.trimStart() === '') {
    const { done, value } = await body.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  body?.cancel().catch(() => undefined);
  const first = text.trimStart()[0];
  return first === '<' ? 'page' : first === '{' || first === '[' ? 'json' : 'other';
}

/**
 * Returns the origins that a connection test may reach: the endpoint's own, and its http or https twin, to which many
 * redirect.
 */
export function connectionTestOrigins(baseUrl: string): readonly string[] {
  if (!URL.canParse(baseUrl.trim())) return [];
  const { origin, protocol, host } = new URL(baseUrl.trim());
  return [origin, `${protocol === 'http:' ? 'https:' : 'http:'}//${host}`];
}
