import { parseJson } from '../values/json.ts';
import { ReplicaError, type ReplicaDocument, type ReplicaStore } from '../ports/replica-store.ts';
import { type FetchFunction, ReplicaHttpClient } from './replica-http-client.ts';

/** The time between two looks at the folder of documents, in milliseconds: remoteStorage does not report changes. */
const rest = 5000;

interface Folder {
  items?: Record<string, { ETag?: string }>;
}

/**
 * A folder of a remoteStorage account, used as the server through which the devices exchange data. A document's tag is
 * its ETag; the position from which `changes` continues is the list of all ETags. After each `move` the document is
 * read again, since a server may answer 200 to a write that it did not store.
 */
export class RemoteStorageStore implements ReplicaStore {
  readonly #http: ReplicaHttpClient;
  readonly #base: string;
  readonly #wait: (ms: number) => Promise<void>;

  /** `address`: the URL of the folder, such as `https://storage.example/storage/ada/cairn`. */
  constructor(fetch: FetchFunction, address: string, token: string, wait: (ms: number) => Promise<void>) {
    this.#http = new ReplicaHttpClient(fetch, `Bearer ${token}`);
    this.#base = address.replace(/\/+$/, '');
    this.#wait = wait;
  }

  async push(name: string, body: string): Promise<void> {
    await this.#put(`p/${name}`, body, null);
  }

  async piece(name: string): Promise<string | null> {
    return (await this.#get(`p/${name}`))?.body ?? null;
  }

  async exists(name: string): Promise<boolean> {
    return (await this.#http.ask(`${this.#base}/p/${name}`, { method: 'HEAD' }, [200, 404])).ok;
  }

  async pull(name: string): Promise<ReplicaDocument | null> {
    const serverDocument = await this.#get(`d/${name}`);
    return serverDocument && { ...serverDocument, others: [] };
  }

  async state(name: string, tag: string): Promise<string | null> {
    const serverDocument = await this.#get(`d/${name}`);
    return serverDocument?.tag === tag ? serverDocument.body : null;
  }

  async move(name: string, body: string, from: string | null): Promise<string | null> {
    if (!(await this.#put(`d/${name}`, body, from))) return null;
    const serverDocument = await this.#get(`d/${name}`);
    return serverDocument?.body === body ? serverDocument.tag : null;
  }

  async remove(name: string, from: string): Promise<boolean> {
    const init = { method: 'DELETE', headers: { 'if-match': from } };
    return (await this.#http.ask(`${this.#base}/d/${name}`, init, [200, 204, 404, 409, 412])).ok;
  }

  async drop(name: string): Promise<void> {
    await this.#http.ask(`${this.#base}/p/${name}`, { method: 'DELETE' }, [200, 204, 404]);
  }

  async changes(since: string | null): ReturnType<ReplicaStore['changes']> {
    const before = since === null ? {} : (JSON.parse(since) as Record<string, string>);
    const now = await this.#tags('d');
    const changedTags = new Map(Object.entries(now).filter(([name, tag]) => tag !== before[name]));
    return { since: JSON.stringify(now), moved: changedTags };
  }

  async watch(_: string, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      void this.#wait(rest).then(resolve);
    });
  }

  async clear(): Promise<void> {
    for (const folder of ['d', 'p'])
      for (const name of Object.keys(await this.#tags(folder)))
        await this.#http.ask(`${this.#base}/${folder}/${name}`, { method: 'DELETE' }, [200, 204, 404]);
  }

  async #tags(folder: string): Promise<Record<string, string>> {
    const answer = await this.#http.ask(`${this.#base}/${folder}/`, {}, [200, 404]);
    if (answer.status === 404) return {};
    const { items } = (parseJson(answer.text) ?? {}) as Folder;
    if (!items) throw new ReplicaError('unexpected');
    return Object.fromEntries(Object.entries(items).map(([name, { ETag = '' }]) => [name, withQuotes(ETag)]));
  }

  async #get(path: string): Promise<{ body: string; tag: string } | null> {
    const answer = await this.#http.ask(`${this.#base}/${path}`, {}, [200, 404]);
    if (answer.status === 404) return null;
    const tag = answer.headers.get('etag');
    if (tag === null) throw new ReplicaError('unexpected');
    return { body: answer.text, tag };
  }

  async #put(path: string, body: string, from: string | null): Promise<boolean> {
    const condition = from === null ? { 'if-none-match': '*' } : { 'if-match': from };
    const headers = { 'content-type': 'text/plain', ...condition };
    const answer = await this.#http.ask(
      `${this.#base}/${path}`,
      { method: 'PUT', headers, body },
      [200, 201, 204, 409, 412],
    );
    return answer.status < 400;
  }
}

/** Returns a tag as in the header of a document; a folder's list may omit the quotation marks. */
const withQuotes = (tag: string) => (tag.endsWith('"') ? tag : `"${tag}"`);
