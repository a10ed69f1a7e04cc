import { describe, expect, test } from 'vitest';
import type { FileImporter } from '../../src/formats/imports.ts';

const at = '2026-02-01T00:00:00.000Z';
const signal = new AbortController().signal;
const zone = 'Europe/Berlin';

/** The contract of every reader of external files. */
export function importsContract(name: string, imports: FileImporter): void {
  const plan = (text: string, options = { signal }) =>
    imports.plan({ file: new Blob([text]), planId: 'plan_new', at }, options);

  describe(name, () => {
    test('a plan is read, and one that cannot be is refused with its place', async () => {
      const read = await plan('["Wash the apples", "Bake the cake",]');
      expect(read).toMatchObject({
        kind: 'read',
        value: { ok: true, plan: { id: 'plan_new', status: 'paused' }, repairs: [{ code: 'trailing_comma' }, {}] },
      });
      expect(await plan('["cut off')).toMatchObject({
        kind: 'read',
        value: { ok: false, error: { code: 'cut_off', params: { line: 1 } } },
      });
    });

    test('to-dos are read, by what the file is called', async () => {
      const wish = { file: new Blob(['- [ ] Buy milk\n']), name: 'list.md', zone, now: '2026-01-14T09:00:00.000Z' };
      const read = await imports.todos(wish, { signal });
      expect(read).toMatchObject({ kind: 'read', value: { ok: true, items: [{ title: 'Buy milk' }] } });
      expect(await imports.todos({ ...wish, file: new Blob(['a\0']) }, { signal })).toEqual({
        kind: 'read',
        value: { ok: false, error: 'unlike' },
      });
    });

    test('a calendar is read into the entries that there are', async () => {
      const lines = [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:a',
        'DTSTART:20260301T090000Z',
        'END:VEVENT',
        'END:VCALENDAR',
      ];
      const wish = { file: new Blob([lines.join('\r\n')]), zone, now: at, untitled: 'Untitled' };
      const first = await imports.calendar({ ...wish, stored: [] }, { signal });
      expect(first).toMatchObject({ kind: 'read', value: { ok: true, added: 1, rows: [{ title: 'Untitled' }] } });
      const rows = first.kind === 'read' && first.value.ok ? first.value.rows : [];
      const second = await imports.calendar({ ...wish, stored: rows }, { signal });
      expect(second).toMatchObject({ kind: 'read', value: { ok: true, added: 0, rows: [] } });
    });

    test('a file that the browser does not hand out is told', async () => {
      const file = new Blob(['x']);
      file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
      expect(await imports.plan({ file, planId: 'plan_new', at }, { signal })).toEqual({ kind: 'unreadable' });
    });

    test('an abort ends it, before it has begun and after', async () => {
      const stop = new AbortController();
      const reading = plan('["a"]', { signal: stop.signal });
      stop.abort();
      expect(await reading).toEqual({ kind: 'aborted' });
      expect(await plan('["a"]', { signal: stop.signal })).toEqual({ kind: 'aborted' });
    });
  });
}
