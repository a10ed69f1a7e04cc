import { type FreezeReason, type SegmentLink, ReplicaHead, ReplicaSegment } from '../ports/replica-head.ts';
import type { ReplicaStore } from '../ports/replica-store.ts';
import { decryptJson, type SpaceEncryption } from './space.ts';

/** A session's head document as the server has it, with the tag of this state. */
export interface SessionHeadState {
  head: ReplicaHead;
  tag: string;
  /** The tags of further states of the document, which the server has not merged. */
  others: readonly string[];
}

/** The conflicting states of a head on a server. */
interface States {
  /** The winning state, with which the session continues; `chain` contains all its segments. */
  winner: SessionHeadState;
  chain: ReplicaSegment[];
  /**
   * The states that lost the conflict. `apart` has all segments of such a state if the winner's chain lacks some of
   * them; otherwise it is null.
   */
  others: { head: ReplicaHead; tag: string; apart: ReplicaSegment[] | null }[];
}

/** Reads a session from the server: its head, and the chain of segments that the head names. Everything is verified. */
export class SessionReader {
  readonly #store: ReplicaStore;
  readonly #keys: SpaceEncryption;

  constructor(store: ReplicaStore, keys: SpaceEncryption) {
    this.#store = store;
    this.#keys = keys;
  }

  headName(sessionId: string): Promise<string> {
    return this.#keys.name(`head/${sessionId}`);
  }

  async found(sessionId: string): Promise<SessionHeadState | 'frozen' | null> {
    const name = await this.headName(sessionId);
    const pulledHead = await this.#store.pull(name);
    if (!pulledHead) return null;
    const head = await this.#head(sessionId, pulledHead.body);
    return head ? { ...pulledHead, head } : 'frozen';
  }

  /** Returns the segments from one link back to another, oldest first; or why the chain cannot be trusted. */
  async segments(
    sessionId: string,
    from: SegmentLink | null,
    until: SegmentLink | null,
  ): Promise<ReplicaSegment[] | FreezeReason> {
    const segments: ReplicaSegment[] = [];
    for (let link = from; link?.name !== until?.name;) {
      if (!link) return 'rolled_back';
      const body = await this.#store.piece(link.name);
      if (body === null || (await this.#keys.digest(body)) !== link.hash) return 'altered';
      const segment = ReplicaSegment.safeParse(await decryptJson(this.#keys, link.name, body));
      if (!segment.success || segment.data.session_id !== sessionId) return 'altered';
      segments.unshift(segment.data);
      link = segment.data.before;
    }
    return segments;
  }

  /** True if `known` is part of a conflicting state that this head has replaced. */
  async isBeside({ session_id: id, beside = [] }: ReplicaHead, known: ReplicaHead | null): Promise<boolean> {
    for (const link of known ? beside : [])
      if (typeof (await this.segments(id, link, known?.last ?? null)) !== 'string') return true;
    return false;
  }

  /** All states of a session's head; null if there is none, or if one of them or of their segments cannot be read. */
  async states(sessionId: string): Promise<States | null> {
    const headState = await this.found(sessionId);
    if (!headState || headState === 'frozen') return null;
    const all: SessionHeadState[] = [headState];
    for (const tag of headState.others) {
      const head = await this.#head(sessionId, await this.#store.state(await this.headName(sessionId), tag));
      if (!head) return null;
      all.push({ head, tag, others: [] });
    }
    const [winner = headState, ...rest] = all.sort((a, b) => laterFirst(a.head, b.head));
    const chain = await this.segments(sessionId, winner.head.last, null);
    if (typeof chain === 'string') return null;
    const names = new Set(namesOf(chain, winner.head));
    const others: States['others'] = [];
    for (const { head, tag } of rest) {
      const isPart = head.last === null || names.has(head.last.name);
      const apart = isPart ? null : await this.segments(sessionId, head.last, null);
      if (typeof apart === 'string') return null;
      others.push({ head, tag, apart });
    }
    return { winner, chain, others };
  }

  /** Returns the segments of a head's whole chain that are not part of `known`. */
  async segmentsNotIn(
    chain: ReplicaSegment[],
    head: ReplicaHead,
    known: ReplicaHead | null,
  ): Promise<ReplicaSegment[]> {
    const own = await this.segments(head.session_id, known?.last ?? null, null);
    const knownNames = new Set(typeof own === 'string' || !known ? [] : namesOf(own, known));
    const names = namesOf(chain, head);
    return chain.filter((_, at) => !knownNames.has(names[at] ?? ''));
  }

  async #head(sessionId: string, body: string | null): Promise<ReplicaHead | null> {
    const head = ReplicaHead.safeParse(await decryptJson(this.#keys, await this.headName(sessionId), body));
    return head.success && head.data.session_id === sessionId ? head.data : null;
  }
}

/**
 * True if the server's head does not come after the known one: its epoch is earlier, or in the same epoch it has no
 * more segments. The caller has already excluded that both are the same.
 */
export function isRolledBack(head: ReplicaHead, knownHead: ReplicaHead): boolean {
  return head.epoch < knownHead.epoch || (head.epoch === knownHead.epoch && head.n <= knownHead.n);
}

/** Sorts the state with the latest takeover, or the longest, first; in the same order on every device. */
function laterFirst(a: ReplicaHead, b: ReplicaHead): number {
  return b.epoch - a.epoch || b.n - a.n || (a.op < b.op ? -1 : 1);
}

/** Returns the names of a chain's segments, oldest first. */
function namesOf(chain: readonly ReplicaSegment[], { last }: ReplicaHead): string[] {
  return [...chain.slice(1).map(({ before }) => before), last].flatMap((link) => (link ? [link.name] : []));
}
