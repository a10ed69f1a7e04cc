/** What came back. `redirected` means that the address points elsewhere; the browser does not say where. */
export type NetworkOutcome =
  | {
      kind: 'response';
      status: number;
      url: string;
      mime: string;
      charset: string | null;
      retryAfter: string | null;
      body: Uint8Array;
    }
  | { kind: 'redirected' }
  | { kind: 'timeout' }
  | { kind: 'too_large'; limit: number }
  /** No network, refused by CORS, or nobody there: a page cannot tell these apart. */
  | { kind: 'unreachable' }
  | { kind: 'aborted' };

export interface NetworkLimits {
  /** The one origin that may be reached; everything else is `unreachable`. */
  site: string;
  signal: AbortSignal;
  timeout_ms: number;
  max_bytes: number;
}

/** What is sent: nothing stands in it but what its maker put there. */
export interface NetworkRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  /** Not with GET and HEAD. */
  body?: string | undefined;
}

/** The way out for tools (R13.4): http and https, no credentials, no referrer, no caching, redirects not followed. Never throws. */
export interface Network {
  get(url: string, options: NetworkLimits & { accept: string }): Promise<NetworkOutcome>;
  request(url: string, request: NetworkRequest, limits: NetworkLimits): Promise<NetworkOutcome>;
}

/**
 * A way out to certain sites, to which the browser holds it (R13.4). Requests go without cookies, referrer and cache. A key
 * may lie at its end: it is put in there, and never comes back.
 */
export interface SiteFetch {
  /** As `fetch` does it, of addresses and with bodies of text. A site that is not among its own is as one that is not there. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Put into a header where the key belongs. */
  keyPlaceholder: string;
  /** Text without the key. */
  clean(text: string): Promise<string>;
  /** Ends what is under way and forgets the key, until it is used again. */
  close(): void;
}
