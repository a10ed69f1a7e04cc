import type {
  ModelFileStore,
  ModelTransferProgress,
  ModelFileError,
  ModelFileOptions,
  ModelFileOutcome,
  StoredModel,
} from '../../ports/model-file-store.ts';
import type { StorageQuota } from '../../ports/storage-health.ts';

interface OnDeviceParts {
  modelFiles: ModelFileStore;
  room: StorageQuota;
  /** True if this browser can run a model. */
  canRun: boolean;
}

/** The state of loading or adding a model file, or its result. */
type ModelFileWork =
  | { kind: 'idle' }
  | { kind: 'loading'; name: string; progress: ModelTransferProgress }
  | { kind: 'added'; name: string }
  | { kind: 'failed'; fault: ModelFileError };

/** The models on this device, and the one that is being loaded. It lives longer than the dialog. */
export class OnDeviceModelManager {
  readonly #parts: OnDeviceParts;
  #stop = new AbortController();

  models = $state.raw<readonly StoredModel[]>([]);
  /** Bytes of free storage; null if the browser does not tell. */
  free = $state.raw<number | null>(null);
  work = $state.raw<ModelFileWork>({ kind: 'idle' });

  constructor(parts: OnDeviceParts) {
    this.#parts = parts;
  }

  get canRun(): boolean {
    return this.#parts.canRun;
  }

  get isBusy(): boolean {
    return this.work.kind === 'loading';
  }

  /** Updates the present state. */
  readonly look = async (): Promise<void> => {
    if (!this.isBusy) this.work = { kind: 'idle' };
    await this.#see();
  };

  /** Downloads a model; returns its file name, or null if it was not stored, which `work` then explains. */
  readonly addFrom = (address: string): Promise<string | null> => {
    const name = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
    return this.#add(name || address, (options) => this.#parts.modelFiles.fromAddress(address, options));
  };

  /** Stores a model file; returns its file name, or null if it was not stored, which `work` then explains. */
  readonly addFile = (file: File): Promise<string | null> =>
    this.#add(file.name, (options) => this.#parts.modelFiles.fromFile(file, options));

  readonly stop = (): void => {
    this.#stop.abort();
  };

  /** Deletes a model file; returns true if that succeeded. */
  readonly remove = async (name: string): Promise<boolean> => {
    const isRemoved = await this.#parts.modelFiles.remove(name);
    await this.look();
    return isRemoved;
  };

  async #add(name: string, load: (options: ModelFileOptions) => Promise<ModelFileOutcome>): Promise<string | null> {
    if (this.isBusy) return null;
    this.#stop = new AbortController();
    const onProgress = (progress: ModelTransferProgress) => (this.work = { kind: 'loading', name, progress });
    onProgress({ done: 0, total: null });
    const outcome = await load({ signal: this.#stop.signal, onProgress });
    this.work = outcome.ok ? { kind: 'added', name: outcome.value.name } : { kind: 'failed', fault: outcome.error };
    await this.#see();
    if (!outcome.ok) return null;
    void this.#parts.room.ask();
    return outcome.value.name;
  }

  async #see(): Promise<void> {
    const { modelFiles, room } = this.#parts;
    const [models, figures] = await Promise.all([modelFiles.list(), room.figures()]);
    this.models = models;
    this.free = figures && Math.max(0, figures.allowed - figures.used);
  }
}

/** A suggested model: small, instruction-tuned, with a licence that allows any use. */
interface Suggestion {
  name: string;
  address: string;
  bytes: number;
  licence: string;
  note: 'tiny' | 'small' | 'medium' | 'large';
}

const site = 'https://huggingface.co/';
const licence = 'Apache\u00a02.0';

/**
 * The models suggested for running on this device, from the smallest to the largest; sizes are those published with the
 * files.
 */
export const onDeviceModelSuggestions: readonly Suggestion[] = [
  {
    name: 'SmolLM2 360M',
    address: `${site}HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf`,
    bytes: 386_000_000,
    licence,
    note: 'tiny',
  },
  {
    name: 'Qwen3 0.6B',
    address: `${site}Qwen/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q8_0.gguf`,
    bytes: 639_446_688,
    licence,
    note: 'small',
  },
  {
    name: 'Qwen2.5 1.5B',
    address: `${site}Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/qwen2.5-1.5b-instruct-q4_k_m.gguf`,
    bytes: 1_117_320_736,
    licence,
    note: 'medium',
  },
  {
    name: 'Qwen3 1.7B',
    address: `${site}ggml-org/Qwen3-1.7B-GGUF/resolve/main/Qwen3-1.7B-Q4_K_M.gguf`,
    bytes: 1_282_439_264,
    licence,
    note: 'large',
  },
];
