import type { FileReaderMessage } from '../../ports/file-reading.ts';
import { jsonPieceBatches } from '../../records/pieces.ts';
import { readOffice } from './read-office.ts';

/** The greatest weight of one message, in units of `jsonPieceBatches`. */
const most = 5000;

/** Reads a file of Word or Excel and sends its progress and outcome, in pieces, to `tell`. */
export function runOfficeFileReader(bytes: Uint8Array, tell: (sign: FileReaderMessage) => void): void {
  tell({ kind: 'alive' });
  const outcome = readOffice(bytes, () => tell({ kind: 'alive' }));
  for (const pieces of jsonPieceBatches(outcome, most)) tell({ kind: 'pieces', pieces });
  tell({ kind: 'end' });
}
