/**
 * A way out to certain sites, to which the browser holds it (R13.4). Requests go without cookies, referrer and cache. A key
 * may lie at its end: it is put in there, and never comes back.
 */
export interface Way {
  /** As `fetch` does it, of addresses and with bodies of text. A site that is not among its own is as one that is not there. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Put into a header where the key belongs. */
  keyStandIn: string;
  /** Text without the key. */
  clean(text: string): Promise<string>;
  /** Ends what is under way and forgets the key, until it is used again. */
  close(): void;
}
