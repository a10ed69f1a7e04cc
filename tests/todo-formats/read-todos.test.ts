import { describe, expect, test } from 'vitest';
import { markdownTodos } from '../../src/todo-formats/markdown-todos.ts';
import { readTodos } from '../../src/todo-formats/read-todos.ts';
import { todoTxt } from '../../src/todo-formats/todo-txt.ts';

const zone = 'Europe/Berlin';
const found = (name: string, text: string) => {
  const read = readTodos(name, text, zone);
  return read.ok ? read.items : read.fault;
};
const plain = { notes: '', due: null, priority: 'normal', tags: [], done: false };

describe('Markdown of our own', () => {
  test('R14.4 a to-do is a task with its marks, its notes below it', () => {
    const text = markdownTodos.write(
      [
        {
          title: 'Buy milk',
          notes: 'oat\n\nnot soy',
          due: '2026-01-31',
          priority: 'high',
          tags: ['shop'],
          done: false,
        },
        { ...plain, title: 'Ask about #shop', due: '2026-07-01T13:00:00.000Z', priority: 'low', tags: [], done: true },
      ],
      { title: 'To-dos', zone },
    );
    expect(text).toBe(
      '# To-dos\n\n- [ ] Buy milk due:2026-01-31 !high #shop\n  oat\n\n  not soy\n- [x] Ask about \\#shop due:2026-07-01T15:00+02:00 !low\n',
    );
  });
});

describe('Markdown by others', () => {
  test('R14.4 a list as on GitHub: any bullet or number, nested, capital X, issues are no tags', () => {
    const text = [
      '# Release 2',
      'Some words.',
      '- [ ] Fix #123',
      '* [X] Write the docs',
      '    - [ ] nested one',
      '1. [x] numbered',
      '2) [ ] and with a bracket',
      '- no task',
      '- [-] cancelled',
      '',
      '```md',
      '- [ ] in a code block',
      '```',
      '+ [ ] last',
    ].join('\r\n');
    expect(found('TODO.md', text)).toEqual([
      { ...plain, title: 'Fix #123' },
      { ...plain, title: 'Write the docs', done: true },
      { ...plain, title: 'nested one' },
      { ...plain, title: 'numbered', done: true },
      { ...plain, title: 'and with a bracket' },
      { ...plain, title: 'last' },
    ]);
  });

  test('R14.4 the signs of Obsidian and TaskPaper', () => {
    const text = [
      '- [ ] Call mum ⏫ 📅 2026-02-03 #family',
      '- [ ] Later 🔽 @due(2026-02-03 18:30)',
      '- [x] Paid 📅2026-01-01',
      '- [ ] A #tag inside stays',
      '  with a note',
      '\t- and a bullet',
    ].join('\n');
    expect(found('notes.markdown', text)).toEqual([
      { ...plain, title: 'Call mum', due: '2026-02-03', priority: 'high', tags: ['family'] },
      { ...plain, title: 'Later', due: '2026-02-03T17:30:00.000Z', priority: 'low' },
      { ...plain, title: 'Paid', due: '2026-01-01', done: true },
      { ...plain, title: 'A #tag inside stays', notes: 'with a note\n- and a bullet' },
    ]);
  });

  test('R14.4 a title that is too long goes on in the notes', () => {
    const long = 'word '.repeat(200).trim();
    expect(found('a.md', `- [ ] ${long}\n  note`)).toEqual([
      { ...plain, title: `${long.slice(0, 250)}…`, notes: `${long}\n\nnote` },
    ]);
  });
});

describe('todo.txt', () => {
  test('R14.4 a line has priority, days, title, tags, the due day and the notes', () => {
    const dated = { created_at: '2026-01-14T23:30:00.000Z', updated_at: '2026-01-20T09:00:00.000Z' };
    const text = todoTxt.write(
      [
        {
          title: 'Buy milk',
          notes: 'oat, 100%\nnot soy',
          due: '2026-01-31',
          priority: 'high',
          tags: ['shop'],
          done: false,
          ...dated,
        },
        { title: 'x marks', notes: '', due: null, priority: 'low', tags: [], done: true, ...dated },
        { title: 'x is no mark', notes: '', due: null, priority: 'normal', tags: [], done: false, ...dated },
      ],
      zone,
    );
    expect(text).toBe(
      '(A) 2026-01-15 Buy milk @shop due:2026-01-31 note:oat,%20100%25%0Anot%20soy\n' +
        'x 2026-01-20 2026-01-15 x marks pri:D\n' +
        '2026-01-15 x is no mark\n',
    );
  });

  test('R14.4 lines by others', () => {
    const text = [
      '(A) 2026-01-02 Call Mom @phone +Family due:2026-02-03',
      '(B) Schedule Goodyear +GarageSale @GroceryStore',
      '(Z) someday rec:+1w t:2026-01-01',
      'x 2026-01-03 2026-01-01 Review pull request @github pri:A',
      'x done without a day',
      'Ask @bob about the party',
      'xylophone lesson',
      '(b) no priority',
      '',
      'Pay 3.50 due:soon https://example.org/a?b=c',
    ].join('\n');
    expect(found('todo.txt', text)).toEqual([
      { ...plain, title: 'Call Mom', due: '2026-02-03', priority: 'high', tags: ['phone', 'Family'] },
      { ...plain, title: 'Schedule Goodyear', tags: ['GarageSale', 'GroceryStore'] },
      { ...plain, title: 'someday rec:+1w t:2026-01-01', priority: 'low' },
      { ...plain, title: 'Review pull request', priority: 'high', tags: ['github'], done: true },
      { ...plain, title: 'done without a day', done: true },
      { ...plain, title: 'Ask @bob about the party', tags: ['bob'] },
      { ...plain, title: 'xylophone lesson' },
      { ...plain, title: '(b) no priority' },
      { ...plain, title: 'Pay 3.50 due:soon https://example.org/a?b=c' },
    ]);
  });
});

test.each([
  ['notes.md', '# Notes\n\nNothing to do here.\n- a bullet', 'none'],
  ['plan.json', '{"goal":"x"}', 'none'],
  ['page.txt', '<!doctype html><p>x</p>', 'none'],
  ['empty.txt', ' \n\n', 'none'],
  ['photo.txt', 'PNG\0\0', 'unlike'],
  ['many.txt', 'x\n'.repeat(5001), 'too_many'],
])('R2.6 %s holds no to-dos that can be taken: %#', (name, text, fault) => {
  expect(found(name, text)).toBe(fault);
});
