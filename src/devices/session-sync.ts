import {
  type FreezeReason,
  type ReplicaHead,
  ReplicaSegment,
  type SessionReplicaState,
} from '../ports/replica-head.ts';
import type { ReplicaRecord } from '../ports/replica-record.ts';
import type { LocalReplica } from '../ports/local-replica.ts';
import type { ReplicaStore } from '../ports/replica-store.ts';
import { type SessionHeadState, isRolledBack, SessionReader } from './session-reader.ts';
import { decryptJson, type SpaceEncryption } from './space.ts';

export interface SessionSyncParts {
  store: ReplicaStore;
  keys: SpaceEncryption;
  log: LocalReplica;
  device: string;
  newId: (prefix: string) => string;
  /** ISO 8601. */
  now: () => string;
  /** Returns the rows' records, once the contents they refer to are on the server. */
  records: (places: readonly string[]) => Promise<ReplicaRecord[]>;
  /** Merges the records of a segment. */
  receive: (records: readonly ReplicaRecord[]) => Promise<void>;
  /** Called when changes that only this device had were moved to a new session. */
  branched: (sessionId: string) => void;
  /** The tags of documents whose state is stored here, by name. */
  here: Map<string, string>;
}

/**
 * The result of a push. `elsewhere`: another device may write now. `frozen`: the session's data on the server was
 * altered or is older than expected, so the session is not synchronised. `rejected`: the server rejects each move of
 * the head, though no other device has moved it.
 */
export type PushResult = 'done' | 'elsewhere' | 'frozen' | 'rejected';

/** The number of rejected moves of a head that no other device has moved after which a push ends. */
const tries = 5;

const first = { epoch: 1, n: 0, seq: 0, version: 0, last: null } as const;

/**
 * Synchronises sessions between devices; only one device at a time may write to a session. A device first stores a
 * segment of the journal, then updates the session's head document to point to it; only segments that a head points to
 * count. If several devices update the same head, the server accepts one of them, so a device that has lost the session
 * stops at its next update. A session is frozen, until the person has looked at it, if its head or its chain of
 * segments was altered, or if the server's head is older than the one already seen here.
 */
export class SessionSync {
  readonly #parts: SessionSyncParts;
  readonly #server: SessionReader;

  constructor(parts: SessionSyncParts) {
    this.#parts = parts;
    this.#server = new SessionReader(parts.store, parts.keys);
  }

  headName(sessionId: string): Promise<string> {
    return this.#server.headName(sessionId);
  }

  /** Sends everything recorded here, if this device may write to the session. */
  async push(sessionId: string): Promise<PushResult> {
    const { store, keys, log, device, newId, now, branched } = this.#parts;
    let state = await this.#settled(sessionId);
    for (let rejections = 0; rejections < tries;) {
      if (state.frozen) return 'frozen';
      const { head } = state;
      const from = head ?? first;
      const tail = await log.tail(sessionId, from.seq, from.version);
      const isNothing = !tail || tail.entries.length + tail.versions.length === 0;
      if (head && head.device !== device) {
        if (!isNothing && (await log.adopt(state, []))) branched(sessionId);
        return 'elsewhere';
      }
      if (isNothing) return 'done';
      const op = newId('op');
      const { entries, versions, rowKeys: places } = tail;
      const records = await this.#parts.records(places);
      const segment: ReplicaSegment = {
        ...{ kind: 'segment', session_id: sessionId, before: from.last },
        ...{ entries, versions, records },
      };
      const name = await keys.name(`segment/${sessionId}/${from.epoch}/${from.n + 1}/${op}`);
      const body = await keys.seal(name, JSON.stringify(segment));
      await store.push(name, body);
      const next: ReplicaHead = {
        ...{ kind: 'head', session_id: sessionId, epoch: from.epoch, device, op, n: from.n + 1 },
        seq: entries.at(-1)?.seq ?? from.seq,
        version: versions.at(-1)?.n ?? from.version,
        last: { name, hash: await keys.digest(body) },
        session: tail.session,
        at: now(),
        ...(head?.beside && { beside: head.beside }),
      };
      state = await this.#move(state, next);
      if (state.head?.op === op && tail.isLast) return 'done';
      if (state.head?.op === head?.op) rejections += 1;
    }
    return 'rejected';
  }

  /** Fetches the head from the server and adopts what is new; null if there is none. */
  async pull(sessionId: string): Promise<SessionReplicaState | null> {
    const serverHead = await this.#server.found(sessionId);
    if (!serverHead) return null;
    const state = await this.#standing(sessionId);
    return serverHead === 'frozen' ? this.#freeze(state, 'altered') : this.#meet(state, serverHead);
  }

  /** Adopts a head that was just found on the server. */
  async receive({ head, ...found }: SessionHeadState): Promise<void> {
    await this.#meet(await this.#standing(head.session_id), { head, ...found });
  }

  /** Makes this device the one that may write to the session; false if another was faster, or the session is frozen. */
  async takeOver(sessionId: string): Promise<boolean> {
    const { device, newId, now } = this.#parts;
    const state = await this.pull(sessionId);
    if (!state?.head || state.frozen) return false;
    const { head } = state;
    if (head.device === device) return true;
    const next: ReplicaHead = { ...head, epoch: head.epoch + 1, device, op: newId('op'), at: now() };
    return (await this.#move(state, next)).head?.op === next.op;
  }

  /**
   * Merges the states of a head: the state with the latest takeover continues, on this device; what another state has
   * beyond it becomes a session of its own. False if a state cannot be read, or another device was faster.
   */
  async unite(sessionId: string): Promise<boolean> {
    const { store, keys, log, device, newId, now, receive, branched, here } = this.#parts;
    const headStates = await this.#server.states(sessionId);
    if (!headStates) return false;
    const { winner, chain, others } = headStates;
    const name = await this.headName(sessionId);
    const beside = others.flatMap(({ head, apart }) => (apart && head.last ? [head.last] : []));
    const epoch = Math.max(...[winner, ...others].map(({ head }) => head.epoch)) + 1;
    const next: ReplicaHead = { ...winner.head, epoch, device, op: newId('op'), at: now() };
    if (beside.length > 0) next.beside = [...(winner.head.beside ?? []), ...beside];
    const tag = await store.move(name, await keys.seal(name, JSON.stringify(next)), winner.tag);
    if (tag === null) return false;
    const state: SessionReplicaState = { session_id: sessionId, head: next, tag, pending: null, frozen: null };
    const localHead = (await this.#standing(sessionId)).head;
    const news = await this.#server.segmentsNotIn(chain, winner.head, localHead);
    await receive(news.flatMap(({ records }) => records));
    for (const { head, apart } of others) {
      if (!apart) continue;
      await log.adopt({ ...state, head, frozen: 'conflicted' }, apart, true);
      await log.keep({ ...state, head: null, frozen: 'conflicted' });
      if (await log.adopt(state, chain)) branched(sessionId);
    }
    if (beside.length === 0 && (await log.adopt(state, chain, true))) branched(sessionId);
    for (const other of others) await store.remove(name, other.tag);
    here.delete(name);
    return true;
  }

  /** Removes from the server a session that no device has any longer. */
  async erase(sessionId: string): Promise<void> {
    const { store, keys } = this.#parts;
    const serverHead = await this.#server.found(sessionId);
    if (!serverHead || serverHead === 'frozen') return;
    const names: string[] = [];
    for (let link = serverHead.head.last; link;) {
      names.push(link.name);
      const body = await store.piece(link.name);
      const segment = ReplicaSegment.safeParse(await decryptJson(keys, link.name, body));
      link = segment.success ? segment.data.before : null;
    }
    for (const name of names.reverse()) await store.drop(name);
    await store.remove(await this.headName(sessionId), serverHead.tag);
  }

  async #standing(sessionId: string): Promise<SessionReplicaState> {
    const storedState = await this.#parts.log.sessionState(sessionId);
    return storedState ?? { session_id: sessionId, head: null, tag: null, pending: null, frozen: null };
  }

  /**
   * Returns the known state of a session on the server (`SessionReplicaState`). If the last move of its head got no
   * response, finds out first whether it took effect.
   */
  async #settled(sessionId: string): Promise<SessionReplicaState> {
    const state = await this.#standing(sessionId);
    if (!state.pending || state.frozen) return state;
    const serverHead = await this.#server.found(sessionId);
    if (serverHead === 'frozen') return this.#freeze(state, 'altered');
    if (serverHead) return this.#meet(state, serverHead);
    return state.head ? this.#freeze(state, 'rolled_back') : this.#keep({ ...state, pending: null });
  }

  /** Moves the head; if another device had moved it before, adopts the present one. */
  async #move(state: SessionReplicaState, next: ReplicaHead): Promise<SessionReplicaState> {
    const { store, keys } = this.#parts;
    const pending = await this.#keep({ ...state, pending: next });
    const name = await this.headName(state.session_id);
    const tag = await store.move(name, await keys.seal(name, JSON.stringify(next)), state.tag);
    if (tag === null) return this.#settled(state.session_id);
    const newState = await this.#keep({ ...pending, head: next, tag, pending: null });
    this.#parts.here.set(name, tag);
    return newState;
  }

  /** Adopts a head found on the server, or freezes the session if it cannot be trusted. */
  async #meet(state: SessionReplicaState, { head, tag, others }: SessionHeadState): Promise<SessionReplicaState> {
    const { store, log, now, receive, branched } = this.#parts;
    const { head: known, pending } = state;
    if (others.length > 0) return this.#freeze(state, 'conflicted');
    if (head.op === known?.op) return this.#keep({ ...state, tag, pending: null, frozen: null });
    if (head.op === pending?.op) return this.#keep({ ...state, head: pending, tag, pending: null, frozen: null });
    if (known && isRolledBack(head, known)) return this.#freeze(state, 'rolled_back');
    const isBeside = await this.#server.isBeside(head, known);
    const segments = await this.#server.segments(head.session_id, head.last, isBeside ? null : (known?.last ?? null));
    if (typeof segments === 'string') return this.#freeze(state, segments);
    const next: SessionReplicaState = {
      ...{ session_id: head.session_id, head, tag, pending: null, frozen: null, received_at: now() },
    };
    const news = isBeside ? await this.#server.segmentsNotIn(segments, head, known) : segments;
    await receive(news.flatMap(({ records }) => records));
    if (await log.adopt(next, segments, isBeside)) branched(head.session_id);
    const chain = [head.last, known?.last, ...segments.map(({ before }) => before)].map((link) => link?.name);
    if (pending?.last && !chain.includes(pending.last.name)) await store.drop(pending.last.name);
    return next;
  }

  async #freeze(state: SessionReplicaState, frozen: FreezeReason): Promise<SessionReplicaState> {
    this.#parts.here.delete(await this.headName(state.session_id));
    return this.#keep({ ...state, frozen });
  }

  async #keep(state: SessionReplicaState): Promise<SessionReplicaState> {
    await this.#parts.log.keep(state);
    return state;
  }
}
