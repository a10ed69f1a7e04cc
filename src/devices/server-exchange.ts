import { ReplicaDevice, ReplicaHead } from '../ports/replica-head.ts';
import { ReplicaRecord, splitRecordPlace } from '../ports/replica-record.ts';
import type { LocalReplica } from '../ports/local-replica.ts';
import type { SyncError } from '../ports/devices.ts';
import { type ReplicaDocument, ReplicaError, type ReplicaStore } from '../ports/replica-store.ts';
import { RecordSync } from './record-sync.ts';
import { SessionSync } from './session-sync.ts';
import {
  decryptJson,
  parseSpaceDocument,
  type SpaceKeyDocument,
  type SpaceEncryption,
  spaceDocumentName,
} from './space.ts';

export interface ServerExchangeParts {
  store: ReplicaStore;
  keys: SpaceEncryption;
  /** The id of the space that this device belongs to. */
  space: string;
  /** Adopts the space's new data key; false if this device was excluded. */
  renew: (document: SpaceKeyDocument) => Promise<boolean>;
  log: LocalReplica;
  device: Pick<ReplicaDevice, 'id' | 'name' | 'key'>;
  newId: (prefix: string) => string;
  /** ISO 8601. */
  now: () => string;
  branched: (sessionId: string) => void;
}

/**
 * Thrown if the server no longer holds the space that this device belongs to, holds another one, or one that a newer
 * release wrote, or if this device was removed from it. A space is the encrypted data that one person's devices share
 * through a server.
 */
export class SpaceError extends Error {
  readonly code: SyncError;
  constructor(code: SyncError) {
    super(code);
    this.code = code;
  }
}

/** How long the server remembers deletions, in milliseconds. */
const remembered = 180 * 86_400_000;
/** How long a device is not announced again, in milliseconds. */
const announcedEvery = 5 * 60_000;

type Progress = (done: number, total: number) => void;

/**
 * Synchronises this device with the server: `pull` receives what changed there, `push` sends what changed here, one
 * request after another.
 */
export class ServerExchange {
  readonly sessions: SessionSync;
  readonly devices = new Map<string, ReplicaDevice>();
  /** Sessions and rows that the server finds too large: skipped until they change. */
  readonly tooLarge = new Set<string>();
  readonly #parts: ServerExchangeParts;
  readonly #records: RecordSync;
  #since: string | null = null;
  /** The tags of documents whose state is stored here, by name: they are not read again. */
  readonly #here = new Map<string, string>();
  /** The names of all documents that were on the server when this device first listed them after the start. */
  #listed: ReadonlySet<string> = new Set();
  /** When this device last announced itself, ISO 8601; empty before the first time. */
  #announced = '';

  constructor(parts: ServerExchangeParts) {
    this.#parts = parts;
    const { store, keys, log } = parts;
    this.#records = new RecordSync(store, keys, log, this.#here);
    this.sessions = new SessionSync({
      ...parts,
      ...{ device: parts.device.id, here: this.#here },
      records: (places) => this.#records.records(places),
      receive: async (records) => {
        for (const record of records) await this.#records.receive(record, null);
      },
    });
  }

  /** Resolves when the server may have something new. */
  watch(signal: AbortSignal): Promise<void> {
    return this.#parts.store.watch(this.#since ?? '', signal);
  }

  /**
   * Makes sure that the server still has the same space: nothing is written to another one, nor to a server that lost
   * it. If the space has a new data key, throws `ReplicaError`, so that another exchange begins with that key.
   */
  async checkSpace(): Promise<void> {
    const { store, keys, space, renew } = this.#parts;
    const pulledDocument = await store.pull(spaceDocumentName);
    if (!pulledDocument) throw new SpaceError('wiped');
    const document = parseSpaceDocument(pulledDocument.body);
    if (document === 'newer') throw new SpaceError('newer');
    if (document?.id !== space) throw new SpaceError('other_space');
    if ((document.keys ?? 1) <= keys.count) return;
    if (!(await renew(document))) throw new SpaceError('forgotten');
    throw new ReplicaError('busy');
  }

  /** Starts afresh if this device was away for longer than deletions are remembered. */
  async goOnOrStartAfresh(): Promise<void> {
    const { log, device } = this.#parts;
    const lastContactTime = this.devices.get(device.id)?.seen_at;
    if (
      lastContactTime !== undefined &&
      lastContactTime === (await log.lastContact()) &&
      this.#isLongAgo(lastContactTime)
    )
      await this.#startAfresh();
  }

  /** Tells the other devices that this one is there, at the start and every few minutes. */
  async announceDevice(): Promise<void> {
    const { store, keys, log, device, now } = this.#parts;
    const own: ReplicaDevice = { kind: 'device', ...device, seen_at: now() };
    const ago = Date.parse(own.seen_at) - Date.parse(this.#announced);
    if (ago >= 0 && ago < announcedEvery) return;
    await this.checkSpace();
    const name = await keys.name(`device/${device.id}`);
    const before = await store.pull(name);
    this.devices.set(device.id, own);
    await store.move(name, await keys.seal(name, JSON.stringify(own)), before?.tag ?? null);
    await log.lastContact(own.seen_at);
    this.#announced = own.seen_at;
  }

  /** Removes rows that were deleted so long ago that every device knows of it, or will start afresh. */
  async cleanUp(): Promise<void> {
    const { log, now } = this.#parts;
    for (const expired of await log.expired(Date.parse(now()) - remembered)) {
      if (!(await this.#records.erase(expired))) continue;
      const { table, id } = splitRecordPlace(expired.place);
      if (table === 'sessions') await this.sessions.erase(id);
      await log.forgetPlace(expired.place);
    }
  }

  #isLongAgo(time: string): boolean {
    return Date.parse(this.#parts.now()) - Date.parse(time) > remembered;
  }

  /** Deletes rows that the server no longer has: their deletion may have been forgotten while this device was away. */
  async #startAfresh(): Promise<void> {
    const { keys, log } = this.#parts;
    const places = [...(await log.everything()).places];
    await log.records(places);
    const missingPlaces: string[] = [];
    for (const place of places) if (!this.#listed.has(await keys.name(`record/${place}`))) missingPlaces.push(place);
    await log.abandon(missingPlaces);
  }

  /** Receives what is new on the server. */
  async pull(progress: Progress): Promise<void> {
    const { store, keys } = this.#parts;
    const { since, moved } = await store.changes(this.#since);
    if (this.#since === null) await this.#list(moved.keys());
    else if (moved.has(spaceDocumentName)) await this.checkSpace();
    const isNews = ([name, tag]: [string, string | null]) =>
      name !== spaceDocumentName && (tag ?? name) !== this.#here.get(name);
    const news = [...moved].filter(isNews);
    const unreadable = new Map<string, string>();
    for (const [at, [name]] of news.entries()) {
      progress(at + 1, news.length);
      this.#here.delete(name);
      const pulledDocument = await store.pull(name);
      if (!pulledDocument) continue;
      const value = await decryptJson(keys, name, pulledDocument.body);
      if (value) await this.#take(name, value, pulledDocument);
      else unreadable.set(name, pulledDocument.tag);
    }
    if (unreadable.size > 0) {
      await this.checkSpace();
      await this.#mend(unreadable);
    }
    this.#since = since;
  }

  /**
   * Sends what is new here, and removes it from the sets. Sessions go first: their segments contain the rows that their
   * effects wrote. False if the server rejects a change each time, though no other device changes it.
   */
  async push(
    { sessions, places }: { sessions: Set<string>; places: Set<string> },
    progress: Progress,
  ): Promise<boolean> {
    const { log } = this.#parts;
    let total = sessions.size + 2 * places.size;
    let doneCount = 0;
    const step = (count: number) => progress(Math.min((doneCount += count), total), total);
    for (const key of [...sessions, ...places]) this.tooLarge.delete(key);
    const all = [...places];
    for (let at = 0; at < all.length; at += 50) {
      const some = all.slice(at, at + 50);
      await log.records(some);
      for (const place of some) places.delete(place);
      step(some.length);
    }
    total = doneCount + sessions.size + (await log.unsentCount());
    for (const id of [...sessions]) {
      if ((await this.#orAside(id, () => this.sessions.push(id))) !== 'rejected') sessions.delete(id);
      step(1);
    }
    for (let triedPlaces = new Set<string>(); ;) {
      const waiting = (await log.waiting(200)).map(({ place }) => place);
      if (waiting.every((place) => triedPlaces.has(place)))
        return sessions.size === 0 && waiting.every((place) => this.tooLarge.has(place));
      for (const place of waiting) {
        await this.#orAside(place, () => this.#records.push(place));
        step(triedPlaces.has(place) ? 0 : 1);
      }
      triedPlaces = new Set(waiting);
    }
  }

  /** Stores the names of all documents, and the tags of those whose state is stored here. */
  async #list(names: Iterable<string>): Promise<void> {
    const { keys, log } = this.#parts;
    this.#listed = new Set(names);
    const { places, sessions } = await log.storedTags();
    for (const [place, tag] of places) this.#here.set(await keys.name(`record/${place}`), tag);
    for (const [id, tag] of sessions) this.#here.set(await this.sessions.headName(id), tag);
  }

  async #take(name: string, value: unknown, found: ReplicaDocument): Promise<void> {
    const { keys, log } = this.#parts;
    const { tag } = found;
    const head = ReplicaHead.safeParse(value);
    if (head.success && (await this.sessions.headName(head.data.session_id)) === name)
      await this.sessions.receive({ ...found, head: head.data });
    const record = ReplicaRecord.safeParse(value);
    if (record.success && (await keys.name(`record/${record.data.place}`)) === name) {
      const { place } = record.data;
      const shadowRecord = await log.shadow(place);
      if (shadowRecord?.tag !== tag || shadowRecord.held !== undefined) await this.#records.receive(record.data, tag);
      const { table, id } = splitRecordPlace(place);
      if (table === 'sessions' && !(await log.sessionState(id))?.head) await this.sessions.pull(id);
    }
    const device = ReplicaDevice.safeParse(value);
    if (device.success) this.devices.set(device.data.id, device.data);
  }

  /**
   * Handles documents that were altered or swapped on the server: a session is frozen, and the page shows that; for a
   * row, the record is stored on the server again.
   */
  async #mend(unreadable: ReadonlyMap<string, string>): Promise<void> {
    const { keys, log } = this.#parts;
    const { sessions, places } = await log.everything();
    for (const id of sessions) if (unreadable.has(await this.sessions.headName(id))) await this.sessions.pull(id);
    for (const place of places) {
      const tag = unreadable.get(await keys.name(`record/${place}`));
      if (tag !== undefined) await this.#records.restore(place, tag);
    }
  }

  /** Runs `work`, and skips the session or row if the server finds it too large, so that it does not block the rest. */
  async #orAside<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    if (this.tooLarge.has(key)) return null;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReplicaError) || error.code !== 'too_large') throw error;
      this.tooLarge.add(key);
      return null;
    }
  }
}
