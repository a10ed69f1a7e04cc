import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownTodos, readMarkdownTodos } from '../../../src/formats/todos/markdown-todos.ts';
import { readTodos } from '../../../src/formats/todos/read-todos.ts';
import type { TodoItem } from '../../../src/formats/todos/todo-item.ts';
import { type TodoTxtItem, todoTxtCodec } from '../../../src/formats/todos/todo-txt.ts';

const now = '2026-01-14T09:00:00.000Z';
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Shanghai', 'Australia/Lord_Howe', 'Pacific/Apia'];

const odd = fc.constantFrom(
  '#tag',
  '\\#tag',
  '\\\\#tag',
  '!high',
  '\\!low',
  'due:2026-01-31',
  'due:',
  '2026-02-01',
  '@due(2026-01-31',
  '18:30)',
  '⏫\uFE0F',
  '@due(2026-01-31)',
  '📅',
  '⏫',
  '- [ ] x',
  '1. [x] y',
  '#1',
  '@home',
  '+garden',
  'x',
  '(A)',
  '2026-01-31',
  'a:b',
  '买菜',
  '**bold**',
  '<b>',
  '&amp;',
  '```',
  '>',
  '[x]',
  '%20',
  'note:x',
  'pri:A',
  '\\',
  '#',
);
const word = fc.oneof(
  { weight: 2, arbitrary: odd },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
);
const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();
const title = fc
  .array(word, { minLength: 1, maxLength: 6 })
  .map((words) => oneLine(words.join(' ')))
  .filter((text) => text !== '' && text.length <= 500);
const noteLine = fc.oneof(
  fc.array(word, { maxLength: 5 }).map((words) => words.join(' ').replace(/[\r\n]/g, '')),
  fc.constantFrom(
    '',
    '  indented',
    '\ttab',
    '- item',
    '  - [ ] nested',
    '\\- [x] escaped',
    '# Head',
    '```',
    '- [ ] todo',
  ),
);
const notes = fc.array(noteLine, { maxLength: 5 }).map((lines) => lines.join('\n').trim());
const due = fc.oneof(
  fc.constant(null),
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 19)}.000Z`),
);
const tag = fc.oneof(
  fc.constantFrom('shopping', '买菜', 'a-b', 'c++', 'x:y', '2026-q1', '@home'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    .filter((text) => !/[\s#]/u.test(text) && !/^\d+$/.test(text)),
);
const item: fc.Arbitrary<TodoItem> = fc.record({
  title,
  notes,
  due,
  priority: fc.constantFrom('low' as const, 'normal' as const, 'high' as const),
  tags: fc.uniqueArray(tag, { maxLength: 4 }),
  done: fc.boolean(),
});

describe('Markdown', () => {
  test('R14.4 every to-do that a task list can hold comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), fc.constantFrom(...zones), (items, zone) => {
        expect(readMarkdownTodos(markdownTodos.write(items, { title: 'To-dos', zone }), zone).items).toEqual(items);
      }),
      { numRuns: 2000 },
    );
  });

  test('R14.4 what comes back is read alike by the choice of the format', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), (items) => {
        const text = markdownTodos.write(items, { title: '待办', zone: 'UTC' });
        expect(readTodos('list.txt', text, { zone: 'UTC', now })).toEqual({ ok: true, items });
      }),
    );
  });
});

describe('todo.txt', () => {
  const looksLikeSign = (text: string) => text.split(' ').some((each) => /^[@+]\S|^(?:due|pri|note):\S/u.test(each));
  const dated: fc.Arbitrary<TodoTxtItem> = fc
    .record({ item, created: due, updated: due })
    .filter(({ item: { title: text } }) => !looksLikeSign(text))
    .map(({ item: each, created, updated }) => ({
      ...each,
      created_at: new Date(created ?? '2026-01-14').toISOString(),
      updated_at: new Date(updated ?? '2026-01-14').toISOString(),
    }));

  test('R14.4 every to-do that todo.txt can hold comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(dated, { maxLength: 6 }), fc.constantFrom(...zones), (items, zone) => {
        const plain = items.map(({ title: text, notes: more, due: day, priority, tags, done }) => ({
          title: text,
          notes: more,
          due: day,
          priority,
          tags,
          done,
        }));
        expect(todoTxtCodec.read(todoTxtCodec.write(items, zone), zone)).toEqual(plain);
      }),
      { numRuns: 2000 },
    );
  });
});

test('R2.6 no text breaks the readers, and what they find can be kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(noteLine, title, fc.string()), { maxLength: 12 }),
      fc.constantFrom('a.md', 'a.txt', 'a.csv'),
      (lines, name) => {
        const text = [...(name === 'a.csv' ? ['title,due,done'] : []), ...lines].join('\n');
        const read = readTodos(name, text, { zone: 'Europe/Berlin', now });
        for (const each of read.ok ? read.items : []) {
          expect(each.title.length).toBeGreaterThan(0);
          expect(each.title.length).toBeLessThanOrEqual(500);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
