/** Why a server of the person's devices did not do what it was asked. */
export type ReplicaErrorCode =
  /** No answer: offline, a wrong address, or no permission for web pages (CORS, TLS). */
  | 'unreachable'
  /** 401: name or password are wrong. */
  | 'sign_in'
  /** 403: no right to write there. */
  | 'forbidden'
  /** 404: there is no such database or folder. */
  | 'missing'
  /** 413: one document is too large for it. */
  | 'too_large'
  /** 429. */
  | 'busy'
  /** 5xx. */
  | 'down'
  /** 507, or another word for a full disk. */
  | 'full'
  /** An answer that no such server gives. */
  | 'unexpected';

/** Thrown by every method of a `ReplicaStore` that could not be carried out; nothing is known about its effect then. */
export class ReplicaError extends Error {
  override readonly name = 'ReplicaFault';
  readonly code: ReplicaErrorCode;
  readonly retryAfterMs: number | null;

  constructor(code: ReplicaErrorCode, retryAfterMs: number | null = null) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface FoundDocument {
  body: string;
  /** Names this state of the document in a `move`. */
  tag: string;
  /** The tags of further states of it that the server holds and its own replication has not merged. */
  others: readonly string[];
}

/**
 * A place on a server of the person's own through which devices exchange texts (sealed ones: it is not trusted with
 * what they say). `pieces` never change; `documents` are moved from one state to the next by compare-and-swap, which
 * the server must enforce: of several moves from one state exactly one succeeds. Names consist of letters, digits and
 * hyphens.
 */
export interface ReplicaStore {
  /** Stores a piece; a piece of that name that is there already is left as it is. */
  push(name: string, body: string): Promise<void>;
  /** The piece, or null. */
  piece(name: string): Promise<string | null>;
  /** Whether the piece is there. */
  holds(name: string): Promise<boolean>;
  /** The document, or null. */
  pull(name: string): Promise<FoundDocument | null>;
  /** What the document says in one of its present states, or null. */
  state(name: string, tag: string): Promise<string | null>;
  /** Replaces the document if it is still in the state `from` (null: absent). Returns its new tag; null where it is not. */
  move(name: string, body: string, from: string | null): Promise<string | null>;
  /** Deletes the document if it is still in the state `from`; false where it is not. */
  remove(name: string, from: string): Promise<boolean>;
  /** Deletes a piece, if it is there. */
  drop(name: string): Promise<void>;
  /**
   * The names of documents that were moved after the mark `since` (null: ever), each with the tag of its one state
   * (null: not known, or it has several), and the mark to go on from.
   */
  changes(since: string | null): Promise<{ since: string; moved: ReadonlyMap<string, string | null> }>;
  /** Resolves when there may be changes after the mark, or after about a minute; rejects when aborted. */
  watch(since: string, signal: AbortSignal): Promise<void>;
  /** Deletes everything. */
  clear(): Promise<void>;
}
