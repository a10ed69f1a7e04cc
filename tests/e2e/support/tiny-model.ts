import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const maker = fileURLToPath(new URL('../../../../shared/models/make-tiny-gguf.mjs', import.meta.url));
const contextKey = 'llama.context_length';

/**
 * The last weights of the file say how likely each token is: a row for each, the row's first weight counting always.
 */
const vocabulary = 370;
const rowBytes = 128 * 4;
const quotationMark = 261;

interface Tiny {
  /** How many tokens it takes in, each a letter. */
  context?: number;
  /** Its sentences come to an end. */
  terse?: boolean;
}

/** A model of random weights, whose text is noise. Null where it cannot be made. */
export function tinyModel({ context = 2048, terse = false }: Tiny = {}): Buffer | null {
  if (!existsSync(maker)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-model-'));
  try {
    const path = join(folder, 'tiny.gguf');
    execFileSync(process.execPath, [maker, path]);
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(context, bytes.indexOf(contextKey) + contextKey.length + 4);
    if (terse) bytes.writeFloatLE(1, bytes.length - (vocabulary - quotationMark) * rowBytes);
    return bytes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
