import { hash } from 'node:crypto';
import type { SpaceEncryption } from '../../src/devices/space.ts';
import { ReplicaHead, ReplicaSegment } from '../../src/ports/replica-head.ts';
import { MemoryReplica } from '../fakes/memory-replica.ts';

/** Names that can be read and seals that can be checked, in place of slow ones that keep secrets. */
export const plainKeys: SpaceEncryption = {
  name: async (meaning) => meaning,
  seal: async (name, text) => `${name}\n${text}`,
  open: async (name, body) => (body.startsWith(`${name}\n`) ? body.slice(name.length + 1) : null),
  digest: async (text) => hash('sha1', text),
  count: 1,
};

const opened = (name: string, body: string): unknown => JSON.parse(body.slice(name.length + 1));

/** A server that keeps account of what its heads have committed, and notes each move that the rules do not allow. */
export class WatchedServer extends MemoryReplica {
  /** The lines that heads have committed, by session. */
  readonly committed = new Map<string, Record<string, unknown>[]>();
  readonly heads = new Map<string, ReplicaHead>();
  /** The devices that have taken over each session. */
  readonly winners = new Map<string, string[]>();
  moves = 0;
  fault: string | null = null;
  /** How often a move from each state was rejected: who is rejected looks at the present state before the next try. */
  readonly #rejected = new Map<string, number>();
  /** Planted: a head is moved whatever its state. */
  readonly #unfenced: boolean;

  constructor(unfenced: boolean) {
    super();
    this.#unfenced = unfenced;
  }

  override async move(name: string, body: string, from: string | null): Promise<string | null> {
    const isHead = name.startsWith('head/');
    const state = isHead && this.#unfenced ? (this.documents.get(name)?.tag ?? null) : from;
    const tag = await super.move(name, body, state);
    if (tag === null) {
      const place = `${name} from ${from ?? 'nothing'}`;
      const times = (this.#rejected.get(place) ?? 0) + 1;
      this.#rejected.set(place, times);
      if (isHead && times === 5) this.fault ??= `${place} is rejected each time`;
      return null;
    }
    this.moves += 1;
    if (isHead) this.fault ??= this.#commit(ReplicaHead.parse(opened(name, body)));
    return tag;
  }

  #commit(head: ReplicaHead): string | null {
    const id = head.session_id;
    const before = this.heads.get(id);
    this.heads.set(id, head);
    const isTaken = before !== undefined && head.epoch === before.epoch + 1;
    if (isTaken) {
      this.winners.set(id, [...(this.winners.get(id) ?? []), head.device]);
      if (head.device === before.device) return `${id}: ${head.device} took over from itself`;
      if (head.n !== before.n || head.last?.name !== before.last?.name) return `${id}: a takeover moved the journal`;
      return null;
    }
    if (before && head.epoch !== before.epoch) return `${id}: the epoch went from ${before.epoch} to ${head.epoch}`;
    if (before && head.device !== before.device) return `${id}: ${head.device} wrote in the turn of ${before.device}`;
    if (head.n !== (before?.n ?? 0) + 1) return `${id}: segment ${head.n} follows ${before?.n ?? 0}`;
    const body = this.pieces.get(head.last?.name ?? '');
    if (!head.last || body === undefined) return `${id}: a head names a segment that is not there`;
    const segment = ReplicaSegment.parse(opened(head.last.name, body));
    if (segment.before?.name !== before?.last?.name) return `${id}: a segment does not follow the one before`;
    const lines = this.committed.get(id) ?? [];
    for (const entry of segment.entries) {
      if (entry.seq !== lines.length + 1) return `${id}: line ${entry.seq} follows line ${lines.length}`;
      lines.push(entry);
    }
    this.committed.set(id, lines);
    return null;
  }
}
