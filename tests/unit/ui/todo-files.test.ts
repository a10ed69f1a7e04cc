import { beforeEach, expect, test, vi } from 'vitest';
import type { Todo } from '../../../src/records/todo.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { TodoFiles } from '../../../src/ui/todo/todo-files.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { importsHere } from '../../fakes/imports-here.ts';

const words = new Translator();
await words.loadAll();
const rows = new Map<string, Todo>();
const saved: { name: string; mime: string; content: string }[] = [];
let refuses = false;
let minted = 0;
let toasts: Toasts;
let files: TodoFiles;

beforeEach(() => {
  rows.clear();
  saved.length = 0;
  refuses = false;
  toasts = new Toasts();
  const todos = {
    list: () => ({
      subscribe(next: (value: Todo[]) => void) {
        queueMicrotask(() => next([...rows.values()].filter((todo) => todo.deleted_at === null)));
        return () => undefined;
      },
    }),
    get: async (id: string) => rows.get(id),
    saveAll: async (all: readonly Todo[]) => {
      if (refuses) throw new Error('full');
      for (const todo of all) rows.set(todo.id, todo);
    },
  };
  const clock = {
    now: () => '2026-01-14T09:00:00.000Z',
    zone: () => 'Europe/Berlin',
    newId: (prefix: string) => `${prefix}-${(minted += 1)}`,
  };
  const saveFile = (name: string, mime: string, content: string) => void saved.push({ name, mime, content });
  const dependencies = {
    stores: { todos },
    clock,
    saveFile,
    imports: async () => importsHere,
  } as unknown as App['dependencies'];
  files = new TodoFiles({ dependencies, words, toasts });
});

const told = () => toasts.list.at(-1);
const list = '- [ ] Buy milk due:2026-01-31 !high #shop\n  oat\n- [x] Call mum\n';

test('R14.4 the to-dos of a file come to the end of the list, with the way back offered', async () => {
  await files.add(new File(['Water the plants\n'], 'todo.txt'));
  await files.add(new File([list], 'list.md'));
  expect([...rows.values()].map(({ title, position }) => [title, position])).toEqual([
    ['Water the plants', 1],
    ['Buy milk', 2],
    ['Call mum', 3],
  ]);
  expect([...rows.values()][1]).toMatchObject({ notes: 'oat', due: '2026-01-31', priority: 'high', tags: ['shop'] });
  expect(told()).toMatchObject({ text: '2 to-dos added from list.md.', tone: 'plain' });
  told()?.action?.run();
  await expect.poll(() => [...rows.values()].filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
});

test('R14.4 both formats hold all to-dos in the order of the list', async () => {
  await files.add(new File([list], 'list.md'));
  await files.save('markdown');
  await files.save('todo_txt');
  expect(saved).toEqual([
    { name: 'todos.md', mime: 'text/markdown', content: `# To-dos\n\n${list}` },
    {
      name: 'todo.txt',
      mime: 'text/plain',
      content: '(A) 2026-01-14 Buy milk @shop due:2026-01-31 note:oat\nx 2026-01-14 2026-01-14 Call mum\n',
    },
  ]);
});

test('R14.4 what of a table became no to-do is told by its row, with the way back', async () => {
  const table = 'title,due,owner\nBuy milk,soon,\n,2026-12-05,\nCall mum,2026-12-05,Bob\n';
  await files.add(new File([table], 'list.csv'));
  expect([...rows.values()].map(({ title, due }) => [title, due])).toEqual([
    ['Buy milk', null],
    ['Call mum', '2026-12-05'],
  ]);
  expect(told()).toMatchObject({
    text: '2 to-dos added from list.csv. 1 row has no title and was left out. Not understood, so left out: row 2, “due”: “soon”. A to-do has no place for: owner.',
    tone: 'refused',
    action: { label: 'Undo' },
  });
});

test('R14.4 the same file again adds nothing that the list has, and says so', async () => {
  const table = 'title,due,tags\nBuy milk,next Friday,\nBuy milk,,\nCall mum,2026-12-05,"b,a"\n';
  await files.add(new File([table], 'list.csv'));
  expect([...rows.values()].map(({ title, due }) => [title, due])).toEqual([
    ['Buy milk', '2026-01-23'],
    ['Buy milk', null],
    ['Call mum', '2026-12-05'],
  ]);
  await files.add(new File([`${table}Pay rent,,\n`], 'list.csv'));
  expect([...rows.values()].map(({ title }) => title)).toEqual(['Buy milk', 'Buy milk', 'Call mum', 'Pay rent']);
  expect(told()?.text).toBe('1 to-do added from list.csv. 3 were in your list already and were left out.');
  await files.add(new File([table], 'list.csv'));
  expect(told()?.text).toBe('0 to-dos added from list.csv. 3 were in your list already and were left out.');
  expect(told()?.action).toBeUndefined();
});

test('R14.4 the report of an import stays in its pane until the next action', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  toasts.homes = ['todo'];
  await files.add(new File([list], 'list.md'));
  vi.advanceTimersByTime(600_000);
  vi.useRealTimers();
  expect(told()).toMatchObject({ home: 'todo', text: '2 to-dos added from list.md.' });
  toasts.pass();
  expect(toasts.list).toEqual([]);
});

test('R14.4 nothing to save is said', async () => {
  await files.save('markdown');
  expect(saved).toEqual([]);
  expect(told()?.text).toBe('There are no to-dos to save.');
});

test.each([
  [new File(['# Nothing'], 'a.md'), /^No to-dos were found in a\.md\./],
  [
    new File(['1,Buy milk'], 'a.csv'),
    /^No column of a\.csv is called “title”, “task”, “to-do” or “name” in its first row,/,
  ],
  [new File(['\0'], 'a.txt'), /^a\.txt is not a text file\./],
  [new File(['x\n'.repeat(5001)], 'a.txt'), /^a\.txt holds more than 5,000 to-dos\./],
  [new File(['x'.repeat(5_242_881)], 'a.txt'), /^a\.txt is larger than 5 MB\./],
  [
    Object.assign(new File(['x'], 'a.txt'), { arrayBuffer: () => Promise.reject(new Error('gone')) }),
    /^The browser could not open a\.txt\..+ Nothing was changed\.$/,
  ],
])('R2.6 a file that cannot be taken is refused in one sentence: %#', async (file, sentence) => {
  await files.add(file);
  expect(told()).toMatchObject({ tone: 'refused', text: expect.stringMatching(sentence) as string });
  expect(rows.size).toBe(0);
});

test('R12.4 a storage that refuses is told, and nothing is said to have been added', async () => {
  refuses = true;
  await files.add(new File([list], 'list.md'));
  expect(toasts.list.map(({ text }) => text)).toEqual([words.t('panes.not_saved')]);
});

test('R14.4 the lines of a file that are no to-dos are named', async () => {
  await files.add(new File(['- [ ] 开发票\n* 收款 1.2万\n- [ ] 对账\n'], '清单.md'));
  expect(told()?.text).toBe(
    '2 to-dos added from 清单.md. 1 line of it is no to-do and was left out: line 2 (“* 收款 1.2万”).',
  );
  const many = Array.from({ length: 6 }, (_, at) => `Words ${at} ${'and more '.repeat(8)}`.trim());
  await files.add(new File([['- [ ] Buy tea', '', ...many].join('\n')], 'many.md'));
  expect(told()?.text).toMatch(
    /^1 to-do added from many\.md\. 6 lines of it are no to-do and were left out: line 3 \(“Words 0 and more .{23}…”\); line 4 .*; line 7 \(“[^”]+”\)\. The same holds for 1 more line\.$/,
  );
});

test('R12.6 of the done to-dos only those that are shown are removed, and undo leaves what changed since', async () => {
  await files.add(new File(['- [x] One\n- [x] Two\n- [x] Three\n- [ ] Four\n'], 'list.md'));
  const [one, two, three, four] = [...rows.values()] as [Todo, Todo, Todo, Todo];
  await files.removeDone([one, two]);
  expect([...rows.values()].filter((todo) => todo.deleted_at === null)).toEqual([three, four]);
  rows.set(one.id, { ...one, title: 'Restored and renamed' });
  told()?.action?.run();
  await vi.waitFor(() => expect(rows.get(two.id)?.deleted_at).toBeNull());
  expect(rows.get(one.id)?.title).toBe('Restored and renamed');
});
