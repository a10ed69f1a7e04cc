import * as z from 'zod';
import { ReplicaRecord } from './replica-record.ts';
import { Session } from './session.ts';

/** A segment by the name under which it is kept, and the digest of its sealed text. */
const Link = z.object({ name: z.string(), hash: z.string() });
export type Link = z.infer<typeof Link>;

/**
 * A session's head: the one document that says who may write to it and how far it has come. Moving it is both the lease
 * and the commit: what is not named by a head has not happened.
 */
export const ReplicaHead = z.object({
  kind: z.literal('head'),
  session_id: z.string(),
  /** Raised by each takeover. */
  epoch: z.int(),
  /** The device that may write. */
  device: z.string(),
  /** Names this very move, so that a device recognises its own when the answer was lost. */
  op: z.string(),
  /** The number of segments so far. */
  n: z.int(),
  /** The last line of the journal, and the last version of the task, that they hold. */
  seq: z.int(),
  version: z.int(),
  last: z.nullable(Link),
  session: z.looseObject(Session.shape),
  at: z.string(),
  /** The last segments of states that this one stands in place of, after the server had kept several. */
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

/** Why a session is left as it is until the person has looked at it. */
export type Frozen =
  /** The server shows an older state than it has shown before. */
  | 'rolled_back'
  /** Something was changed, swapped or taken away on the server. */
  | 'altered'
  /** Two states of the head are kept, which the server's own replication did not merge. */
  | 'conflicted';

/** A session as this device knows it on the server. */
export interface Standing {
  session_id: string;
  /** The head as it was last seen; null before the first move. */
  head: ReplicaHead | null;
  tag: string | null;
  /** A head that was about to be moved: its answer has not come. */
  pending: ReplicaHead | null;
  frozen: Frozen | null;
}

/** A device of the person, as the others see it. */
export const ReplicaDevice = z.object({
  kind: z.literal('device'),
  id: z.string(),
  name: z.string(),
  seen_at: z.string(),
  /** Its public key; absent where an older release wrote it. */
  key: z.optional(z.string()),
  /** Whether another device has shut it out. */
  forgotten: z.optional(z.boolean()),
});
export type ReplicaDevice = z.infer<typeof ReplicaDevice>;
