import { retryAfterMs } from '../ports/network.ts';
import { ReplicaError } from '../ports/replica-store.ts';

export type FetchFunction = (url: string, init?: RequestInit) => Promise<Response>;

/** Sends requests to one server with the person's sign-in; errors of the connection and of the server are thrown. */
export class ReplicaHttpClient {
  readonly #fetch: FetchFunction;
  readonly #authorization: string | null;

  constructor(fetch: FetchFunction, authorization: string | null) {
    this.#fetch = fetch;
    this.#authorization = authorization;
  }

  /** Returns the response if its status is among `expected`; any other status is thrown as an error. */
  async ask(url: string, init: RequestInit, expected: readonly number[]): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#authorization !== null) headers.set('authorization', this.#authorization);
    const response = await this.#fetch(url, { ...init, headers, redirect: 'manual' }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ReplicaError('unreachable');
    });
    if (expected.includes(response.status)) return response;
    throw new ReplicaError(codeOf(response.status), retryAfterMs(response.headers.get('retry-after'), Date.now()));
  }

  /** Returns the response's status and JSON; throws if it is not JSON. */
  async json(url: string, init: RequestInit, expected: readonly number[]): Promise<{ status: number; data: unknown }> {
    const headers = new Headers(init.headers);
    headers.set('accept', 'application/json');
    const response = await this.ask(url, { ...init, headers }, expected);
    const text = await response.text().catch(() => {
      throw new ReplicaError('unreachable');
    });
    try {
      return { status: response.status, data: JSON.parse(text) as unknown };
    } catch {
      throw new ReplicaError('unexpected');
    }
  }
}

function codeOf(status: number): ReplicaError['code'] {
  if (status === 401) return 'sign_in';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 413) return 'too_large';
  if (status === 429) return 'busy';
  if (status === 507) return 'full';
  return status >= 500 ? 'down' : 'unexpected';
}
