import type { ReplicaHead, ReplicaSegment, SessionReplicaState } from './replica-head.ts';
import type { ReplicaRecord } from './replica-record.ts';
import type { Observable } from './observable.ts';

/** The part of a session's journal and versions after a given point. */
export interface SessionTail {
  session: ReplicaHead['session'];
  entries: ReplicaSegment['entries'];
  versions: ReplicaSegment['versions'];
  /** The rows that the entries' effects wrote, as `table/id`. */
  rowKeys: string[];
  /** True if nothing follows this part. */
  isLast: boolean;
}

/** A row's record as last exchanged with the server. */
export interface LastSyncedRecord {
  place: string;
  record: ReplicaRecord;
  tag: string | null;
  /** 1 while the server does not have the record, else 0; a number because the database cannot index true and false. */
  waiting: 0 | 1;
  /** While the record waits: the stamps that its fields had when it was last the same here and on the server. */
  base?: Readonly<Record<string, string>>;
  /**
   * Set if the record comes from a later release and could not be stored here: the local row as last compared with the
   * record, null if there is none. The differences between that row and the record are not changes made on this device.
   */
  held?: Readonly<Record<string, unknown>> | null;
}

/** A deleted row that the server may forget. */
export interface ExpiredDeletion {
  place: string;
  tag: string | null;
  /** The hash of the content, if no other file has the same content. */
  hash: string | null;
}

/** The sessions (by id) and rows (by `table/id`) that may have changed. */
export interface ChangedIds {
  sessions: ReadonlySet<string>;
  places: ReadonlySet<string>;
}

/** The stored data as the exchange with other devices reads and writes it. Each method is one transaction. */
export interface LocalReplica {
  sessionState(sessionId: string): Promise<SessionReplicaState | null>;
  keep(sessionState: SessionReplicaState): Promise<void>;
  watchSessionState(sessionId: string): Observable<SessionReplicaState | null>;
  /** What follows line `seq` and version `version`, about a megabyte at most; null if there is no such session. */
  tail(sessionId: string, seq: number, version: number): Promise<SessionTail | null>;
  /**
   * Replaces everything that this device recorded after the last known head by the segments, and, if that changes the
   * session, raises its fence, so that a tab working on it stops. Replaced work that is not in the segments is kept as
   * a separate session; rows that only this work has written, and nobody has changed since, are removed, unless no
   * head was known. Returns true if there was such work.
   * With `anew`, the segments replace the whole session; the caller has then kept its state up to the last known head
   * elsewhere.
   */
  adopt(sessionState: SessionReplicaState, segments: readonly ReplicaSegment[], anew?: boolean): Promise<boolean>;
  /** The sessions for which the server has two conflicting states. */
  watchConflicts(): Observable<{ id: string; title: string }[]>;
  /**
   * Returns the current records of these rows. Changes that were made on this device since the rows were last compared
   * are included.
   */
  records(places: readonly string[]): Promise<ReplicaRecord[]>;
  /** Merges another device's record into the row. `content` is that of a file. */
  receive(record: ReplicaRecord, tag: string | null, content: string | null): Promise<void>;
  /** The records that the server does not have yet, at most `limit`. */
  waiting(limit: number): Promise<LastSyncedRecord[]>;
  /** The number of records that the server does not have yet. */
  unsentCount(): Promise<number>;
  /** The tags of the documents whose current state is stored here: of rows by `table/id`, of heads by session id. */
  storedTags(): Promise<{ places: Map<string, string>; sessions: Map<string, string> }>;
  shadow(place: string): Promise<LastSyncedRecord | null>;
  /** Marks the record as stored on the server. */
  markSent(record: ReplicaRecord, tag: string): Promise<void>;
  content(fileId: string): Promise<string | null>;
  /** The rows deleted before `before` (milliseconds), alone or with their session. */
  expired(before: number): Promise<ExpiredDeletion[]>;
  /** Forgets that the row ever existed. */
  forgetPlace(place: string): Promise<void>;
  /**
   * Deletes rows that the server had and no longer has, because it forgets deletions after a while. Rows changed here
   * count as new, and sessions can still be restored.
   */
  abandon(places: readonly string[]): Promise<void>;
  /** The time of this device's last contact with the server, ISO 8601, or null; stores `at` if given. */
  lastContact(at?: string): Promise<string | null>;
  /** All sessions and rows, any of which may have changed while nobody watched. */
  everything(): Promise<ChangedIds>;
  /** Calls `changed` after each write in any tab, until the returned function is called. */
  watchWrites(changed: (changes: ChangedIds) => void): () => void;
  /** Forgets everything about the server; the person's data stays. */
  forget(): Promise<void>;
}
