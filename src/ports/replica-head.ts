import * as z from 'zod/mini';
import { ReplicaRecord } from './replica-record.ts';
import { Session } from '../task/session.ts';

/** A segment's name in the store, and the digest of its sealed text. */
const Link = z.object({ name: z.string(), hash: z.string() });
export type SegmentLink = z.infer<typeof Link>;

/**
 * A session's head: the document that says which device may write to the session and how far it has come. Replacing it
 * by compare-and-swap both takes the right to write and commits new segments; segments that no head leads to are
 * ignored.
 */
export const ReplicaHead = z.object({
  kind: z.literal('head'),
  session_id: z.string(),
  /** Incremented by each takeover. */
  epoch: z.int(),
  /** The device that may write. */
  device: z.string(),
  /** Identifies this move, so that a device recognises its own move if the answer was lost. */
  op: z.string(),
  /** The number of segments so far. */
  n: z.int(),
  /** The last journal line and the last task version in the segments. */
  seq: z.int(),
  version: z.int(),
  last: z.nullable(Link),
  session: z.looseObject(Session.shape),
  at: z.string(),
  /** The last segments of conflicting states that this head replaces. */
  beside: z.optional(z.array(Link)),
});
export type ReplicaHead = z.infer<typeof ReplicaHead>;

/** A slice of a session's journal, with the states of its task and the rows that its effects wrote. */
export const ReplicaSegment = z.object({
  kind: z.literal('segment'),
  session_id: z.string(),
  before: z.nullable(Link),
  entries: z.array(z.looseObject({ session_id: z.string(), seq: z.int() })),
  versions: z.array(z.looseObject({ session_id: z.string(), n: z.int() })),
  records: z.array(ReplicaRecord),
});
export type ReplicaSegment = z.infer<typeof ReplicaSegment>;

/** Why a session is frozen until the person has looked at it. */
export type FreezeReason =
  /** The server shows an older state than before. */
  | 'rolled_back'
  /** Something was changed, swapped or removed on the server. */
  | 'altered'
  /** The server holds two states of the head that its own replication did not merge. */
  | 'conflicted';

/** A session's state on the server as this device knows it. */
export interface SessionReplicaState {
  session_id: string;
  /** The head as last seen; null before the first move. */
  head: ReplicaHead | null;
  tag: string | null;
  /** A head whose move was requested but not confirmed. */
  pending: ReplicaHead | null;
  /** When this device received the head from another one, by its own clock; ISO 8601. */
  received_at?: string;
  frozen: FreezeReason | null;
}

/** One of the person's devices, as the others see it. */
export const ReplicaDevice = z.object({
  kind: z.literal('device'),
  id: z.string(),
  name: z.string(),
  seen_at: z.string(),
  /** Its public key; absent if an older release wrote the document. */
  key: z.optional(z.string()),
  /** True if another device has removed this device from the space. */
  forgotten: z.optional(z.boolean()),
});
export type ReplicaDevice = z.infer<typeof ReplicaDevice>;
