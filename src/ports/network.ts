import type { SiteKey } from '../records/site-key.ts';

/** The headers of a response that say how to go on, as far as the site lets web pages read them. */
export const readableResponseHeaders = ['link', 'location', 'etag'] as const;

/**
 * The response to a request. `redirected`: the address redirects; the browser does not reveal where to. The other ends
 * have a `status` if the head of a response came but its body did not come whole.
 */
export type NetworkOutcome =
  | {
      kind: 'response';
      status: number;
      url: string;
      mime: string;
      charset: string | null;
      retryAfter: string | null;
      further?: Partial<Record<(typeof readableResponseHeaders)[number], string>>;
      body: Uint8Array;
    }
  | { kind: 'redirected' }
  /** The site's key is missing or locked, so nothing was sent. */
  | { kind: 'no_key' }
  | { kind: 'timeout'; status?: number }
  | { kind: 'too_large'; limit: number; status?: number }
  /** No network, refused by CORS, or no server: a page cannot tell these apart. */
  | { kind: 'unreachable'; status?: number }
  | { kind: 'aborted'; status?: number };

/**
 * Returns the wait that a `Retry-After` header requests, in milliseconds; the header is a number of seconds or a date.
 */
export function retryAfterMs(retryAfter: string | null | undefined, now: number): number | null {
  if (!retryAfter?.trim()) return null;
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, Math.round(wait));
}

export interface NetworkLimits {
  /** Sends the site's key along; undefined for a site without one. */
  key?: SiteKey | undefined;
  /** The only origin that may be reached; everything else is `unreachable`. */
  site: string;
  signal: AbortSignal;
  timeout_ms: number;
  max_bytes: number;
}

/** The request exactly as sent, with nothing added. */
export interface NetworkRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  /** Absent with GET and HEAD. */
  body?: string | undefined;
}

/**
 * The network for tools: http and https, no credentials, no referrer, no caching, redirects not followed. Never throws.
 */
export interface Network {
  get(url: string, options: NetworkLimits & { accept: string }): Promise<NetworkOutcome>;
  request(url: string, request: NetworkRequest, limits: NetworkLimits): Promise<NetworkOutcome>;
}

/**
 * A `fetch` limited to given origins; it runs in a network worker, for which the browser's CSP enforces the limit.
 * Requests use no cookies, referrer or cache. The worker may hold a key: it inserts the key into requests and never
 * returns it.
 */
export interface OriginLimitedFetch {
  /**
   * Like the global `fetch`, for addresses and text bodies only. A forbidden origin behaves like an unreachable one.
   */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** The text in a header that is replaced by the key. */
  keyPlaceholder: string;
  /** Returns the texts with the key removed. */
  clean(texts: readonly string[]): Promise<string[]>;
  /**
   * Removes the key from the beginning of a longer text, as `clean` does; `held` is the end of the text if that may be
   * the beginning of the key.
   */
  cleanBeginning(text: string): Promise<{ text: string; held: string }>;
  /** Ends pending requests and forgets the key until the next use. */
  close(): void;
}
