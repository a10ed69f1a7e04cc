import { base64Of } from '../values/base64.ts';
import { ReplicaError, type ReplicaDocument, type ReplicaStore } from '../ports/replica-store.ts';
import { type FetchFunction, ReplicaHttpClient } from './replica-http-client.ts';

interface CouchDocument {
  _id: string;
  _rev: string;
  _conflicts?: string[];
  body?: string;
}

interface Change {
  id: string;
  /** The present revisions of the document. */
  changes?: { rev: string }[];
}

/** The maximum time that the server may hold a request for changes, in milliseconds. */
const longPoll = 55_000;
const most = 500;

/** A database of CouchDB, over its HTTP API: one CouchDB document for each piece and each document. */
export class CouchStore implements ReplicaStore {
  readonly #http: ReplicaHttpClient;
  readonly #base: string;

  /** `address`: the URL of the database, such as `https://couch.example/cairn`. */
  constructor(fetch: FetchFunction, address: string, signIn: { name: string; password: string } | null) {
    const basic = signIn && `Basic ${base64Of(new TextEncoder().encode(`${signIn.name}:${signIn.password}`))}`;
    this.#http = new ReplicaHttpClient(fetch, basic);
    this.#base = address.replace(/\/+$/, '');
  }

  /** Creates the database if it does not exist; throws if the person has no permission to create it. */
  async open(): Promise<void> {
    const { status } = await this.#http.ask(this.#base, { method: 'GET' }, [200, 404]);
    if (status === 404) await this.#http.ask(this.#base, { method: 'PUT' }, [201, 202, 412]);
  }

  async push(name: string, body: string): Promise<void> {
    await this.#put(`p-${name}`, { body });
  }

  async piece(name: string): Promise<string | null> {
    return (await this.#get(`p-${name}`))?.body ?? null;
  }

  async exists(name: string): Promise<boolean> {
    return (await this.#http.ask(`${this.#base}/p-${name}`, { method: 'HEAD' }, [200, 404])).ok;
  }

  async pull(name: string): Promise<ReplicaDocument | null> {
    const couchDocument = await this.#get(`d-${name}`, '?conflicts=true');
    return (
      couchDocument && {
        body: couchDocument.body ?? '',
        tag: couchDocument._rev,
        others: couchDocument._conflicts ?? [],
      }
    );
  }

  async state(name: string, tag: string): Promise<string | null> {
    return (await this.#get(`d-${name}`, `?rev=${encodeURIComponent(tag)}`))?.body ?? null;
  }

  move(name: string, body: string, from: string | null): Promise<string | null> {
    return this.#put(`d-${name}`, { body, ...(from !== null && { _rev: from }) });
  }

  async remove(name: string, from: string): Promise<boolean> {
    return this.#delete(`d-${name}`, from);
  }

  async drop(name: string): Promise<void> {
    const couchDocument = await this.#get(`p-${name}`);
    if (couchDocument) await this.#delete(`p-${name}`, couchDocument._rev);
  }

  async changes(since: string | null): ReturnType<ReplicaStore['changes']> {
    const changedTags = new Map<string, string | null>();
    let mark = since === null ? '0' : since;
    for (;;) {
      const place = `style=all_docs&since=${encodeURIComponent(mark)}&limit=${most}`;
      const { results, last_seq } = await this.#changes(place);
      for (const { id, changes = [] } of results)
        if (id.startsWith('d-')) changedTags.set(id.slice(2), changes.length === 1 ? (changes[0]?.rev ?? null) : null);
      mark = String(last_seq);
      if (results.length < most) return { since: mark, moved: changedTags };
    }
  }

  async watch(since: string, signal: AbortSignal): Promise<void> {
    const place = `feed=longpoll&timeout=${longPoll}&limit=1&since=${encodeURIComponent(since)}`;
    await this.#changes(place, { signal }, longPoll);
  }

  async clear(): Promise<void> {
    const { data } = await this.#http.json(`${this.#base}/_all_docs`, {}, [200]);
    const { rows } = data as { rows: { id: string; value: { rev: string } }[] };
    const docs = rows.map(({ id, value }) => ({ _id: id, _rev: value.rev, _deleted: true }));
    const headers = { 'content-type': 'application/json' };
    await this.#http.ask(
      `${this.#base}/_bulk_docs`,
      { method: 'POST', headers, body: JSON.stringify({ docs }) },
      [201, 202],
    );
  }

  async #changes(query: string, init: RequestInit = {}, holds = 0): Promise<{ results: Change[]; last_seq: unknown }> {
    const changesReply = await this.#http.json(`${this.#base}/_changes?${query}`, init, [200], holds);
    const { results, last_seq } = changesReply.data as { results?: Change[]; last_seq?: unknown };
    if (!Array.isArray(results)) throw new ReplicaError('unexpected');
    return { results, last_seq: typeof last_seq === 'object' ? JSON.stringify(last_seq) : last_seq };
  }

  async #get(id: string, query = ''): Promise<CouchDocument | null> {
    const { status, data } = await this.#http.json(`${this.#base}/${id}${query}`, {}, [200, 404]);
    const couchDocument = data as CouchDocument & { reason?: string };
    if (status === 200) return couchDocument;
    if (couchDocument.reason === 'missing' || couchDocument.reason === 'deleted') return null;
    throw new ReplicaError('missing');
  }

  async #delete(id: string, rev: string): Promise<boolean> {
    const place = `${this.#base}/${id}?rev=${encodeURIComponent(rev)}`;
    return (await this.#http.ask(place, { method: 'DELETE' }, [200, 202, 404, 409, 412])).ok;
  }

  async #put(id: string, document: Omit<Partial<CouchDocument>, '_id'>): Promise<string | null> {
    const headers = { 'content-type': 'application/json' };
    const { status, data } = await this.#http.json(
      `${this.#base}/${id}`,
      { method: 'PUT', headers, body: JSON.stringify(document) },
      [201, 202, 409, 412],
    );
    if (status === 409 || status === 412) return null;
    const { rev } = data as { rev?: unknown };
    if (typeof rev !== 'string') throw new ReplicaError('unexpected');
    return rev;
  }
}
