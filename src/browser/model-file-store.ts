import type {
  ModelFileStore,
  ModelFileError,
  ModelFileOptions,
  ModelFileOutcome,
  StoredModel,
} from '../ports/model-file-store.ts';
import type { OriginLimitedFetch } from '../ports/network.ts';
import { parseModelAddress, modelFileName } from './parse-model-address.ts';
import { ModelFileWriter, ModelFileAbort } from './model-sink.ts';

const onePart = /-\d{5}-of-\d{5}\.gguf$/i;

/**
 * Model files in the origin-private file system. Written data becomes visible only when a file is complete; until then
 * a new file is empty, and an empty file is not a model. Listing the models removes the remains of writes that crashed;
 * the browser does not let it remove a write in progress.
 */
export class BrowserModelFileStore implements ModelFileStore {
  readonly #storage: StorageManager | undefined;
  readonly #fetchFrom: (url: URL) => OriginLimitedFetch['fetch'];

  constructor(storage: StorageManager | undefined, fetchFrom: (url: URL) => OriginLimitedFetch['fetch']) {
    this.#storage = storage;
    this.#fetchFrom = fetchFrom;
  }

  async list(): Promise<readonly StoredModel[]> {
    const storedModels: StoredModel[] = [];
    const leftOver: string[] = [];
    try {
      for await (const handle of (await this.#folder()).values()) {
        if (handle.kind !== 'file') continue;
        if (!handle.name.endsWith('.gguf')) {
          leftOver.push(handle.name);
          continue;
        }
        const { size } = await handle.getFile();
        if (size > 0) storedModels.push({ name: handle.name, bytes: size });
      }
    } catch {
      return [];
    }
    for (const name of leftOver) await this.remove(name);
    return storedModels.sort((a, b) => a.name.localeCompare(b.name));
  }

  async fromAddress(address: string, options: ModelFileOptions): Promise<ModelFileOutcome> {
    const from = parseModelAddress(address);
    if (!from) return { ok: false, error: { code: 'bad_address' } };
    const storedModel = await this.open(from.name);
    if (storedModel) return { ok: true, value: { name: from.name, bytes: storedModel.size } };
    return this.#keep(from.name, options, (sink) =>
      downloadModel(this.#fetchFrom(from.url), from.url, sink, options.signal),
    );
  }

  async fromFile(file: File, options: ModelFileOptions): Promise<ModelFileOutcome> {
    return this.#keep(modelFileName(file.name), options, async (sink) => {
      await sink.expect(file.size);
      for await (const piece of file.stream()) {
        options.signal.throwIfAborted();
        await sink.write(piece);
      }
    });
  }

  async open(name: string): Promise<File | null> {
    try {
      const file = await (await (await this.#folder()).getFileHandle(name)).getFile();
      return file.size > 0 ? file : null;
    } catch {
      return null;
    }
  }

  async remove(name: string): Promise<boolean> {
    try {
      await (await this.#folder()).removeEntry(name);
      return true;
    } catch (error) {
      return error instanceof Error && error.name === 'NotFoundError';
    }
  }

  async #keep(
    name: string,
    { signal, onProgress }: ModelFileOptions,
    fill: (sink: ModelFileWriter) => Promise<void>,
  ): Promise<ModelFileOutcome> {
    if (onePart.test(name)) return { ok: false, error: { code: 'one_part' } };
    let writing: FileSystemWritableFileStream | null = null;
    try {
      signal.throwIfAborted();
      const handle = await (await this.#folder()).getFileHandle(name, { create: true });
      if (!('createWritable' in handle)) throw new ModelFileAbort({ code: 'unavailable' });
      writing = await handle.createWritable();
      const sink = new ModelFileWriter(writing, { tell: onProgress, hasRoom: (bytes) => this.#hasRoom(bytes) });
      await fill(sink);
      await sink.end();
      signal.throwIfAborted();
      await writing.close();
      return { ok: true, value: { name, bytes: sink.done } };
    } catch (error) {
      await writing?.abort().catch(() => undefined);
      if (!(await this.open(name))) await this.remove(name);
      return { ok: false, error: signal.aborted ? { code: 'stopped' } : faultOf(error) };
    }
  }

  /** True if the bytes fit, or if the browser does not report its quota. */
  async #hasRoom(bytes: number): Promise<boolean> {
    const { quota, usage } = (await this.#storage?.estimate().catch(() => undefined)) ?? {};
    return !quota || usage === undefined || bytes <= quota - usage;
  }

  async #folder(): Promise<FileSystemDirectoryHandle> {
    const root = await this.#storage?.getDirectory();
    if (!root) throw new ModelFileAbort({ code: 'unavailable' });
    return root.getDirectoryHandle('models', { create: true });
  }
}

function faultOf(error: unknown): ModelFileError {
  if (error instanceof ModelFileAbort) return error.fault;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'QuotaExceededError') return { code: 'full' };
  if (name === 'SecurityError' || name === 'NotAllowedError') return { code: 'unavailable' };
  return { code: 'failed', detail: message };
}

/**
 * The number of attempts without receiving a byte before a broken download fails, and the pause before each in
 * milliseconds, which grows with each.
 */
const tries = 4;
const restMs = 1500;

/**
 * Downloads the file into the sink. After a broken connection it requests the rest, if the site supports range
 * requests.
 */
async function downloadModel(
  fetch: OriginLimitedFetch['fetch'],
  url: URL,
  sink: ModelFileWriter,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; ;) {
    const before = sink.done;
    if (await attempt(fetch, url, sink, signal)) return;
    failures = sink.done > before ? 1 : failures + 1;
    if (failures >= tries) throw new ModelFileAbort({ code: 'cut' });
    await rest(restMs * failures, signal);
  }
}

/** Resolves to true once the whole file has arrived, and to false if the connection broke. */
async function attempt(
  fetch: OriginLimitedFetch['fetch'],
  url: URL,
  sink: ModelFileWriter,
  signal: AbortSignal,
): Promise<boolean> {
  const response = await answer(fetch, url, sink.done, signal);
  if (!response) {
    if (sink.done === 0) throw new ModelFileAbort({ code: 'unreachable', host: url.host });
    return false;
  }
  if (!response.ok) throw new ModelFileAbort({ code: 'refused', host: url.host, status: response.status });
  if (sink.done > 0 && response.status !== 206) await sink.startOver();
  const length = Number(response.headers.get('content-length'));
  await sink.expect(length > 0 ? sink.done + length : null);
  const body = response.body?.getReader();
  try {
    for (;;) {
      const piece = await body?.read().catch(() => null);
      signal.throwIfAborted();
      if (!piece) return false;
      if (piece.done) return true;
      await sink.write(piece.value);
    }
  } finally {
    void body?.cancel().catch(() => undefined);
  }
}

/** Returns the site's response; null if there is none. */
async function answer(
  fetch: OriginLimitedFetch['fetch'],
  url: URL,
  from: number,
  signal: AbortSignal,
): Promise<Response | null> {
  try {
    const headers: HeadersInit = from > 0 ? { range: `bytes=${from}-` } : {};
    return await fetch(url, { signal, redirect: 'follow', headers });
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The transfer was ended.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
