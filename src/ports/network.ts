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

/** The way out for tools (R13.4): http and https, no credentials, no referrer, no caching, redirects not followed. Never throws. */
export interface Network {
  get(
    url: string,
    options: { signal: AbortSignal; timeout_ms: number; max_bytes: number; accept: string },
  ): Promise<NetworkOutcome>;
}
