// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Todo } from '../../../src/records/todo.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { todoDraft } from '../../../src/ui/todo/todo-draft.ts';
import { TodoList } from '../../../src/ui/todo/todo-list.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const rows = new Map<string, Todo>();
const watchers = new Set<() => void>();
let refuses = false;
let minted = 0;

const todos = {
  list: () => ({
    subscribe(next: (value: Todo[]) => void) {
      const tell = () =>
        next([...rows.values()].filter((todo) => !todo.deleted_at).sort((a, b) => a.position - b.position));
      watchers.add(tell);
      tell();
      return () => watchers.delete(tell);
    },
  }),
  get: async (id: string) => rows.get(id),
  save: async (todo: Todo) => {
    if (refuses) throw new Error('full');
    rows.set(todo.id, todo);
    watchers.forEach((tell) => tell());
  },
};
const clock = {
  now: () => '2026-11-21T12:00:00.000Z',
  newId: (prefix: string) => `${prefix}-${++minted}`,
  zone: () => 'Europe/Berlin',
  languages: () => ['en-GB'],
};

let app: Pick<App, 'dependencies' | 'words' | 'toasts' | 'go'>;
let list: TodoList;
let stop: () => void;
let shown: string[] = [];

beforeEach(async () => {
  rows.clear();
  refuses = false;
  app = {
    dependencies: { stores: { todos }, clock } as unknown as App['dependencies'],
    words: new Translator(),
    toasts: new Toasts(),
    go: async () => undefined,
  };
  list = new TodoList(app);
  stop = $effect.root(() => {
    $effect(() => {
      shown = (list.open ?? []).map((todo) => todo.title);
    });
  });
  flushSync();
  for (const title of ['one', 'two', 'three']) await list.add(title);
  flushSync();
});
afterEach(() => stop());

const named = (title: string) => [...rows.values()].find((todo) => todo.title === title)!;

test('R9.5 new to-dos stand at the end, and done ones leave the open list', async () => {
  expect(shown).toEqual(['one', 'two', 'three']);
  await list.change(named('two').id, { done: true });
  flushSync();
  expect(shown).toEqual(['one', 'three']);
  expect(list.done?.map((todo) => todo.title)).toEqual(['two']);
});

test('R9.5 a to-do without a title is not added', async () => {
  expect(await list.add('   ')).toBe(false);
  expect(rows.size).toBe(3);
});

test('R9.5, R10.1 a to-do that is typed with a time and marks has them, unless it is to stand as it was typed', async () => {
  await list.add('Buy bread tomorrow !high #food');
  expect(named('Buy bread')).toMatchObject({ due: '2026-11-22', priority: 'high', tags: ['food'] });
  app.toasts.list[0]?.action?.run();
  await expect
    .poll(() => named('Buy bread tomorrow !high #food'))
    .toMatchObject({ due: null, priority: 'normal', tags: [] });
  await list.add('Answer #general');
  app.toasts.list.at(-1)?.action?.run();
  await expect.poll(() => named('Answer #general')).toMatchObject({ tags: [] });
  for (const typed of [
    'Tomorrow',
    'Write up 20 November 2026',
    'Sleep 8 hours',
    'Release v1.2.2027',
    'Buy 1/2 lb butter',
    '买5号电池',
  ]) {
    await list.add(typed);
    expect(named(typed).due).toBeNull();
  }
});

test('R9.5 a to-do moves up and down, also where positions are equal', async () => {
  await list.move(named('three'), -1);
  flushSync();
  expect(shown).toEqual(['one', 'three', 'two']);
  await list.move(named('one'), -1);
  flushSync();
  expect(shown).toEqual(['one', 'three', 'two']);
  for (const todo of [...rows.values()]) await todos.save({ ...todo, position: 1 });
  flushSync();
  const [first = ''] = shown;
  await list.move(named(first), 1);
  flushSync();
  expect(shown[1]).toBe(first);
});

test('R12.6 a deleted to-do leaves the list and comes back by undo', async () => {
  await list.remove(named('two'));
  flushSync();
  expect(shown).toEqual(['one', 'three']);
  app.toasts.list[0]?.action?.run();
  await expect.poll(() => named('two').deleted_at).toBeNull();
});

test('R12.4 a refused write is told, and nothing is lost', async () => {
  refuses = true;
  expect(await list.add('four')).toBe(false);
  await list.remove(named('one'));
  expect(app.toasts.list.map((toast) => toast.tone)).toEqual(['refused', 'refused']);
  expect(rows.size).toBe(3);
});

test('R9.5 a form gives back what it was given, in the time of the person', () => {
  const zone = 'Asia/Shanghai';
  const todo = { ...named('one'), due: '2026-11-22T08:30:00.000Z', tags: ['a', 'b c'] };
  const draft = todoDraft.of(todo, zone);
  expect(draft).toMatchObject({ date: '2026-11-22', time: '16:30', tags: 'a, b c' });
  expect(todoDraft.read(draft, zone)).toMatchObject({ ok: true, value: { due: todo.due, tags: ['a', 'b c'] } });
  expect(todoDraft.read({ ...draft, time: '', tags: '#x，y、x' }, zone)).toMatchObject({
    ok: true,
    value: { due: '2026-11-22', tags: ['x', 'y'] },
  });
  expect(todoDraft.read({ ...draft, date: '' }, zone)).toEqual({ ok: false, error: 'date' });
  expect(todoDraft.read({ ...draft, title: ' ' }, zone)).toEqual({ ok: false, error: 'title' });
});

test('R14.4 a long list is filtered by words of titles, notes and tags', async () => {
  expect(list.isLong).toBe(false);
  for (let n = 0; n < 8; n += 1) await list.add(`more ${n}`);
  await list.add('Call Ana #Garden');
  flushSync();
  expect(list.isLong).toBe(true);
  list.filter = '  call #gar';
  flushSync();
  expect(list.shown.open.map(({ title }) => title)).toEqual(['Call Ana']);
  expect(list.isFiltered).toBe(true);
  list.filter = 'nothing like it';
  flushSync();
  expect(list.shown).toEqual({ open: [], done: [] });
  await list.add('shown again');
  flushSync();
  expect(list.shown.open).toHaveLength(list.open?.length ?? 0);
});

test('R10.1 a repetition is due the first time, and that it does not repeat is said', async () => {
  await list.add('every Monday take out the bins');
  expect([...rows.values()].at(-1)).toMatchObject({ title: 'every Monday take out the bins', due: '2026-11-23' });
  expect(app.toasts.list.at(-1)?.text).toBe(app.words.t('todo.added_once'));
  app.toasts.list.at(-1)?.action?.run();
  await expect.poll(() => [...rows.values()].at(-1)?.due).toBeNull();
});

test('R9.5 a to-do takes the place of its due date and priority; what the person has moved stays', async () => {
  await app.words.loadAll();
  await list.add('Water the plants on 30 November');
  await list.add('Pay rent on 29 November !high #home');
  expect(app.toasts.list.at(-1)?.text).toBe('Added the to-do “Pay rent”, due Sun 29 Nov, high priority, #home.');
  await list.add('Buy bread on 29 November');
  expect(shown).toEqual(['Pay rent', 'Buy bread', 'Water the plants', 'one', 'two', 'three']);
  await list.move(
    list.open!.find(({ title }) => title === 'two')!,
    -1,
  );
  await list.add('Call Ann on 30 November');
  expect(shown).toEqual(['Pay rent', 'Buy bread', 'Water the plants', 'Call Ann', 'two', 'one', 'three']);
  await list.change(list.open!.find(({ title }) => title === 'three')!.id, { due: '2026-11-30' });
  expect(shown).toEqual(['Pay rent', 'Buy bread', 'Water the plants', 'Call Ann', 'three', 'two', 'one']);
});
