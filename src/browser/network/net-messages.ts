/**
 * Messages from the page to a network worker, or over a port. The key is sent first, by the page only, and is never
 * sent back.
 */
export type NetWorkerRequest =
  | { kind: 'key'; key: string | null }
  /** From now on, another of the app's own workers sends its messages over this port, and gets its replies there. */
  | { kind: 'line'; port: MessagePort }
  | { kind: 'request'; id: number; request: NetRequest }
  /** Requests the next piece of a response's body. */
  | { kind: 'pull'; id: number }
  | { kind: 'cancel'; id: number }
  /** `goesOn`: the last text continues, so an end that may begin the key is held back. */
  | { kind: 'clean'; id: number; texts: readonly string[]; goesOn: boolean };

/** Messages from a network worker to the page. */
export type NetMessage =
  /** The worker has started and is listening. */
  | { kind: 'ready' }
  | { kind: 'head'; id: number; head: NetHead }
  /** The bytes of the body received during one `displayInterval`; `last`: the body has ended. */
  | { kind: 'piece'; id: number; bytes: Uint8Array<ArrayBuffer>; last: boolean }
  /** There was no response, or the body was aborted; browsers give no reason. */
  | { kind: 'failed'; id: number }
  | { kind: 'cleaned'; id: number; texts: string[]; held: string };

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

/** The placeholder in requests that the worker replaces by the key. */
export const keyPlaceholder = 'key-in-the-network-worker';

/** The query parameter of a network worker's URL that names a site it may reach. */
export const siteParameter = 'to';
