import type { ModelFileError, ModelTransferProgress } from '../ports/model-file-store.ts';

/** Aborts a transfer from within; the store never throws it to its callers. */
export class ModelFileAbort extends Error {
  readonly fault: ModelFileError;

  constructor(error: ModelFileError) {
    super(error.code);
    this.fault = error;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

const magic = [0x47, 0x47, 0x55, 0x46];
/** The bytes per write: many small writes are slow, large ones take much memory. */
const pieceBytes = 4_000_000;

/** Writes the bytes of a model in pieces, and fails as soon as they turn out not to be a model. */
export class ModelFileWriter {
  readonly #file: FileSystemWritableFileStream;
  readonly #tell: (progress: ModelTransferProgress) => void;
  readonly #hasRoom: (bytes: number) => Promise<boolean>;
  #waiting: Bytes[] = [];
  #waitingBytes = 0;
  #total: number | null = null;
  #begins = true;
  /** The number of bytes received. */
  done = 0;

  constructor(
    file: FileSystemWritableFileStream,
    {
      tell,
      hasRoom,
    }: { tell: (progress: ModelTransferProgress) => void; hasRoom: (bytes: number) => Promise<boolean> },
  ) {
    this.#file = file;
    this.#tell = tell;
    this.#hasRoom = hasRoom;
  }

  /** Sets the total number of bytes; throws `full` if there is no space for them. */
  async expect(total: number | null): Promise<void> {
    this.#total = total;
    this.#tell({ done: this.done, total });
    if (total !== null && !(await this.#hasRoom(total))) throw new ModelFileAbort({ code: 'full' });
  }

  async write(bytes: Bytes): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.done += bytes.length;
    this.#tell({ done: this.done, total: this.#total });
    if (this.#begins && this.done >= magic.length) this.#check();
    if (this.#waitingBytes >= pieceBytes) await this.#flush();
  }

  /** Discards the bytes received: the whole file will be sent again from the first byte. */
  async startOver(): Promise<void> {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#begins = true;
    this.done = 0;
    await this.#file.truncate(0);
    await this.#file.seek(0);
  }

  /** Finishes after the last byte. */
  async end(): Promise<void> {
    if (this.#begins) throw new ModelFileAbort({ code: 'no_model' });
    if (this.#total !== null && this.done < this.#total) throw new ModelFileAbort({ code: 'cut' });
    await this.#flush();
  }

  #check(): void {
    this.#begins = false;
    const first = this.#waiting.flatMap((piece) => [...piece.subarray(0, magic.length)]);
    if (magic.some((byte, at) => byte !== first[at])) throw new ModelFileAbort({ code: 'no_model' });
  }

  async #flush(): Promise<void> {
    const bytes = new Blob(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#file.write(bytes);
  }
}
