/** What the page asks of a network worker. The key comes first of all, and is never sent back. */
export type NetAsk =
  | { kind: 'key'; key: string | null }
  | { kind: 'request'; id: number; request: NetRequest }
  /** The next piece of an answer's body is wanted. */
  | { kind: 'pull'; id: number }
  | { kind: 'cancel'; id: number }
  | { kind: 'clean'; id: number; text: string };

/** What a network worker tells the page. */
export type NetTold =
  /** It has started, and hears. */
  | { kind: 'ready' }
  | { kind: 'head'; id: number; head: NetHead }
  /** Null: the body has ended. */
  | { kind: 'piece'; id: number; bytes: Uint8Array<ArrayBuffer> | null }
  /** No answer, or a body that broke off; a page is told no reason. */
  | { kind: 'failed'; id: number }
  | { kind: 'cleaned'; id: number; text: string };

export interface NetRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: string | null;
  redirect: RequestRedirect;
  mode: RequestMode;
}

export interface NetHead {
  status: number;
  statusText: string;
  headers: [string, string][];
  url: string;
  type: ResponseType;
  hasBody: boolean;
}

/** Stands in requests where the worker puts the key. */
export const keyPlaceholder = 'key-in-the-network-worker';

/** The parameter of a network worker's address that names a site it may reach. */
export const siteParameter = 'to';
