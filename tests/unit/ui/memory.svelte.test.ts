// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Note } from '../../../src/records/note.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { NotesView } from '../../../src/ui/memory/memory.svelte.ts';
import { runMemoryCommand } from '../../../src/ui/conversation/composer-commands.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const words = new Translator();
await words.loadAll();
const rows = new Map<string, Note>();
const watchers = new Set<() => void>();
let refuses = false;
let minted = 0;
const notes = {
  list: () => ({
    subscribe(next: (value: Note[]) => void) {
      const tell = () => next([...rows.values()].filter((note) => note.deleted_at === null));
      watchers.add(tell);
      tell();
      return () => watchers.delete(tell);
    },
  }),
  get: async (id: string) => rows.get(id),
  save: async (note: Note) => {
    if (refuses) throw new Error('full');
    rows.set(note.id, note);
    watchers.forEach((tell) => tell());
  },
};
const clock = { now: () => '2026-01-14T09:00:00.000Z', newId: (prefix: string) => `${prefix}-${(minted += 1)}` };
const dependencies = { stores: { notes }, clock } as unknown as App['dependencies'];

let toasts: Toasts;
let memory: NotesView;
let shown: string[] = [];
let stop: () => void;

beforeEach(() => {
  rows.clear();
  refuses = false;
  toasts = new Toasts();
  memory = new NotesView({ dependencies, words, toasts });
  stop = $effect.root(() => {
    $effect(() => {
      shown = (memory.shown ?? []).map(({ title }) => title);
    });
  });
  flushSync();
});
afterEach(() => stop());

const draft = { title: '', text: 'Rye bread\nby the station', tags: '#food, shop，food' };

test('R9.9 a note is kept with its tags, and named by its first line where it has no title', async () => {
  expect(await memory.save(draft, null)).toBe(true);
  expect([...rows.values()]).toMatchObject([{ title: 'Rye bread', tags: ['food', 'shop'], foreign: false }]);
  expect(await memory.save({ title: ' ', text: '\n', tags: 'x' }, null)).toBe(false);
  expect(rows.size).toBe(1);
});

test('R9.9 what is typed finds notes by all of its words, in title, text and tags', async () => {
  await memory.save(draft, null);
  await memory.save({ title: '长城', text: '早上去', tags: 'travel' }, null);
  for (const [query, titles] of [
    ['STATION rye', ['Rye bread']],
    ['#travel 早上', ['长城']],
    ['rye travel', []],
    [' ', ['Rye bread', '长城']],
  ] as const) {
    memory.query = query;
    flushSync();
    expect(shown).toEqual(titles);
  }
});

test('R9.9, R13.3 a change keeps what it does not touch, such as where the note comes from', async () => {
  await memory.save(draft, null);
  const [note] = [...rows.values()];
  rows.set(note!.id, { ...note!, foreign: true });
  await memory.save({ ...draft, title: 'Bread' }, note!.id);
  expect(rows.get(note!.id)).toMatchObject({ title: 'Bread', foreign: true, created_at: note!.created_at });
});

test('R12.6 a deleted note can be brought back', async () => {
  await memory.save(draft, null);
  await memory.remove([...rows.values()][0]!);
  flushSync();
  expect(shown).toEqual([]);
  expect(toasts.list[0]?.text).toBe('Deleted the note “Rye bread”.');
  toasts.list[0]?.action?.run();
  await expect.poll(() => [...rows.values()][0]?.deleted_at).toBe(null);
});

test('R12.4 a storage that refuses is told', async () => {
  refuses = true;
  expect(await memory.save(draft, null)).toBe(false);
  expect(toasts.list[0]?.text).toBe(words.t('panes.not_saved'));
});

test('R10.2 /memory with a text keeps it, and says so', async () => {
  const said = await runMemoryCommand(' The *cabin* has no heating ', 's1', { dependencies, words });
  expect(said).toContain('cabin');
  expect([...rows.values()]).toMatchObject([
    { title: 'The *cabin* has no heating', text: 'The *cabin* has no heating', session_id: 's1' },
  ]);
  refuses = true;
  expect(await runMemoryCommand('x', 's1', { dependencies, words })).toBe(words.t('panes.not_saved'));
});
