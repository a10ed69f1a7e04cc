import { decodeFile } from '../domain/decode-file.ts';
import { inPieces } from '../domain/in-pieces.ts';
import type { ReadingSign } from '../ports/file-reading.ts';
import type { ImportWish } from './imports.ts';
import { readImport } from './read-import.ts';

/** So much is taken in within a few milliseconds; a step of a plan weighs about forty. */
const most = 5000;

/** Reads a file and tells of it, sign by sign, up to its end. Never rejects. */
export async function tellImport(
  wish: ImportWish,
  newId: (prefix: string) => string,
  tell: (sign: ReadingSign) => void,
): Promise<void> {
  tell({ kind: 'alive' });
  const bytes = await wish.file.arrayBuffer().catch(() => null);
  if (bytes === null) {
    tell({ kind: 'unreadable' });
    return;
  }
  try {
    const turns = readImport(wish, decodeFile(new Uint8Array(bytes)), newId);
    let turn = turns.next();
    for (; !turn.done; turn = turns.next()) tell({ kind: 'alive' });
    for (const pieces of inPieces(turn.value, most)) tell({ kind: 'pieces', pieces });
    tell({ kind: 'end' });
  } catch {
    tell({ kind: 'crashed' });
  }
}
