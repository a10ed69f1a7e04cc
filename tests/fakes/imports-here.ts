import { decodeFile } from '../../src/records/decode-file.ts';
import type { FileImporter, ImportRequest } from '../../src/formats/imports.ts';
import { readImport } from '../../src/formats/run-import.ts';
import type { FileReadResult } from '../../src/ports/file-reading.ts';

let minted = 0;

/** Reads files in this thread; the page reads them in a worker. */
async function read<T>(wish: ImportRequest, { signal }: { signal: AbortSignal }): Promise<FileReadResult<T>> {
  const bytes = await wish.file.arrayBuffer().catch(() => null);
  if (bytes === null) return { kind: 'unreadable' };
  const turns = readImport(
    wish,
    decodeFile(new Uint8Array(bytes), 'encoding' in wish ? wish.encoding : undefined),
    (prefix) => `${prefix}-${(minted += 1)}`,
  );
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  return signal.aborted ? { kind: 'aborted' } : { kind: 'read', value: turn.value as T };
}

export const importsHere: FileImporter = {
  plan: (wish, options) => read({ kind: 'plan', ...wish }, options),
  todos: (wish, options) => read({ kind: 'todos', ...wish }, options),
  calendar: (wish, options) => read({ kind: 'calendar', ...wish }, options),
};
