/** Returns a copy of the file that calls `onRead` with the share read so far, 0 to 1, whenever a part is read. */
export function fileWithReadProgress(file: Blob, onRead: (share: number) => void): File {
  const copy = new File([file], 'model.gguf');
  let bytesRead = 0;
  const tell = (bytes: number) => {
    bytesRead += bytes;
    onRead(Math.min(1, bytesRead / copy.size));
  };
  const slice = copy.slice.bind(copy);
  const stream = copy.stream.bind(copy);
  return Object.assign(copy, {
    slice: (start = 0, end = copy.size) => {
      tell(Math.min(end, copy.size) - start);
      return slice(start, end);
    },
    stream: () =>
      stream().pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform: (piece, out) => {
            tell(piece.length);
            out.enqueue(piece);
          },
        }),
      ),
  });
}

/** The fields of a model file's header that decide how much of a conversation fits into memory. */
interface ModelHeader {
  /** The model's maximum context, in tokens. */
  context: number;
  /** Bytes of memory per token of a conversation. */
  bytesPerToken: number;
}

const text = 8;
const list = 9;
/** The size in bytes of each value type, by its number; strings and arrays carry their own sizes. */
const sizes: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
/**
 * The number of bytes of the file that are read: the needed fields precede the vocabulary, which is most of the header.
 */
const headBytes = 1_000_000;

/** Reads the header of a GGUF file; null if it lacks a needed field. */
export async function readModelHeader(file: Blob): Promise<ModelHeader | null> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return described(values(new DataView(head)));
}

function described(metadataNumbers: ReadonlyMap<string, number>): ModelHeader | null {
  const { context_length, block_count, embedding_length, ...heads } = Object.fromEntries(metadataNumbers);
  const count = heads['attention.head_count'];
  if (!context_length || !block_count || !embedding_length || !count) return null;
  const keyValueHeads = heads['attention.head_count_kv'] ?? count;
  const length = heads['attention.key_length'] ?? embedding_length / count;
  /** Two bytes for each key and each value. */
  return { context: context_length, bytesPerToken: block_count * keyValueHeads * length * 4 };
}

/** Returns the integers of the header, by their name without the architecture prefix, as far as the view reaches. */
function values(view: DataView): ReadonlyMap<string, number> {
  const decoder = new TextDecoder();
  const metadataNumbers = new Map<string, number>();
  let byteOffset = 16;
  const word = () => view.getUint32((byteOffset += 4) - 4, true);
  const long = () => Number(view.getBigUint64((byteOffset += 8) - 8, true));
  const string = () => {
    const length = long();
    byteOffset += length;
    return decoder.decode(new Uint8Array(view.buffer, byteOffset - length, length));
  };
  const skip = (type: number): void => {
    if (type === text) string();
    else if (type === list) {
      const inner = word();
      const count = long();
      if (inner !== text && inner !== list) byteOffset += count * (sizes[inner] ?? 0);
      else for (let each = 0; each < count; each += 1) skip(inner);
    } else byteOffset += sizes[type] ?? 0;
  };
  try {
    for (let count = long(); count > 0; count -= 1) {
      const name = string().replace(/^[^.]+\./, '');
      const type = word();
      if (type === 4 || type === 5) metadataNumbers.set(name, view.getUint32(byteOffset, true));
      skip(type);
    }
  } catch {
    return metadataNumbers;
  }
  return metadataNumbers;
}
