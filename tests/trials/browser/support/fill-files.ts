import type { Page } from '@playwright/test';

/** Puts so many files of a megabyte into sessions of the database, behind the app's back; no two are alike. */
export function fillFiles(page: Page, { files, sessions }: { files: number; sessions: number }): Promise<void> {
  return page.evaluate(
    async ({ files: count, sessions: of }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('cairn');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not opened'));
      });
      const at = new Date('2026-01-01T00:00:00Z').toISOString();
      for (let n = 0; n < count; n += 1) {
        let state = n + 1;
        const words = Array.from({ length: 110_000 }, () => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return state.toString(36).padStart(8, ' ');
        });
        const content = words.join(' ').slice(0, 1_000_000);
        const id = `file_${n}`;
        const head = { id, session_id: `session_${n % of}`, name: `notes-${n}.txt`, mime: 'text/plain' };
        const transaction = database.transaction(['files', 'contents'], 'readwrite', { durability: 'relaxed' });
        const rest = { size: content.length, kind: 'file', source: null, created_at: at, deleted_at: null };
        transaction.objectStore('files').put({ ...head, ...rest });
        transaction.objectStore('contents').put({ id, content });
        await new Promise((resolve) => (transaction.oncomplete = resolve));
      }
      database.close();
    },
    { files, sessions },
  );
}
