import type { Todo } from '../../records/todo.ts';
import { maxFileBytes } from '../../records/session-file.ts';
import { currentValue } from '../../ports/observable.ts';
import { markdownTodos } from '../../formats/todos/markdown-todos.ts';
import { todoTxtCodec } from '../../formats/todos/todo-txt.ts';
import type { TodoFileReading } from '../../formats/todos/read-todos.ts';
import type { App } from '../app/app.svelte.ts';
import { readImportOrToast } from '../schedule/calendar-files.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { encodingName } from '../files/add-files.ts';
import { joinSentences } from '../kit/join-items.ts';
import { removeTodos, addImportedTodos } from './add-imported-todos.ts';

/** The most unread table cells, and omitted lines, that are listed individually. */
const mostNamed = 5;

/** Returns the beginning of an omitted line. */
const shortText = (text: string) => text.replace(/^(.{40}).+$/su, '$1…');

/** Export and import of to-dos. */
export class TodoFiles {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
  }

  /** Deletes the done to-dos that are shown and offers undo. */
  readonly removeDone = async (shownTodos: readonly Todo[]): Promise<void> => {
    const { toasts, words } = this.#app;
    const ids = new Set(shownTodos.map(({ id }) => id));
    const storedTodos = await currentValue(this.#app.dependencies.stores.todos.list());
    const doneTodos = storedTodos.filter((todo) => todo.done && ids.has(todo.id));
    if (doneTodos.length === 0 || !(await removeTodos(this.#app, doneTodos))) return;
    const run = () => void saveOrToast(this.#app, () => this.#bringBack(doneTodos));
    toasts.tell(words.t('todo_files.done_removed', { n: doneTodos.length }), { label: words.t('shell.undo'), run });
  };

  /** Restores those of some to-dos that are still removed, as they are stored by now. */
  async #bringBack(removed: readonly Todo[]): Promise<void> {
    const { todos } = this.#app.dependencies.stores;
    const storedTodos = await Promise.all(removed.map(({ id }) => todos.get(id)));
    const rows = storedTodos.flatMap((todo) =>
      todo && todo.deleted_at !== null ? [{ ...todo, deleted_at: null }] : [],
    );
    await todos.saveAll(rows);
  }

  /** Downloads all to-dos, open and done, in the order of the list. */
  readonly save = async (format: 'markdown' | 'todo_txt'): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const all = await currentValue(dependencies.stores.todos.list());
    all.sort((a, b) => a.position - b.position);
    if (all.length === 0) {
      toasts.tell(words.t('todo_files.nothing'));
      return;
    }
    const zone = dependencies.clock.zone();
    if (format === 'todo_txt') dependencies.saveFile('todo.txt', 'text/plain', todoTxtCodec.write(all, zone));
    else {
      const title = words.t('todo_files.heading');
      dependencies.saveFile('todos.md', 'text/markdown', markdownTodos.write(all, { title, zone }));
    }
  };

  /** Adds the to-dos of a file at the end of the list, reports how many, and offers undo. */
  readonly add = async (file: File): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { clock } = dependencies;
    const fileNameParam = { file: file.name };
    if (file.size > maxFileBytes) {
      toasts.refuse(words.t('todo_files.fault_too_large', fileNameParam), { home: 'todo' });
      return;
    }
    const todoReading = await readImportOrToast(this.#app, file, 'todo', ({ todos }, options) =>
      todos({ file, name: file.name, zone: clock.zone(), now: clock.now() }, options),
    );
    if (!todoReading) return;
    if (!todoReading.ok) {
      toasts.refuse(
        words.t(`todo_files.fault_${todoReading.error}`, {
          ...fileNameParam,
          line: todoReading.error === 'encoding' ? todoReading.line : 0,
        }),
        { home: 'todo' },
      );
      return;
    }
    const savedTodos = await addImportedTodos(this.#app, todoReading.items);
    if (!savedTodos) return;
    const { added, known } = savedTodos;
    const toastSentences = [
      words.t('todo_files.imported', { ...fileNameParam, n: added.length }),
      known === 0 ? '' : words.t('todo_files.known', { n: known }),
      ...leftOut(todoReading, words),
    ];
    const text = joinSentences(toastSentences, words);
    const undo = { label: words.t('shell.undo'), run: () => void removeTodos(this.#app, added) };
    const { untitled = 0, unread = [] } = todoReading.rest ?? {};
    const toastOptions = { action: added.length === 0 ? undefined : undo, home: 'todo' } as const;
    if (untitled + unread.length === 0) toasts.tell(text, toastOptions.action, toastOptions.home);
    else toasts.refuse(text, toastOptions);
  };
}

/** Returns sentences that say which content of a file is in no to-do, and which encoding was guessed. */
function leftOut({ left = [], rest, encoding }: TodoFileReading & { ok: true }, words: App['words']): string[] {
  const { t } = words;
  const { untitled = 0, cancelled = 0, sections = [], unread = [], columns = [] } = rest ?? {};
  const cells = unread
    .slice(0, mostNamed)
    .map((cell) => t(cell.column === '' ? 'todo_files.cell_without_column' : 'todo_files.cell', { ...cell }));
  const lines = left.slice(0, mostNamed).map(({ line, text }) => t('todo_files.line', { line, text: shortText(text) }));
  return [
    left.length === 0 ? '' : t('todo_files.left', { n: left.length, lines: lines.join(t('todo_files.cell_between')) }),
    left.length > lines.length ? t('todo_files.left_more', { n: left.length - lines.length }) : '',
    untitled === 0 ? '' : t('todo_files.untitled', { n: untitled }),
    cancelled === 0 ? '' : t('todo_files.cancelled', { n: cancelled }),
    sections.length === 0 ? '' : t('todo_files.sections', { names: sections.join(t('todo_files.column_between')) }),
    cells.length === 0 ? '' : t('todo_files.unread', { cells: cells.join(t('todo_files.cell_between')) }),
    unread.length > cells.length ? t('todo_files.unread_more', { n: unread.length - cells.length }) : '',
    columns.length === 0 ? '' : t('todo_files.columns', { columns: columns.join(t('todo_files.column_between')) }),
    encoding === undefined ? '' : t('imports.guessed', { encoding: encodingName(encoding, words) }),
  ];
}
