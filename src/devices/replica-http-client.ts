import { retryAfterMs } from '../ports/network.ts';
import { ReplicaError } from '../ports/replica-store.ts';

export type FetchFunction = (url: string, init?: RequestInit) => Promise<Response>;

/** A response whose body has been read. */
export interface ReplicaReply extends Pick<Response, 'status' | 'ok' | 'headers'> {
  text: string;
}

/** The time without any sign of the server after which a request is given up, in milliseconds. */
const patience = 30_000;
/** The time that a slow line needs for each character that is sent, in milliseconds. */
const perLetter = 0.1;

/**
 * Returns the response with its whole body; rejects if the server gives no sign for too long. It gets longer for what
 * is sent, and for what it `holds`, in milliseconds; each part of the body that arrives is a sign.
 */
export async function askWithPatience(
  fetch: FetchFunction,
  url: string,
  init: RequestInit,
  holds = 0,
): Promise<ReplicaReply> {
  const over = new AbortController();
  const signal = init.signal ? AbortSignal.any([init.signal, over.signal]) : over.signal;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitFor = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => over.abort(), ms);
  };
  const answer = async (): Promise<ReplicaReply> => {
    const response = await fetch(url, { ...init, signal });
    const decoder = new TextDecoder();
    let text = '';
    for (const reader = response.body?.getReader(); reader;) {
      waitFor(patience + holds);
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    const { status, ok, headers } = response;
    return { status, ok, headers, text: text + decoder.decode() };
  };
  waitFor(patience + holds + (typeof init.body === 'string' ? init.body.length * perLetter : 0));
  try {
    return await Promise.race([answer(), ended]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends requests to one server with the person's sign-in; errors of the connection and of the server are thrown. */
export class ReplicaHttpClient {
  readonly #fetch: FetchFunction;
  readonly #authorization: string | null;

  constructor(fetch: FetchFunction, authorization: string | null) {
    this.#fetch = fetch;
    this.#authorization = authorization;
  }

  /**
   * Returns the response if its status is among `expected`; any other status is thrown as an error, and so is no answer.
   * `holds`: how long the server may hold the request, in milliseconds.
   */
  async ask(url: string, init: RequestInit, expected: readonly number[], holds = 0): Promise<ReplicaReply> {
    const headers = new Headers(init.headers);
    if (this.#authorization !== null) headers.set('authorization', this.#authorization);
    const request = { ...init, headers, redirect: 'manual' } as const;
    const reply = await askWithPatience(this.#fetch, url, request, holds).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ReplicaError('unreachable');
    });
    if (expected.includes(reply.status)) return reply;
    throw new ReplicaError(codeOf(reply.status), retryAfterMs(reply.headers.get('retry-after'), Date.now()));
  }

  /** Returns the response's status and JSON; throws if it is not JSON. */
  async json(
    url: string,
    init: RequestInit,
    expected: readonly number[],
    holds = 0,
  ): Promise<{ status: number; data: unknown }> {
    const headers = new Headers(init.headers);
    headers.set('accept', 'application/json');
    const { status, text } = await this.ask(url, { ...init, headers }, expected, holds);
    try {
      return { status, data: JSON.parse(text) as unknown };
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
