import type { ShelfFault, ModelTransfer } from '../../ports/model-file-store.ts';

/** Ends a transfer from within; it never leaves the shelf. */
export class ModelFileFault extends Error {
  readonly fault: ShelfFault;

  constructor(fault: ShelfFault) {
    super(fault.code);
    this.fault = fault;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

const magic = [0x47, 0x47, 0x55, 0x46];
/** Many small writes are slow; a little at a time keeps the memory small. */
const pieceBytes = 4_000_000;

/** Where the bytes of a model go: written in pieces that are worth it, refused as soon as they are not a model's. */
export class ModelSink {
  readonly #file: FileSystemWritableFileStream;
  readonly #tell: (progress: ModelTransfer) => void;
  readonly #hasRoom: (bytes: number) => Promise<boolean>;
  #waiting: Bytes[] = [];
  #waitingBytes = 0;
  #total: number | null = null;
  #begins = true;
  /** How many bytes have come. */
  done = 0;

  constructor(
    file: FileSystemWritableFileStream,
    { tell, hasRoom }: { tell: (progress: ModelTransfer) => void; hasRoom: (bytes: number) => Promise<boolean> },
  ) {
    this.#file = file;
    this.#tell = tell;
    this.#hasRoom = hasRoom;
  }

  /** From now on all the bytes together are known to be so many; refused where there is no room for them. */
  async expect(total: number | null): Promise<void> {
    this.#total = total;
    this.#tell({ done: this.done, total });
    if (total !== null && !(await this.#hasRoom(total))) throw new ModelFileFault({ code: 'full' });
  }

  async write(bytes: Bytes): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.done += bytes.length;
    this.#tell({ done: this.done, total: this.#total });
    if (this.#begins && this.done >= magic.length) this.#check();
    if (this.#waitingBytes >= pieceBytes) await this.#flush();
  }

  /** All of it comes again, from the first byte. */
  async startOver(): Promise<void> {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#begins = true;
    this.done = 0;
    await this.#file.truncate(0);
    await this.#file.seek(0);
  }

  /** No more bytes come. */
  async end(): Promise<void> {
    if (this.#begins) throw new ModelFileFault({ code: 'no_model' });
    if (this.#total !== null && this.done < this.#total) throw new ModelFileFault({ code: 'cut' });
    await this.#flush();
  }

  #check(): void {
    this.#begins = false;
    const first = this.#waiting.flatMap((piece) => [...piece.subarray(0, magic.length)]);
    if (magic.some((byte, at) => byte !== first[at])) throw new ModelFileFault({ code: 'no_model' });
  }

  async #flush(): Promise<void> {
    const bytes = new Blob(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#file.write(bytes);
  }
}
