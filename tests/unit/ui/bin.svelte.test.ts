// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { RecycleBin } from '../../../src/ui/session/bin.svelte.ts';

const words = new Translator();
await words.loadAll();
const never = { subscribe: () => () => undefined };

test('R12.6 the offer to undo a deletion goes once the session is brought back from the bin', async () => {
  const toasts = new Toasts();
  const opened: string[] = [];
  const sessions = { removed: () => never, remove: async () => undefined };
  const app = {
    ...{ words, toasts, openSession: async (id: string) => void opened.push(id) },
    dependencies: { stores: { sessions, bin: { things: () => never } }, clock: {} },
  } as unknown as App;
  const offer = (restores: string) => ({ label: 'Undo', run: () => undefined, restores });
  toasts.tell('Deleted the session “One”.', offer('one'));
  toasts.tell('Deleted the session “Two”.', offer('two'));
  await new RecycleBin(app).bringBack({
    kind: 'sessions',
    id: 'one',
    title: 'One',
    deleted_at: '2026-01-01T10:00:00.000Z',
  });
  expect(toasts.list.map(({ text }) => text)).toEqual(['Deleted the session “Two”.']);
  expect(opened).toEqual(['one']);
});
