import type { ReplicaHead, ReplicaSegment, Standing } from '../task/replica-head.ts';
import type { ReplicaRecord } from '../task/replica-record.ts';
import type { Observable } from './observable.ts';

/** What has been recorded of a session after a certain point. */
export interface Tail {
  session: ReplicaHead['session'];
  entries: ReplicaSegment['entries'];
  versions: ReplicaSegment['versions'];
  /** The rows that its effects wrote. */
  places: string[];
  /** Whether it is all there is. */
  whole: boolean;
}

/** A row with its record, as far as the server knows it. */
export interface Shadow {
  place: string;
  record: ReplicaRecord;
  tag: string | null;
  /** 1 while the server does not have it; an index. */
  waiting: 0 | 1;
  /** Set where the record could not be stored here, as of a later release: the row that stays, whose difference is no change. */
  held?: Readonly<Record<string, unknown>> | null;
}

/** A deleted row that the server need not remember any longer. */
export interface Expired {
  place: string;
  tag: string | null;
  /** The hash of its content, which no other file has. */
  hash: string | null;
}

export interface Changes {
  sessions: ReadonlySet<string>;
  places: ReadonlySet<string>;
}

/** The stored data, as the other devices' exchange reads and writes it. Every method is one transaction. */
export interface DeviceLog {
  standing(sessionId: string): Promise<Standing | null>;
  keep(standing: Standing): Promise<void>;
  watchStanding(sessionId: string): Observable<Standing | null>;
  /** What follows line `seq` and version `version`: about a megabyte at most; null where there is no such session. */
  tail(sessionId: string, seq: number, version: number): Promise<Tail | null>;
  /**
   * Replaces what follows the last known head by the segments, and raises the session's fence, so that a tab that works
   * on it stops. What is replaced and not in the segments is kept as a session of its own, and rows that it alone wrote
   * are taken back; returns whether there was any. `anew`: the segments are all there is, and what the last known head
   * holds is kept elsewhere.
   */
  adopt(standing: Standing, segments: readonly ReplicaSegment[], anew?: boolean): Promise<boolean>;
  /** The sessions of which the server keeps two states. */
  watchConflicts(): Observable<{ id: string; title: string }[]>;
  /** The present records of these rows, with what was changed here since they were last looked at. */
  records(places: readonly string[]): Promise<ReplicaRecord[]>;
  /** Merges a record of another device into the row. `content`: that of a file. */
  receive(record: ReplicaRecord, tag: string | null, content: string | null): Promise<void>;
  /** Records that the server does not have yet, at most `limit`. */
  waiting(limit: number): Promise<Shadow[]>;
  /** How many records the server does not have yet. */
  left(): Promise<number>;
  /** The tags of the documents whose present state is all here: of rows by their place, of heads by their session. */
  known(): Promise<{ places: Map<string, string>; sessions: Map<string, string> }>;
  shadow(place: string): Promise<Shadow | null>;
  /** Notes that the server has this record. */
  sent(record: ReplicaRecord, tag: string): Promise<void>;
  content(fileId: string): Promise<string | null>;
  /** What was deleted before `before` (milliseconds), by itself or with its session. */
  expired(before: number): Promise<Expired[]>;
  /** Forgets that a row was there. */
  forgetPlace(place: string): Promise<void>;
  /**
   * Deletes rows that the server had and has no longer, since they were deleted too long ago for it to remember; those
   * that were changed here count as new, and sessions can still be restored.
   */
  abandon(places: readonly string[]): Promise<void>;
  /** When this device last met the server, ISO 8601; null: never. Given a time, keeps it. */
  seen(at?: string): Promise<string | null>;
  /** Everything that may have changed while nobody looked. */
  everything(): Promise<Changes>;
  /** Calls `changed` with what was written, in whatever tab, until the returned function is called. */
  follow(changed: (changes: Changes) => void): () => void;
  /** Forgets all that it knows of the server; the person's data stays. */
  forget(): Promise<void>;
}
