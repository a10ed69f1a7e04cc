import type { Page } from '@playwright/test';

interface Filling {
  /** The session that gets half of the lines; the others share the other half. It is not made. */
  big: string;
  /** How many other sessions are made. */
  sessions: number;
  /** Lines of history in all. */
  lines: number;
  /** The number of the big session's first new line. */
  after?: number;
}

/**
 * Fills the database behind the app's back with sessions and lines of tasks that are over, as relaxed as a browser
 * lets.
 */
export function fillDatabase(page: Page, filling: Filling): Promise<void> {
  return page.evaluate(async ({ big, sessions, lines, after = 0 }) => {
    const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000).toISOString();
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('cairn');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('not opened'));
    });
    const put = (table: string, rows: object[]) =>
      new Promise<void>((resolve, reject) => {
        const transaction = database.transaction(table, 'readwrite', { durability: 'relaxed' });
        for (const row of rows) transaction.objectStore(table).put(row);
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
      });
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
    const session = (n: number) => ({
      ...{ id: `session_${n}`, title: `Session ${n}`, plan_status: 'paused', steps_ended: 0, steps_total: 1000 },
      ...{ created_at: at(n), updated_at: at(n), listed_at: at(n), deleted_at: null },
    });
    const line = (of: string, seq: number) => ({
      ...{ session_id: of, seq, task_id: 'run_1', step_id: seq % 8 === 0 ? null : 'step_1', at: at(seq) },
      ...(seq % 3 === 0 ? { effect: `${of}/run_1/step_1/1/${seq}` } : {}),
      body:
        seq % 8 === 0
          ? { type: 'message', kind: 'guidance', text: `Line ${seq} of what was said in this session.` }
          : { type: 'decision', kind: 'act', note: `Line ${seq} of what was done in this session.` },
    });
    await put('sessions', numbers(sessions).map(session));
    const half = lines / 2;
    const blocks = 10;
    for (const block of numbers(blocks))
      await put(
        'journal',
        numbers(half / blocks).map((n) => line(big, after + (block * half) / blocks + n + 1)),
      );
    const each = half / sessions;
    for (const block of numbers(blocks))
      await put(
        'journal',
        numbers(half / blocks).map((n) => {
          const nth = (block * half) / blocks + n;
          return line(`session_${Math.floor(nth / each)}`, (nth % each) + 1);
        }),
      );
    database.close();
  }, filling);
}
