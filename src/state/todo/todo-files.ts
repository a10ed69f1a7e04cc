import { firstOf } from '../../ports/live.ts';
import { markdownTodos } from '../../todo-formats/markdown-todos.ts';
import { todoTxt } from '../../todo-formats/todo-txt.ts';
import type { App } from '../app/app.svelte.ts';
import { readImport } from '../schedule/calendar-files.ts';
import { removeTodos, saveTodos } from './save-todos.ts';

const largest = 5_000_000;

/** Export and import of to-dos as Markdown and as todo.txt (R14.4). */
export class TodoFiles {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
  }

  /** Downloads all to-dos, open and done, in the order of the list. */
  readonly save = async (format: 'markdown' | 'todo_txt'): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const all = await firstOf(dependencies.stores.todos.list());
    all.sort((a, b) => a.position - b.position);
    if (all.length === 0) {
      toasts.tell(words.t('todo_files.nothing'));
      return;
    }
    const zone = dependencies.clock.zone();
    if (format === 'todo_txt') dependencies.saveFile('todo.txt', 'text/plain', todoTxt.write(all, zone));
    else {
      const title = words.t('todo_files.heading');
      dependencies.saveFile('todos.md', 'text/markdown', markdownTodos.write(all, { title, zone }));
    }
  };

  /** Adds the to-dos of a file at the end of the list, reports how many, and offers undo. */
  readonly add = async (file: File): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { clock } = dependencies;
    const named = { file: file.name };
    if (file.size > largest) {
      toasts.refuse(words.t('todo_files.fault_too_large', named), { home: 'todo' });
      return;
    }
    const read = await readImport(this.#app, file, 'todo', ({ todos }, options) =>
      todos({ file, name: file.name, zone: clock.zone() }, options),
    );
    if (!read) return;
    if (!read.ok) {
      toasts.refuse(
        words.t(`todo_files.fault_${read.fault}`, { ...named, line: read.fault === 'encoding' ? read.line : 0 }),
        { home: 'todo' },
      );
      return;
    }
    const todos = await saveTodos(this.#app, read.items);
    if (!todos) return;
    const told = [
      words.t('todo_files.imported', { ...named, n: todos.length }),
      read.left === undefined ? '' : words.t('todo_files.left', { n: read.left }),
      read.encoding === undefined ? '' : words.t('imports.guessed', { encoding: read.encoding }),
    ];
    toasts.tell(told.filter(Boolean).join(' '), {
      label: words.t('shell.undo'),
      run: () => void removeTodos(this.#app, todos),
    });
  };
}
