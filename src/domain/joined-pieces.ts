import type { Piece, PieceKey } from './in-pieces.ts';

/** Puts a value together again that `inPieces` has taken apart. Whatever a key is called, it becomes the value's own. */
export class JoinedPieces {
  readonly #whole: object = {};

  add(pieces: readonly Piece[]): void {
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
