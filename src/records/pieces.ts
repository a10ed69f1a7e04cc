type PieceKey = string | number;

/**
 * One part of a large JSON value that is transferred in several messages: entries to add, in order, to the object or
 * list at the path `at`. The path `[]` means the object or list that holds the whole value as its only entry.
 */
export interface JsonPiece {
  at: readonly PieceKey[];
  entries: [key: PieceKey, value: unknown][];
}

type Container = Readonly<Record<string, unknown>> | readonly unknown[];

/**
 * Splits a JSON-like value into batches of pieces, each of roughly the weight `most` or less, so that each transfers
 * quickly; `PieceAssembler` rebuilds the value. Strings are never split: copying them is cheap.
 */
export function* jsonPieceBatches(value: unknown, most: number): Generator<JsonPiece[]> {
  let batch: JsonPiece[] = [];
  let weight = 0;
  const visit = function* (container: Container, at: readonly PieceKey[]): Generator<JsonPiece[]> {
    let piece: JsonPiece | null = null;
    for (const [key, item] of entriesOf(container)) {
      const itemWeight = weightOf(item, most);
      const isSplit = itemWeight > most && isContainer(item);
      if (weight > 0 && weight + (isSplit ? 1 : itemWeight) > most) {
        yield batch;
        [batch, weight, piece] = [[], 0, null];
      }
      if (!piece) batch.push((piece = { at, entries: [] }));
      piece.entries.push([key, isSplit ? (Array.isArray(item) ? [] : {}) : item]);
      weight += isSplit ? 1 : itemWeight;
      if (!isSplit) continue;
      yield* visit(item, [...at, key]);
      piece = null;
    }
  };
  yield* visit({ '': value }, []);
  if (batch.length > 0) yield batch;
}

function* entriesOf(container: Container): Generator<[PieceKey, unknown]> {
  if (Array.isArray(container)) yield* container.entries();
  else for (const key of Object.keys(container)) yield [key, (container as Record<string, unknown>)[key]];
}

/** The approximate cost of copying a value, in which a number counts 1; counting stops beyond `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / 1000);
  if (!isContainer(value)) return 1;
  let weight = 2;
  for (const [key, item] of entriesOf(value)) {
    weight += (typeof key === 'string' ? 1 + Math.floor(key.length / 1000) : 0) + weightOf(item, most - weight);
    if (weight > most) break;
  }
  return weight;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Rebuilds a value that `jsonPieceBatches` has split. Every key, including `__proto__`, becomes an own property. */
export class PieceAssembler {
  readonly #whole: object = {};

  add(pieces: readonly JsonPiece[]): void {
    for (const { at, entries } of pieces) {
      const container = at.reduce<unknown>(within, this.#whole);
      for (const [key, value] of entries) {
        if (Array.isArray(container)) container.push(value);
        else Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
      }
    }
  }

  get value(): unknown {
    return within(this.#whole, '');
  }
}

function within(container: unknown, key: PieceKey): unknown {
  return Object.getOwnPropertyDescriptor(container, key)?.value;
}
