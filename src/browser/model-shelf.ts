import type { ModelShelf, ShelfFault, ShelfOptions, ShelfOutcome, ShelvedModel } from '../ports/model-shelf.ts';
import type { Way } from '../ports/way.ts';
import { downloadModel } from './download-model.ts';
import { modelAddress } from './model-address.ts';
import { modelFileName } from './model-file-name.ts';
import { ModelSink } from './model-sink.ts';
import { ShelfTrouble } from './shelf-trouble.ts';

const onePart = /-\d{5}-of-\d{5}\.gguf$/i;

/**
 * Models in the origin-private file system. What is written to a file there is seen only once it is complete; until
 * then a new file is empty, and an empty file is no model. What a crash of the browser leaves of a write is removed when
 * the models are listed; the browser refuses that for a write that is still under way.
 */
export class BrowserModelShelf implements ModelShelf {
  readonly #storage: StorageManager | undefined;
  readonly #fetchFrom: (url: URL) => Way['fetch'];

  constructor(storage: StorageManager | undefined, fetchFrom: (url: URL) => Way['fetch']) {
    this.#storage = storage;
    this.#fetchFrom = fetchFrom;
  }

  async list(): Promise<readonly ShelvedModel[]> {
    const found: ShelvedModel[] = [];
    const leftOver: string[] = [];
    try {
      for await (const handle of (await this.#folder()).values()) {
        if (handle.kind !== 'file') continue;
        if (!handle.name.endsWith('.gguf')) {
          leftOver.push(handle.name);
          continue;
        }
        const { size } = await handle.getFile();
        if (size > 0) found.push({ name: handle.name, bytes: size });
      }
    } catch {
      return [];
    }
    for (const name of leftOver) await this.remove(name);
    return found.sort((a, b) => a.name.localeCompare(b.name));
  }

  async fromAddress(address: string, options: ShelfOptions): Promise<ShelfOutcome> {
    const from = modelAddress(address);
    if (!from) return { ok: false, fault: { code: 'bad_address' } };
    const kept = await this.open(from.name);
    if (kept) return { ok: true, model: { name: from.name, bytes: kept.size } };
    return this.#keep(from.name, options, (sink) =>
      downloadModel(this.#fetchFrom(from.url), from.url, sink, options.signal),
    );
  }

  async fromFile(file: File, options: ShelfOptions): Promise<ShelfOutcome> {
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
    { signal, onProgress }: ShelfOptions,
    fill: (sink: ModelSink) => Promise<void>,
  ): Promise<ShelfOutcome> {
    if (onePart.test(name)) return { ok: false, fault: { code: 'one_part' } };
    let writing: FileSystemWritableFileStream | null = null;
    try {
      signal.throwIfAborted();
      const handle = await (await this.#folder()).getFileHandle(name, { create: true });
      if (!('createWritable' in handle)) throw new ShelfTrouble({ code: 'unavailable' });
      writing = await handle.createWritable();
      const sink = new ModelSink(writing, { tell: onProgress, hasRoom: (bytes) => this.#hasRoom(bytes) });
      await fill(sink);
      await sink.end();
      signal.throwIfAborted();
      await writing.close();
      return { ok: true, model: { name, bytes: sink.done } };
    } catch (error) {
      await writing?.abort().catch(() => undefined);
      if (!(await this.open(name))) await this.remove(name);
      return { ok: false, fault: signal.aborted ? { code: 'stopped' } : faultOf(error) };
    }
  }

  /** Where the browser does not say how much room there is, it is tried. */
  async #hasRoom(bytes: number): Promise<boolean> {
    const { quota, usage } = (await this.#storage?.estimate().catch(() => undefined)) ?? {};
    return !quota || usage === undefined || bytes <= quota - usage;
  }

  async #folder(): Promise<FileSystemDirectoryHandle> {
    const root = await this.#storage?.getDirectory();
    if (!root) throw new ShelfTrouble({ code: 'unavailable' });
    return root.getDirectoryHandle('models', { create: true });
  }
}

function faultOf(error: unknown): ShelfFault {
  if (error instanceof ShelfTrouble) return error.fault;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'QuotaExceededError') return { code: 'full' };
  if (name === 'SecurityError' || name === 'NotAllowedError') return { code: 'unavailable' };
  return { code: 'failed', detail: message };
}
