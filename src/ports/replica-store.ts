/** Why a server that connects the person's devices did not do what was asked. */
export type ReplicaErrorCode =
  /** No answer: offline, a wrong address, or no permission for web pages (CORS, TLS). */
  | 'unreachable'
  /** 401: the name or the password is wrong. */
  | 'sign_in'
  /** 403: no right to write there. */
  | 'forbidden'
  /** 404: the database or folder does not exist. */
  | 'missing'
  /** 413: a document is too large for the server. */
  | 'too_large'
  /** 429. */
  | 'busy'
  /** 5xx. */
  | 'down'
  /** 507, or another report of a full disk. */
  | 'full'
  /** Any other response: one that a server of this kind does not give. */
  | 'unexpected';

/** Thrown by every method of a `ReplicaStore` that failed; it may still have taken effect. */
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

/** The current state of a document on the server. */
export interface ReplicaDocument {
  body: string;
  /** The version tag of this state, used in a `move`. */
  tag: string;
  /** The tags of conflicting states that the server's own replication has not merged. */
  others: readonly string[];
}

/**
 * The person's own server, through which devices exchange texts (sealed, since the server is not trusted with their
 * content). `pieces` never change; `documents` move from one state to the next by compare-and-swap, which the server
 * must enforce: of several moves from one state exactly one succeeds. Names consist of letters, digits and hyphens.
 */
export interface ReplicaStore {
  /** Stores a piece; an existing piece of that name is left unchanged. */
  push(name: string, body: string): Promise<void>;
  /** Returns the piece, or null. */
  piece(name: string): Promise<string | null>;
  /** True if the piece exists. */
  exists(name: string): Promise<boolean>;
  /** Returns the document, or null. */
  pull(name: string): Promise<ReplicaDocument | null>;
  /** Returns the document's text in one of its current states, or null. */
  state(name: string, tag: string): Promise<string | null>;
  /**
   * Replaces the document if it is still in the state `from` (null: absent). Returns the new tag, or null if it is not.
   */
  move(name: string, body: string, from: string | null): Promise<string | null>;
  /** Deletes the document if it is still in the state `from`; false if it is not. */
  remove(name: string, from: string): Promise<boolean>;
  /** Deletes a piece if it exists. */
  drop(name: string): Promise<void>;
  /**
   * The names of the documents moved after the mark `since` (null: ever), each with the tag of its state (null:
   * unknown, or it has several), and the mark to continue from.
   */
  changes(since: string | null): Promise<{ since: string; moved: ReadonlyMap<string, string | null> }>;
  /** Resolves when there may be changes after the mark, or after about a minute; rejects when aborted. */
  watch(since: string, signal: AbortSignal): Promise<void>;
  /** Deletes everything. */
  clear(): Promise<void>;
}
