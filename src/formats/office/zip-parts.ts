import { Inflate } from 'fflate';

/** The most bytes that the parts of one file may have when they are unpacked; what is packed has at most 5 MB. */
export const mostUnpackedBytes = 100_000_000;
/** How many packed bytes are unpacked at once: at most about a thousand times as many come of them. */
const step = 16_384;

/** Thrown if the parts of a file are larger than `mostUnpackedBytes`, whatever the file says of them. */
export class TooLargeError extends Error {}

interface Part {
  stored: Uint8Array;
  isPacked: boolean;
  /** The size that the file gives for the unpacked part. */
  size: number;
  /** The checksum (CRC-32) of the unpacked part. */
  checksum: number;
}

/** The parts of a zip file, each unpacked bit by bit when it is read; none is ever whole in memory. */
export class ZipParts {
  readonly #parts: ReadonlyMap<string, Part>;
  #left = mostUnpackedBytes;

  private constructor(parts: ReadonlyMap<string, Part>) {
    this.#parts = parts;
  }

  /** Returns the parts of a zip file; null if it is none, or is cut off. */
  static open(bytes: Uint8Array): ZipParts | null {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = endOfDirectory(view);
    if (end === null) return null;
    const parts = new Map<string, Part>();
    let entryOffset = view.getUint32(end + 16, true);
    for (let remainingEntries = view.getUint16(end + 10, true); remainingEntries > 0; remainingEntries -= 1) {
      if (entryOffset + 46 > bytes.length || view.getUint32(entryOffset, true) !== 0x02014b50) return null;
      const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) =>
        view.getUint16(entryOffset + place, true),
      );
      const nameEnd = entryOffset + 46 + (nameLength ?? 0);
      const name = new TextDecoder().decode(bytes.subarray(entryOffset + 46, nameEnd));
      const part = partAt(bytes, view, entryOffset);
      if (part) parts.set(keyOf(name), part);
      entryOffset = nameEnd + (extraLength ?? 0) + (noteLength ?? 0);
    }
    return new ZipParts(parts);
  }

  has(name: string): boolean {
    return this.#parts.has(keyOf(name));
  }

  /**
   * Yields the text of a part in pieces, none if there is no such part. Throws if it is damaged, or larger than what is
   * left of the limit.
   */
  *text(name: string): Generator<string> {
    if (!this.has(name)) return;
    let decoder: TextDecoder | null = null;
    for (const bytes of this.#unpacked(name)) {
      decoder ??= new TextDecoder(utf16Of(bytes) ?? 'utf-8');
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder?.decode() ?? '';
  }

  *#unpacked(name: string): Generator<Uint8Array> {
    const part = this.#parts.get(keyOf(name));
    if (!part) return;
    const { stored, isPacked, size, checksum } = part;
    if (size > this.#left) throw new TooLargeError();
    let out: Uint8Array[] = [];
    let sum = 0xffffffff;
    const inflate = isPacked ? new Inflate((piece) => out.push(piece)) : null;
    for (let at = 0; at < stored.length; at += step) {
      const piece = stored.subarray(at, at + step);
      if (inflate) inflate.push(piece, at + step >= stored.length);
      else out.push(piece);
      for (const bytes of out) {
        this.#left -= bytes.length;
        if (this.#left < 0) throw new TooLargeError();
        for (const byte of bytes) sum = (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
        if (bytes.length > 0) yield bytes;
      }
      out = [];
    }
    if ((sum ^ 0xffffffff) >>> 0 !== checksum) throw new Error('A part of the file is damaged.');
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

function utf16Of([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Returns the place of the record that ends a zip file: it is followed by a note of at most 65,535 bytes. */
function endOfDirectory(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  return null;
}

/** Returns the part that an entry of the directory describes; null if it is encrypted, or packed in an unusual way. */
function partAt(bytes: Uint8Array, view: DataView, entry: number): Part | null {
  const isEncrypted = (view.getUint16(entry + 8, true) & 1) === 1;
  const method = view.getUint16(entry + 10, true);
  const [checksum, packed, size, start] = [16, 20, 24, 42].map((place) => view.getUint32(entry + place, true));
  if (
    checksum === undefined ||
    packed === undefined ||
    size === undefined ||
    start === undefined ||
    start + 30 > bytes.length
  )
    return null;
  if (isEncrypted || (method !== 0 && method !== 8)) return null;
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  return { stored: bytes.subarray(from, from + packed), isPacked: method === 8, size, checksum };
}
