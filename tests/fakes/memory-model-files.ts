import { parseModelAddress, modelFileName } from '../../src/browser/parse-model-address.ts';
import type {
  ModelFileStore,
  ModelFileError,
  ModelFileOptions,
  ModelFileOutcome,
  StoredModel,
} from '../../src/ports/model-file-store.ts';

/** The response of an address: bytes, each time cut off after the next number in `cuts`; a status; or null for none. */
export type ModelAnswer = { bytes: Uint8Array<ArrayBuffer>; cuts?: number[] } | { status: number } | null;

const pieceBytes = 10_000;

/** A model file store in memory; `web` answers its downloads. */
export class MemoryModelFiles implements ModelFileStore {
  readonly #web: (address: string) => ModelAnswer;
  readonly #models = new Map<string, File>();

  constructor(web: (address: string) => ModelAnswer) {
    this.#web = web;
  }

  async list(): Promise<readonly StoredModel[]> {
    return [...this.#models.values()]
      .map(({ name, size }) => ({ name, bytes: size }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async fromAddress(address: string, options: ModelFileOptions): Promise<ModelFileOutcome> {
    const from = parseModelAddress(address);
    if (!from) return refused({ code: 'bad_address' });
    const kept = this.#models.get(from.name);
    if (kept) return { ok: true, value: { name: kept.name, bytes: kept.size } };
    if (/-\d+-of-\d+\.gguf$/.test(from.name)) return refused({ code: 'one_part' });
    const got: Uint8Array<ArrayBuffer>[] = [];
    let done = 0;
    for (let failures = 0; failures < 4; failures += 1) {
      const answer = this.#web(address);
      const { host } = from.url;
      if (!answer) return refused({ code: 'unreachable', host });
      if ('status' in answer) return refused({ code: 'refused', host, status: answer.status });
      const cut = answer.cuts?.shift() ?? answer.bytes.length;
      for (; done < cut; done = Math.min(cut, done + pieceBytes)) {
        options.onProgress({ done, total: answer.bytes.length });
        if (options.signal.aborted) return refused({ code: 'stopped' });
        got.push(answer.bytes.slice(done, Math.min(cut, done + pieceBytes)));
      }
      if (done === answer.bytes.length) return this.#keep(from.name, new Blob(got), options);
    }
    return refused({ code: 'cut' });
  }

  async fromFile(file: File, options: ModelFileOptions): Promise<ModelFileOutcome> {
    return this.#keep(modelFileName(file.name), file, options);
  }

  async open(name: string): Promise<File | null> {
    return this.#models.get(name) ?? null;
  }

  async remove(name: string): Promise<boolean> {
    this.#models.delete(name);
    return true;
  }

  async #keep(name: string, content: Blob, { signal, onProgress }: ModelFileOptions): Promise<ModelFileOutcome> {
    onProgress({ done: content.size, total: content.size });
    if (signal.aborted) return refused({ code: 'stopped' });
    if ((await content.slice(0, 4).text()) !== 'GGUF') return refused({ code: 'no_model' });
    this.#models.set(name, new File([content], name));
    return { ok: true, value: { name, bytes: content.size } };
  }
}

function refused(error: ModelFileError): ModelFileOutcome {
  return { ok: false, error };
}
