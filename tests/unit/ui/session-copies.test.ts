import { expect, test } from 'vitest';
import { type OutgoingFileReader, SessionCopies } from '../../../src/engine/session-copy.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import type { SessionFile } from '../../../src/records/session-file.ts';
import { MemoryFolder } from '../../fakes/memory-folder.ts';

const file = (name: string, mime: string, content: string): SessionFile => ({
  id: name,
  session_id: 's',
  name,
  mime,
  size: content.length,
  content,
  kind: 'file',
  source: null,
  created_at: `2026-01-14T09:00:00.000Z${content}`,
  deleted_at: null,
});

function copies(files: SessionFile[], outgoing: OutgoingFileReader) {
  const stores = {
    sessions: { run: async () => null, get: async () => undefined },
    files: {
      list: () => ({ subscribe: (next: (heads: SessionFile[]) => void) => (next(files), () => undefined) }),
      get: async (id: string) => files.find((each) => each.id === id),
    },
  } as unknown as Pick<Stores, 'sessions' | 'files'>;
  return new SessionCopies(stores, outgoing);
}

test('R12.5 a file that cannot be made is told, and the others are copied', async () => {
  const folder = new MemoryFolder();
  const all = [file('big.xlsx', 'text/csv', 'a'), file('notes.md', 'text/markdown', 'b')];
  const error = await copies(all, async (each) => {
    if (each.name === 'big.xlsx') throw new Error('too many rows');
    return each;
  }).update(folder, 's');
  expect(error).toEqual({ code: 'failed', path: 's/big.xlsx', detail: 'Error: too many rows' });
  expect(folder.files).toEqual({ 's/notes.md': 'b' });
});

test('R12.5 a document is copied again when a picture of the session changes', async () => {
  const folder = new MemoryFolder();
  const all = [file('r.docx', 'text/markdown', '![c](c.svg)'), file('c.svg', 'image/svg+xml', '1')];
  const copied = copies(all, async ({ name, mime, content }) => ({
    mime,
    content: name === 'r.docx' ? `with ${all[1]?.content}` : content,
  }));
  await copied.update(folder, 's');
  all[1] = file('c.svg', 'image/svg+xml', '2');
  folder.writes = [];
  await copied.update(folder, 's');
  expect(folder.writes.sort()).toEqual(['s/c.svg', 's/r.docx']);
  expect(folder.files['s/r.docx']).toBe('with 2');
});
