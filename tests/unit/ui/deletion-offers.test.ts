import { expect, test } from 'vitest';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { UndoDeletionOffers } from '../../../src/ui/session/deletion-offers.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const opened = '2026-01-01T10:00:00.000Z';
const later = '2026-01-01T10:05:00.000Z';
const words = new Translator();
await words.loadAll();

function deleted(store: 'todos' | 'entries' | 'files' | 'notes', id: string, title: string): JournalEntryBody {
  const written = [{ store, id, change: 'deleted' as const, hash: '' }];
  const result = { ok: true, text: '', output: { title }, failure: null, written, artifact: null, foreign: false };
  return { type: 'tool_result', call: 'c', tool: 'todo', input: {}, result, retry_at: '' };
}
const line = (seq: number, at: string, body: JournalEntryBody): JournalEntry => ({
  ...{ seq, session_id: 's', task_id: 't', step_id: null, at, body },
});

function world() {
  let now = opened;
  const saved: unknown[] = [];
  const store = {
    get: async (id: string) => ({ id, deleted_at: later }),
    save: async (row: unknown) => void saved.push(row),
  };
  const toasts = new Toasts();
  const app = {
    words,
    toasts,
    dependencies: { clock: { now: () => now }, stores: { todos: store, entries: store, notes: store } },
  } as unknown as App;
  const offers = new UndoDeletionOffers(app);
  now = later;
  return { offers, toasts, saved };
}

test('R12.6 what a tool deletes is offered back once, and what had been deleted before is not', async () => {
  const { offers, toasts, saved } = world();
  const before = line(1, '2026-01-01T09:00:00.000Z', deleted('todos', 'old', 'Old'));
  const entries = [
    before,
    line(2, later, deleted('todos', 't1', 'Bread')),
    line(3, later, deleted('entries', 'e1', 'Trip')),
    line(4, later, deleted('notes', 'n1', 'Seats')),
  ];
  offers.look(entries);
  offers.look(entries);
  expect(toasts.list.map(({ text }) => text)).toEqual([
    'Deleted “Bread”.',
    'Deleted “Trip”.',
    'Deleted the note “Seats”.',
  ]);
  toasts.list.forEach(({ action }) => action?.run());
  await expect.poll(() => saved).toHaveLength(3);
  expect(saved).toEqual([
    { id: 't1', deleted_at: null, updated_at: later },
    { id: 'e1', deleted_at: null, updated_at: later },
    { id: 'n1', deleted_at: null, updated_at: later },
  ]);
});

test('R12.6 a deleted file is not offered back, as its deletion can be undone nowhere', () => {
  const { offers, toasts } = world();
  offers.look([line(2, later, deleted('files', 'f1', 'a.txt'))]);
  expect(toasts.list).toEqual([]);
});
