import type { OfficeOutcome } from '../../ports/file-reading.ts';
import { readWordDocument } from './read-document.ts';
import { readWorkbook } from './read-workbook.ts';
import { relationshipsOfPart } from './relations.ts';
import { TooLargeError, ZipParts } from './zip-parts.ts';

/**
 * Reads a file of Word or Excel; `alive` is called from time to time. Nothing in it is run, and nothing loaded for it.
 */
export function readOffice(bytes: Uint8Array, alive: () => void): OfficeOutcome {
  if (isCompoundFile(bytes)) return { kind: holdsEncryption(bytes) ? 'protected' : 'old' };
  try {
    const parts = ZipParts.open(bytes);
    if (!parts) return { kind: 'broken' };
    const main = relationshipsOfPart(parts, '').find(({ type }) => type === 'officeDocument')?.target ?? '';
    if (!parts.has(main)) return { kind: 'broken' };
    if (/(?:^|\/)word\//i.test(main)) return readWordDocument(parts, main, alive);
    return /(?:^|\/)xl\/.*\.xml$/i.test(main) ? readWorkbook(parts, main, alive) : { kind: 'broken' };
  } catch (error) {
    return { kind: error instanceof TooLargeError ? 'too_large' : 'broken' };
  }
}

/** True if a file is in the container of Word and Excel before 2007, which encrypted files of today are in as well. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
}

const encryption = Array.from('EncryptedPackage', (letter) => `${letter}\0`).join('');

function holdsEncryption(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes).includes(encryption);
}
