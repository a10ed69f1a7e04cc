import { expect, test } from 'vitest';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';

const texts = ({ list }: Toasts) => list.map(({ text }) => text);

test('R14.6 a refusal goes with the next action, and two of one action both stand', () => {
  const toasts = new Toasts();
  toasts.refuse('Step 2 needs step 1.');
  toasts.refuse('Step 3 needs step 1.');
  expect(texts(toasts)).toEqual(['Step 2 needs step 1.', 'Step 3 needs step 1.']);
  toasts.pass();
  expect(texts(toasts)).toEqual([]);
});

test('R14.6 what the person did is shown for seconds, a refusal for longer, what failed unseen until it is dismissed', () => {
  const toasts = new Toasts();
  toasts.tell('Saved.');
  toasts.refuse('Not saved.');
  toasts.warn('The copy could not be written.');
  expect(toasts.list.map(({ remainingMs: lasts }) => lasts)).toEqual([7000, 10_000, undefined]);
  toasts.remind('It is time.');
  expect(toasts.list.at(-1)?.remainingMs).toBeUndefined();
});

test('R14.6 a refusal does not follow into a dialog, nor out of one; what failed unseen does', () => {
  const toasts = new Toasts();
  toasts.warn('The copy could not be written.');
  toasts.refuse('Step 2 needs step 1.');
  const close = toasts.openPlace(Symbol('dialog'));
  expect(texts(toasts)).toEqual(['The copy could not be written.']);
  toasts.refuse('Not saved.');
  toasts.tell('Saved.');
  close();
  expect(texts(toasts)).toEqual(['The copy could not be written.', 'Saved.']);
});

test('R14.6 a refusal belongs to the pane of what was refused while that is open, else to the page', () => {
  const toasts = new Toasts();
  toasts.homes = ['todo'];
  toasts.refuse('todo.txt is too large.', { home: 'todo' });
  toasts.refuse('a.pdf is too large.', { home: 'files' });
  toasts.refuse('Not saved.');
  expect(toasts.list.map(({ text, home }) => [text, home])).toEqual([
    ['todo.txt is too large.', 'todo'],
    ['a.pdf is too large.', undefined],
    ['Not saved.', undefined],
  ]);
  toasts.pass();
  expect(texts(toasts)).toEqual([]);
});

test('R14.6 what was done before a dialog opened waits beneath it, and what was done in it is shown after it', () => {
  const toasts = new Toasts();
  const shown = () => toasts.shown().map(({ text }) => text);
  toasts.add({ text: 'Look at two files.', tone: 'plain' });
  expect(shown()).toEqual(['Look at two files.']);
  const closeFirst = toasts.openPlace(Symbol('dialog'));
  expect(shown()).toEqual([]);
  closeFirst();
  const [{ id } = { id: 0 }] = toasts.list;
  expect(shown()).toEqual(['Look at two files.']);
  toasts.dismiss(id);
  toasts.tell('Skipped “Read”.');
  const close = toasts.openPlace(Symbol('dialog'));
  expect(shown()).toEqual([]);
  toasts.tell('Saved.');
  const closeInner = toasts.openPlace(Symbol('inner dialog'));
  expect(shown()).toEqual([]);
  toasts.remind('It is time.');
  expect(shown()).toEqual(['It is time.']);
  closeInner();
  expect(shown()).toEqual(['Saved.', 'It is time.']);
  close();
  expect(shown()).toEqual(['Skipped “Read”.', 'Saved.', 'It is time.']);
});

test('R14.6 what stays until it is dismissed is pushed out by nothing, and does not stand twice', () => {
  const toasts = new Toasts();
  toasts.remind('It is time.');
  toasts.warn('The copy could not be written.');
  for (const name of ['a', 'b', 'c', 'd']) toasts.tell(`Deleted ${name}.`);
  toasts.warn('The copy could not be written.');
  expect(texts(toasts)).toEqual(['It is time.', 'Deleted c.', 'Deleted d.', 'The copy could not be written.']);
});

test('R14.6 of what stays until it is dismissed the latest three are shown, and an earlier one once there is room', () => {
  const toasts = new Toasts();
  const shown = () => toasts.shown().map(({ text }) => text);
  const ids = Array.from({ length: 12 }, (_, n) => toasts.remind(`Reminder ${n}`));
  toasts.tell('Saved.');
  expect(shown()).toEqual(['Reminder 9', 'Reminder 10', 'Reminder 11', 'Saved.']);
  toasts.dismiss(ids[10]!);
  expect(shown()).toEqual(['Reminder 8', 'Reminder 9', 'Reminder 11', 'Saved.']);
});
