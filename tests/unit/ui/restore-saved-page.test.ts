import { expect, test } from 'vitest';
import { buildExportedRunHtml } from '../../../src/engine/exported-run-html.ts';
import { restoreSavedPage } from '../../../src/ui/share/saved-page-export.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';

const calls = (calls: number, cost: number) => ({ calls, input: 9, output: 9, estimated: false, cost, unpriced: 0 });

/** The lines that a shared page with this last line gives to a restore, and what the person is told. */
async function restored(line: string): Promise<{ lines: string[]; said: string[] }> {
  const page = {
    title: 'T',
    language: 'en',
    words: {},
    office: {},
    script: '',
    style: '',
    lines: `{"cairn_backup":1}\n${line}`,
  };
  const seen: { lines: string[]; said: string[] } = { lines: [], said: [] };
  const say = (key: string) => void seen.said.push(key);
  const backup = {
    restore: async (file: Blob) => {
      seen.lines = (await file.text()).split('\n');
      return seen.lines[1]?.endsWith('}') ? { ok: true, value: { kept: {} } } : { ok: false };
    },
  };
  const app = {
    dependencies: { backup: async () => ({ backup }) },
    words: { loadAll: async () => undefined, t: (key: string) => key },
    toasts: { refuse: say, tell: say },
    openSession: async () => undefined,
  } as unknown as App;
  await restoreSavedPage(app, new File([await buildExportedRunHtml(page)], 'run.html'));
  return seen;
}

test('R5.5 what the sender of a shared run has spent is shown as copied, and is not spent by its reader', async () => {
  const row = { id: 's1', title: 'Theirs', used: calls(3, 0.2), copied: calls(1, 0.1) };
  const { lines } = await restored(JSON.stringify({ table: 'sessions', row }));
  const session = (JSON.parse(lines[1] ?? '') as { row: object }).row;
  expect(session).toMatchObject({ id: 's1', copied: { calls: 4, cost: expect.closeTo(0.3) as number } });
  expect(session).not.toHaveProperty('used');
});

test('R12.5 a shared page that was cut off is told as damaged', async () => {
  const { lines, said } = await restored('{"table":"sessions","row":{"id":"s1"');
  expect(lines[1]).toBe('{"table":"sessions","row":{"id":"s1"');
  expect(said).toEqual(['share.page_damaged']);
});
