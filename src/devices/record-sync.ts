import {
  fileHash,
  isDeletedRecord,
  mergeReplicaRecords,
  ReplicaRecord,
  splitRecordPlace,
} from '../ports/replica-record.ts';
import { isRecord } from '../values/json.ts';
import type { LocalReplica, ExpiredDeletion } from '../ports/local-replica.ts';
import type { ReplicaStore } from '../ports/replica-store.ts';
import { decryptJson, type SpaceEncryption } from './space.ts';

/** The number of characters of a file's content in one piece. */
const pieceLetters = 400_000;
/**
 * The largest length of a file's content, in characters, that is sent without asking whether the server already has it:
 * for short content, sending it again is cheaper than asking.
 */
const unasked = 20_000;
/** The number of moves of an unchanged document that the server may reject before a push ends. */
const tries = 5;

/**
 * Synchronises rows (to-dos, entries, notes …) and file contents with the server. Concurrent changes of a row are
 * merged field by field; a file's content is uploaded before the record that refers to it.
 */
export class RecordSync {
  readonly #store: ReplicaStore;
  readonly #keys: SpaceEncryption;
  readonly #log: LocalReplica;
  /** Hashes of contents that are known to be on the server. */
  readonly #there = new Set<string>();

  /** The tags of documents whose state is stored here, by name. */
  readonly #here: Map<string, string>;

  constructor(store: ReplicaStore, keys: SpaceEncryption, log: LocalReplica, here: Map<string, string>) {
    this.#store = store;
    this.#keys = keys;
    this.#log = log;
    this.#here = here;
  }

  /** Returns the records of these rows, after making sure that the contents they refer to are on the server. */
  async records(places: readonly string[]): Promise<ReplicaRecord[]> {
    const all = await this.#log.records(places);
    for (const record of all) await this.#pushContent(record);
    return all;
  }

  async receive(record: ReplicaRecord, tag: string | null): Promise<void> {
    await this.#log.receive(record, tag, await this.#content(record));
  }

  /**
   * Sends the record of a row if the server does not have it yet; merges with a record that another device sent first.
   */
  async push(place: string): Promise<void> {
    const name = await this.#keys.name(`record/${place}`);
    /**
     * `over` says which document to overwrite: null to merge with it; otherwise the tag of an unreadable document, or a
     * null tag if the document is missing.
     */
    let over: { tag: string | null } | null = null;
    let last: string | null = null;
    for (let rejections = 0; rejections < tries;) {
      const shadow = await this.#log.shadow(place);
      if (shadow?.waiting !== 1) return;
      await this.#pushContent(shadow.record);
      const body = await this.#keys.seal(name, JSON.stringify(shadow.record));
      const tag = await this.#store.move(name, body, over ? over.tag : shadow.tag);
      if (tag !== null) {
        await this.#log.markSent(shadow.record, tag);
        this.#here.set(name, tag);
        return;
      }
      const pulledRecord = await this.#store.pull(name);
      if ((pulledRecord?.body ?? null) === last) rejections += 1;
      last = pulledRecord?.body ?? null;
      const theirs = pulledRecord && ReplicaRecord.safeParse(await decryptJson(this.#keys, name, pulledRecord.body));
      over = theirs?.success ? null : { tag: pulledRecord?.tag ?? null };
      if (!pulledRecord || !theirs?.success) continue;
      const isOwn = JSON.stringify(mergeReplicaRecords(theirs.data, theirs.data)) === JSON.stringify(shadow.record);
      if (isOwn) await this.#log.markSent(shadow.record, pulledRecord.tag);
      else await this.receive(theirs.data, pulledRecord.tag);
    }
  }

  /** Stores a row's record again, to replace an unreadable document. */
  async restore(place: string, from: string): Promise<void> {
    const shadow = await this.#log.shadow(place);
    if (!shadow) return;
    const name = await this.#keys.name(`record/${place}`);
    const tag = await this.#store.move(name, await this.#keys.seal(name, JSON.stringify(shadow.record)), from);
    if (tag !== null) await this.#log.markSent(shadow.record, tag);
  }

  /** Removes the record of a row that was deleted long ago; false if another device has changed it since. */
  async erase({ place, tag, hash }: ExpiredDeletion): Promise<boolean> {
    const name = await this.#keys.name(`record/${place}`);
    const isRemoved = tag !== null && (await this.#store.remove(name, tag));
    if (!isRemoved && (await this.#store.pull(name))) return false;
    if (hash === null) return true;
    const first = await this.#keys.name(`content/${hash}/0`);
    const body = await this.#store.piece(first);
    const piece = await decryptJson(this.#keys, first, body);
    for (let nth = isRecord(piece) ? Number(piece.count) - 1 : 0; nth >= 0; nth -= 1)
      await this.#store.drop(await this.#keys.name(`content/${hash}/${nth}`));
    this.#there.delete(hash);
    return true;
  }

  async #pushContent(record: ReplicaRecord): Promise<void> {
    const hash = fileHash(record);
    if (hash === null || isDeletedRecord(record) || this.#there.has(hash)) return;
    const content = await this.#log.content(splitRecordPlace(record.place).id);
    if (content === null || (await this.#keys.digest(content)) !== hash) return;
    const count = Math.max(1, Math.ceil(content.length / pieceLetters));
    const last = await this.#keys.name(`content/${hash}/${count - 1}`);
    const isThere = content.length > unasked && (await this.#store.exists(last));
    for (let nth = 0; nth < count && !isThere; nth += 1) {
      const name = await this.#keys.name(`content/${hash}/${nth}`);
      const text = content.slice(nth * pieceLetters, (nth + 1) * pieceLetters);
      const piece = JSON.stringify({ count, text });
      await this.#store.push(name, await this.#keys.seal(name, piece));
    }
    this.#there.add(hash);
  }

  /** Returns the content of a file; null if it is not complete (yet), or was altered. */
  async #content(record: ReplicaRecord): Promise<string | null> {
    const hash = fileHash(record);
    if (hash === null) return null;
    const texts: string[] = [];
    for (let nth = 0, count = 1; nth < count; nth += 1) {
      const name = await this.#keys.name(`content/${hash}/${nth}`);
      const body = await this.#store.piece(name);
      const piece = await decryptJson(this.#keys, name, body);
      if (!isRecord(piece) || typeof piece.text !== 'string') return null;
      texts.push(piece.text);
      count = Number(piece.count);
    }
    const content = texts.join('');
    return (await this.#keys.digest(content)) === hash ? content : null;
  }
}
